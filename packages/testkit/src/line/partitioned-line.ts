/**
 * Loses packets in one or both directions. Neither side is notified, as in a valley without signal: connections stay open but transfer no
 * data.
 */
import { connect, createServer, type Socket } from 'node:net'
import { tie } from '../app/tied-sockets.ts'
import { freePort } from '../database/postgres.ts'

export const PARTITIONS = ['in', 'out', 'both', 'half-open'] as const
/** Directions are from the device's point of view, so `in` affects responses. */
export type Partition = (typeof PARTITIONS)[number]

type Pair = { device: Socket; upstream: Socket; isDead: boolean }

export async function openPartitionedLine(port: number) {
  const open = new Set<Socket>()
  const pairs = new Set<Pair>()
  let current: Partition | null = null
  /** TCP resends lost data, so queued data arrives once the connection works again. A dead connection never transfers data. */
  const pauseOrResume = ({ device, upstream, isDead }: Pair) => {
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
      // The other end of a dead connection isn't notified.
      if (pair.isDead) return
      pairs.delete(pair)
      device.destroy()
      upstream.destroy()
    })
    device.on('data', (bytes) => pair.isDead || upstream.write(bytes))
    upstream.on('data', (bytes) => pair.isDead || device.write(bytes))
    pauseOrResume(pair)
  })
  const ownPort = await freePort()
  await new Promise<void>((listening) => server.listen(ownPort, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${ownPort}`,
    /** Null restores all connections that aren't dead. */
    partition(next: Partition | null) {
      current = next
      for (const pair of pairs) {
        if (next === 'half-open') pair.isDead = true
        pauseOrResume(pair)
      }
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
