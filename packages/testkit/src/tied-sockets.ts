/** Two sockets of which each is the other's way on, as proxies of tests have them. */
import type { Socket } from 'node:net'

/** `end` is called when either fails or closes; both are among `open` until they close. */
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
