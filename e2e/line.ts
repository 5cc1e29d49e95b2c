/** The line between a browser and the app, as a person in the field has it: it can be slow, end in the middle, or lead to a hotel's sign-in page. */
import { request as ask, createServer } from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from '../tools/postgres.ts'

const isTile = (path: string) => path.startsWith('/tiles/')

export type Line = Awaited<ReturnType<typeof openLine>>

export async function openLine(appUrl: string) {
  const { hostname, port } = new URL(appUrl)
  /** Every tile that a download asked for, in order; pictures on the screen are not among them. */
  const tiles: string[] = []
  let cutAfter = Number.POSITIVE_INFINITY
  let isPortal = false
  let held: { match: RegExp; waiting: (() => void)[] } | null = null
  const sockets = new Set<Socket>()
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((request, reply) => {
    const path = request.url ?? '/'
    if (isPortal) {
      reply.writeHead(200, { 'content-type': 'text/html' })
      reply.end('<!doctype html><title>Hotel wifi</title><p>Please accept our terms.')
      return
    }
    if (isTile(path) && request.headers['sec-fetch-dest'] === 'empty') {
      tiles.push(path)
      if (tiles.length > cutAfter) return cutAll()
    }
    const pass = () => {
      const upstream = ask({ hostname, port, method: request.method, path, headers: request.headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(reply)
      })
      upstream.on('error', () => request.socket.resetAndDestroy())
      reply.on('close', () => upstream.destroy())
      request.pipe(upstream)
    }
    if (held?.match.test(path)) held.waiting.push(pass)
    else pass()
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
    /** So many more tiles are asked for; then every connection dies, and each new one that asks for a tile. Null: the line is whole again. */
    cutAfterTiles(count: number | null) {
      cutAfter = count === null ? Number.POSITIVE_INFINITY : tiles.length + count
    },
    /** From now on somebody else answers, with a page of their own, whatever is asked. */
    setPortal(on: boolean) {
      isPortal = on
      cutAll()
    },
    /** Holds back requests to such paths until `release`. */
    hold(match: RegExp) {
      held = { match, waiting: [] }
    },
    release() {
      const { waiting = [] } = held ?? {}
      held = null
      for (const pass of waiting) pass()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
