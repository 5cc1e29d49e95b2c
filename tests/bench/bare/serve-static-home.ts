/** Serves static-home.html, compressed, as fast as Node can: a process of its own, as our server is. Prints its address once it listens. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '@trailwarden/testkit/postgres'

const page = brotliCompressSync(await readFile(join(import.meta.dirname, 'static-home.html')))
const port = await freePort()

/** The smallest worker that opens a page without network: cached at the first visit, answered from there. */
const worker = `
self.addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/'))))
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))))
`

createServer((request, reply) => {
  if (request.url === '/worker.js') return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(worker)
  if (request.url !== '/') return reply.writeHead(404).end()
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'cache-control': 'no-cache' })
  return reply.end(page)
}).listen(port, 'localhost', () => console.log(`http://localhost:${port}`))
