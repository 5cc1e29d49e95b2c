import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type FeedAnswer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; hangs?: boolean }

export async function createServerWithFeeds() {
  const answers = new Map<string, FeedAnswer>()
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, reply) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const { status = 200, headers = {}, body = '', hangs } = answers.get(path) ?? { status: 404 }
    if (hangs) return
    if (headers.etag && request.headers['if-none-match'] === headers.etag) return reply.writeHead(304).end()
    reply.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((closed) => server.close(() => closed()))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    answer: (path: string, answer: FeedAnswer | string) => void answers.set(path, typeof answer === 'string' ? { body: answer } : answer),
    asked,
  }
}
