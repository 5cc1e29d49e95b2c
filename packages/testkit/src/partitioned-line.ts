/**
 * A line between device and server on which packets get lost: in one direction, in both, or for good for the connections that are open now. Nobody is
 * notified of it, as nobody is when a valley swallows the signal: connections stay open and are silent.
 */
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres.ts'
import { tie } from './tied-sockets.ts'

export const PARTITIONS = ['in', 'out', 'both', 'half-open'] as const
/** Seen from the device: what comes in is the reply. */
export type Partition = (typeof PARTITIONS)[number]

type Pair = { device: Socket; upstream: Socket; isDead: boolean }

export async function openPartitionedLine(port: number) {
  const open = new Set<Socket>()
  const pairs = new Set<Pair>()
  let current: Partition | null = null
  /** TCP sends again what was lost, so whatever waits arrives once the line is back; on a dead connection nothing ever does. */
  const settle = ({ device, upstream, isDead }: Pair) => {
    const holds = (side: 'in' | 'out') => !isDead && (current === side || current === 'both')
    if (holds('out')) device.pause()
    else device.resume()
    if (holds('in')) upstream.pause()
    else upstream.resume()
  }
  const server = createServer((device) => {
    const upstream = connect(port, '127.0.0.1')
    const pair: Pair = { device, upstream, isDead: false }
    pairs.add(pair)
    tie(open, [device, upstream], () => {
      // The other end of a dead connection does not notice.
      if (pair.isDead) return
      pairs.delete(pair)
      device.destroy()
      upstream.destroy()
    })
    device.on('data', (bytes) => pair.isDead || upstream.write(bytes))
    upstream.on('data', (bytes) => pair.isDead || device.write(bytes))
    settle(pair)
  })
  const ownPort = await freePort()
  await new Promise<void>((listening) => server.listen(ownPort, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${ownPort}`,
    /** Null: the line is whole again, except for connections that have died. */
    partition(next: Partition | null) {
      current = next
      for (const pair of pairs) {
        if (next === 'half-open') pair.isDead = true
        settle(pair)
      }
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
