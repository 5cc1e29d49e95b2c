/**
 * The app under https at localhost, with a line that can be cut: WebKit keeps no `Secure` cookie of plain http, so nobody would stay signed
 * in. The certificate is made for the run; the drivers take any.
 *
 * On the way it puts a script of its own before all others of a page, which reports errors: WebKit's driver does not report them. The
 * page's policy allows it, since it comes from the same address.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REPORT = '/front-report'
const SCRIPT = '/front-script.js'

/** Runs in the page, first of all. */
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

function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'front-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
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
    // Pages must come as plain text, to be added to.
    const headers = { ...request.headers, ...(!/^\/(assets|api|tiles)\//.test(path) && { 'accept-encoding': 'identity' }) }
    const upstream = ask({ hostname, port: appPort, method: request.method, path, headers }, async (from) => {
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

  const server = createServer(certificate(), (request, reply) => void answer(request, reply))
  // Before the handshake: to the browser a cut line is no answer at all.
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
    /** Errors of all pages, as far as the line was whole. */
    errors,
    /** No signal, until `restore`. */
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
