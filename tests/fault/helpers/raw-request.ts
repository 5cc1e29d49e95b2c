/** With raw bytes, a test can cut the connection after any byte. */
import { connect } from 'node:net'

export function rawRequest(start: string, headers: Record<string, string>, body: Buffer | string) {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${start} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return { bytes: Buffer.concat([head, Buffer.from(body)]), headLength: head.length }
}

/** The promise resolves when either side closes the connection. */
export const sendRaw = (port: number, bytes: Buffer) =>
  new Promise<void>((closed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket
      .on('error', () => undefined)
      .on('close', () => closed())
      .resume()
  })
