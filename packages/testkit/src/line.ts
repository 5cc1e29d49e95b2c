/**
 * The line between a browser and the app, as a person in the field has it: it can be slow, end in the middle, or lead to a hotel's
 * sign-in page.
 */
import { request as ask, createServer } from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from './postgres.ts'

const isTile = (path: string) => path.startsWith('/tiles/')

export type Line = Awaited<ReturnType<typeof openLine>>

/** What somebody else answers, with 200 as a page unless set otherwise; to `only` such paths, or to all. */
type Portal = { status?: number; headers?: Record<string, string>; body?: string; only?: RegExp }

const TERMS = '<!doctype html><title>Hotel wifi</title><p>Please accept our terms.'

/** `onAnswer` receives the app's answer. */
export async function openLine(appUrl: string, onAnswer: (path: string, status: number) => void = () => {}) {
  let { hostname, port } = new URL(appUrl)
  /** Every tile that a download asked for, in order; pictures on the screen are not among them. */
  const tiles: string[] = []
  let cutAfter = Number.POSITIVE_INFINITY
  let portal: Portal | null = null
  let refused: RegExp | null = null
  let dropped: string | null = null
  let held: { match: RegExp; waiting: Set<() => void> } | null = null
  const givenUpAfterMs: number[] = []
  const sockets = new Set<Socket>()
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((request, reply) => {
    const path = request.url ?? '/'
    if (portal && (portal.only?.test(path) ?? true)) {
      reply.writeHead(portal.status ?? 200, { 'content-type': 'text/html', ...portal.headers })
      reply.end(portal.body ?? TERMS)
      return
    }
    if (refused?.test(path)) {
      request.socket.resetAndDestroy()
      return
    }
    if (isTile(path) && request.headers['sec-fetch-dest'] === 'empty') {
      tiles.push(path)
      if (tiles.length > cutAfter) return cutAll()
    }
    const pass = () => {
      if (dropped) delete request.headers[dropped]
      const upstream = ask({ hostname, port, method: request.method, path, headers: request.headers }, (answer) => {
        onAnswer(path, answer.statusCode ?? 502)
        reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(reply)
      })
      upstream.on('error', () => request.socket.resetAndDestroy())
      reply.on('close', () => upstream.destroy())
      request.pipe(upstream)
    }
    if (!held?.match.test(path)) return pass()
    const { waiting } = held
    const since = Date.now()
    waiting.add(pass)
    reply.on('close', () => waiting.delete(pass) && givenUpAfterMs.push(Date.now() - since))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  const ownPort = await freePort()
  await new Promise<void>((listening) => server.listen(ownPort, 'localhost', listening))
  return {
    url: `http://localhost:${ownPort}`,
    tiles,
    /** Of each request that was held back and no longer waited for: after how long. */
    givenUpAfterMs,
    /**
     * So many more tiles are asked for; then every connection dies, and each new one that asks for a tile. Null: the line is whole again.
     */
    cutAfterTiles(count: number | null) {
      cutAfter = count === null ? Number.POSITIVE_INFINITY : tiles.length + count
    },
    /** From now on another server is at its end, one that does not know the header `unknown`. */
    leadTo(url: string, unknown: string | null = null) {
      ;({ hostname, port } = new URL(url))
      dropped = unknown
    },
    /** From now on somebody else answers; null: the app again. */
    setPortal(other: Portal | null) {
      portal = other
      cutAll()
    },
    /** Connections that ask for such paths die; null: none. */
    refuse(match: RegExp | null) {
      refused = match
    },
    /** Holds back requests to such paths until `release`. */
    hold(match: RegExp) {
      held = { match, waiting: new Set() }
    },
    release() {
      const waiting = [...(held?.waiting ?? [])]
      held?.waiting.clear()
      held = null
      for (const pass of waiting) pass()
    },
    /** How many requests are held back, and still waited for. */
    heldBack: () => held?.waiting.size ?? 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
