import type { Socket } from 'node:net'

/** `open` contains the two sockets until they close. */
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
