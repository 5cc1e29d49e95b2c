/** The connection can be slow, fail partway through, or lead to a captive portal, as on the trails. */
import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import { readCertificate } from '../app/certificate.ts'
import { freePort } from '../database/postgres.ts'

/** Excludes the home pictures, which are in the tiles folder. */
const isTile = (path: string) => path.startsWith('/tiles/') && !path.startsWith('/tiles/home/')

export type Line = Awaited<ReturnType<typeof openLine>>

/** By default a page with status 200. Applies to paths that match `only`, or to all paths. */
type Portal = { status?: number; headers?: Record<string, string>; body?: string; only?: RegExp }

const TERMS = '<!doctype html><title>Hotel wifi</title><p>Please accept our terms.'

/** `onAnswer` receives the app's replies. If the app uses https, so does the line, with the certificate of the test run. */
export async function openLine(appUrl: string, onAnswer: (path: string, status: number) => void = () => {}) {
  let { hostname, port } = new URL(appUrl)
  const isSecure = appUrl.startsWith('https:')
  const certificate = isSecure ? readCertificate(process.env.CERTIFICATE_DIR ?? '') : null
  const ask = isSecure ? https.request : http.request
  /** Only tiles that a download requested, in order. */
  const tiles: string[] = []
  let cutAfter = Number.POSITIVE_INFINITY
  let portal: Portal | null = null
  let refused: RegExp | null = null
  let dropped: string | null = null
  let held: { match: RegExp; waiting: Set<() => void> } | null = null
  const givenUpAfterMs: number[] = []
  const sockets = new Set<Socket>()
  // A TLS socket can't be reset, so it is destroyed.
  const cut = (socket: Socket) => (isSecure ? socket.destroy() : socket.resetAndDestroy())
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const answer = (request: http.IncomingMessage, reply: http.ServerResponse) => {
    const path = request.url ?? '/'
    if (portal && (portal.only?.test(path) ?? true)) {
      reply.writeHead(portal.status ?? 200, { 'content-type': 'text/html', ...portal.headers })
      reply.end(portal.body ?? TERMS)
      return
    }
    if (refused?.test(path)) {
      cut(request.socket)
      return
    }
    if (isTile(path) && request.headers['sec-fetch-dest'] === 'empty') {
      tiles.push(path)
      if (tiles.length > cutAfter) return cutAll()
    }
    const pass = () => {
      if (dropped) delete request.headers[dropped]
      const options = { hostname, port, method: request.method, path, headers: request.headers, rejectUnauthorized: false }
      const upstream = ask(options, (from) => {
        onAnswer(path, from.statusCode ?? 502)
        reply.writeHead(from.statusCode ?? 502, from.rawHeaders)
        from.pipe(reply)
      })
      upstream.on('error', () => cut(request.socket))
      reply.on('close', () => upstream.destroy())
      request.pipe(upstream)
    }
    if (!held?.match.test(path)) return pass()
    const { waiting } = held
    const since = Date.now()
    waiting.add(pass)
    reply.on('close', () => waiting.delete(pass) && givenUpAfterMs.push(Date.now() - since))
  }
  const server = certificate
    ? https.createServer({ cert: certificate.certificate, key: certificate.key }, answer)
    : http.createServer(answer)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  const ownPort = await freePort()
  await new Promise<void>((listening) => server.listen(ownPort, 'localhost', listening))
  return {
    url: `${isSecure ? 'https' : 'http'}://localhost:${ownPort}`,
    tiles,
    /** For each held request that the browser cancelled, the time in milliseconds until then. */
    givenUpAfterMs,
    /** After this many more tiles, each request for another tile cuts all connections. Null restores the connection. */
    cutAfterTiles(count: number | null) {
      cutAfter = count === null ? Number.POSITIVE_INFINITY : tiles.length + count
    },
    /** `unknown` is a request header to remove, because the other server doesn't support it. */
    leadTo(url: string, unknown: string | null = null) {
      ;({ hostname, port } = new URL(url))
      dropped = unknown
    },
    /** Null restores the app. */
    setPortal(other: Portal | null) {
      portal = other
      cutAll()
    },
    /** Null stops refusing. */
    refuse(match: RegExp | null) {
      refused = match
    },
    /** Until `release`. */
    hold(match: RegExp) {
      held = { match, waiting: new Set() }
    },
    release() {
      const waiting = [...(held?.waiting ?? [])]
      held?.waiting.clear()
      held = null
      for (const pass of waiting) pass()
    },
    heldBack: () => held?.waiting.size ?? 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
