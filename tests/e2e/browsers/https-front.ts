/**
 * WebKit stores `Secure` cookies only over HTTPS, and the proxy can cut connections. WebKit's driver doesn't report page errors, so the
 * proxy adds a script that does.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as ask, createServer } from 'node:https'
import type { Socket } from 'node:net'
import { readCertificate } from '@trailwarden/testkit/app/certificate'

const REPORT = '/front-report'
const SCRIPT = '/front-script.js'

/** The script runs before all other scripts of the page. */
function reportErrors(url: string): void {
  const report = (kind: string, text: string) =>
    void fetch(url, { method: 'POST', body: `${kind}: ${text}`, keepalive: true }).catch(() => {})
  const textOf = (one: unknown) => (one instanceof Error ? `${one.name}: ${one.message} ${one.stack ?? ''}` : String(one))
  addEventListener('error', ({ message, error }) => report('error', `${message} ${error?.stack ?? ''}`))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection', textOf(reason)))
  addEventListener('securitypolicyviolation', (event) => report('policy', `${event.violatedDirective} ${event.blockedURI} ${event.sample}`))
  const old = console.error
  console.error = (...all: unknown[]) => {
    report('console', all.map(textOf).join(' '))
    old.apply(console, all)
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of message.setEncoding('utf8')) text += part
  return text
}

export type Front = Awaited<ReturnType<typeof openFront>>

export async function openFront(appUrl: string, port: number) {
  const { hostname, port: appPort } = new URL(appUrl)
  const sockets = new Set<Socket>()
  const errors: string[] = []
  let isCut = false

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (path === SCRIPT) {
      reply.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      reply.end(`(${reportErrors})('${REPORT}')`)
      return
    }
    if (path === REPORT) {
      errors.push(await textOf(request))
      reply.writeHead(204).end()
      return
    }
    const headers = { ...request.headers, ...(!/^\/(assets|api|tiles)\//.test(path) && { 'accept-encoding': 'identity' }) }
    const upstream = ask({ hostname, port: appPort, method: request.method, path, headers, rejectUnauthorized: false }, async (from) => {
      if (from.statusCode !== 200 || !from.headers['content-type']?.startsWith('text/html')) {
        reply.writeHead(from.statusCode ?? 502, from.rawHeaders)
        from.pipe(reply)
        return
      }
      const { 'content-length': _, ...others } = from.headers
      const page = await textOf(from)
      reply.writeHead(200, others)
      reply.end(page.replace('<head>', `<head><script src="${SCRIPT}"></script>`))
    })
    upstream.on('error', () => request.socket.destroy())
    reply.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  const { certificate, key } = readCertificate(process.env.CERTIFICATE_DIR ?? '')
  const server = createServer({ cert: certificate, key }, (request, reply) => void answer(request, reply))
  // Before the TLS handshake, the browser gets no response at all.
  server.on('connection', (socket: Socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))

  const endConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `https://localhost:${port}`,
    errors,
    cut() {
      isCut = true
      endConnections()
    },
    restore() {
      isCut = false
    },
    close() {
      endConnections()
      server.close()
    },
  }
}
