/** Forwards to PostgreSQL and can switch to another server at any time, like a proxy beside the app after a failover. */
import { connect, createServer, type Socket } from 'node:net'
import { tie } from '../app/tied-sockets.ts'
import { freePort } from '../database/postgres.ts'

export async function openRelay(to: string) {
  let target = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const upstream = connect(Number(target.port), target.hostname)
    const end = () => {
      from.destroy()
      upstream.destroy()
    }
    tie(sockets, [from, upstream], end)
    from.pipe(upstream)
    upstream.pipe(from)
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(to), { host: `127.0.0.1:${port}` }).href,
    leadTo(url: string) {
      target = new URL(url)
      cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}
