import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'

export type PageServer = { url: string; stop(): Promise<void> }

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' }

/** Every photo is this one-pixel image. */
const PHOTO = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')

export async function buildPage(folder: string): Promise<Map<string, string | Uint8Array>> {
  const root = join(import.meta.dirname, folder)
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', assetsInlineLimit: 0 },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build with one output')
  return new Map(result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

export async function servePage(folder: string): Promise<PageServer> {
  const files = await buildPage(folder)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/api/photos/')) return void response.writeHead(200, { 'content-type': 'image/gif' }).end(PHOTO)
    const name = path === '/' ? '/index.html' : path
    const file = files.get(name)
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
