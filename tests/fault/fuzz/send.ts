/** HTTP clients would correct or refuse half of these requests. */
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FuzzRequest } from './requests.ts'

/** `status` is 0 if the connection ended without a response, and -1 on a timeout. */
export type Answer = { status: number; headers: Record<string, string>; head: string; body: Buffer; tookMs: number }

const TIME_LIMIT_MS = 60_000

function bytesOf({ method, path, headers, body, encoding }: FuzzRequest, cookie: string): Buffer {
  const content = body === null ? null : Buffer.from(body, encoding)
  const all: Record<string, string> = {
    host: 'fuzz.example',
    ...(cookie && { cookie }),
    ...(content && { 'content-length': String(content.length) }),
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content ?? Buffer.alloc(0)])
}

function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end < 0 || !(size > 0)) break
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

function read(received: Buffer, tookMs: number, isHead: boolean): Answer {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return { status: 0, headers: {}, head: received.toString('latin1'), body: Buffer.alloc(0), tookMs }
  const head = received.toString('latin1', 0, end)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const rest = received.subarray(end + 4)
  const body = isHead
    ? rest
    : unpacked(headers['transfer-encoding'] === 'chunked' ? withoutChunks(rest) : rest, headers['content-encoding'])
  return { status: Number(first.split(' ')[1]), headers, head, body, tookMs }
}

export function send(port: number, request: FuzzRequest, cookie: string): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const done = (status?: number) => {
      clearTimeout(deadline)
      socket.destroy()
      const answer = read(Buffer.concat(parts), performance.now() - started, request.method === 'HEAD')
      resolve(status === undefined ? answer : { ...answer, status })
    }
    const deadline = setTimeout(() => done(-1), TIME_LIMIT_MS)
    socket.on('data', (part) => {
      parts.push(part)
      // An event stream never ends, so its headers are enough.
      if (Buffer.concat(parts).includes('content-type: text/event-stream')) done()
    })
    socket.on('error', () => done())
    socket.on('close', () => done())
    // A device that loses signal closes the connection before all announced bytes are sent.
    if (request.classes.includes('transport: wrong length')) socket.end(bytesOf(request, cookie))
    else socket.write(bytesOf(request, cookie))
  })
}
