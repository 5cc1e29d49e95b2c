/** A port that leads to PostgreSQL, and from one moment to the next to another one: as a proxy beside the app does after a failover. */
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres.ts'
import { tie } from './tied-sockets.ts'

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
    /** The same database, by way of the relay. */
    url: Object.assign(new URL(to), { host: `127.0.0.1:${port}` }).href,
    /** Open connections are cut; new ones lead there. */
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
