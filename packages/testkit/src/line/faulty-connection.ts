import { connect, createServer, type Socket } from 'node:net'
import { tie } from '../app/tied-sockets.ts'
import { freePort } from '../database/postgres.ts'

export type Cut =
  /** After this many bytes of the request or reply, the connection fails on both sides. */
  { after: number; of: 'request' | 'reply' } | 'reply-lost' | null

/** `next` decides how the next connection fails. A failing connection is reset, as when a phone enters a tunnel. */
export async function openProxy(port: number, host = '127.0.0.1') {
  let next: Cut = null
  let delayMs = 0
  let sent = { request: 0, reply: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((device) => {
    const cut = next
    const upstream = connect(port, host)
    const passed = { request: 0, reply: 0 }
    sent = passed
    const end = () => {
      device.resetAndDestroy()
      upstream.destroy()
    }
    const pass = (side: 'request' | 'reply', to: Socket) => (bytes: Buffer) => {
      const limit = cut && typeof cut === 'object' && cut.of === side ? cut.after : Number.POSITIVE_INFINITY
      const part = bytes.subarray(0, Math.max(0, limit - passed[side]))
      passed[side] += part.length
      if (cut === 'reply-lost' && side === 'reply') {
        // After the whole reply, the server's change is certainly committed.
        setTimeout(end, 5)
        return
      }
      if (part.length > 0 && side === 'reply' && delayMs > 0) setTimeout(() => to.write(part), delayMs)
      else if (part.length > 0) to.write(part)
      if (passed[side] >= limit) setImmediate(end)
    }
    tie(sockets, [device, upstream], end)
    device.on('data', pass('request', upstream))
    upstream.on('data', pass('reply', device))
  })
  const ownPort = await freePort()
  await new Promise<void>((listening) => server.listen(ownPort, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    cutNext(cut: Cut) {
      next = cut
    },
    delayReplies(ms: number) {
      delayMs = ms
    },
    /** The number of bytes that passed through the last connection. */
    passed: () => sent,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
