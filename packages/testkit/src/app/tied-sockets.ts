/** Links the two sockets of a connection through a test proxy. */
import type { Socket } from 'node:net'

/** Calls `end` when either socket fails or closes. `open` contains both sockets until they close. */
export function tie(open: Set<Socket>, pair: readonly [Socket, Socket], end: () => void): void {
  for (const socket of pair) {
    open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', end)
    socket.on('close', () => {
      open.delete(socket)
      end()
    })
  }
}
