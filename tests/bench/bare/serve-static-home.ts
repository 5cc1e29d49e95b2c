/** The static page runs in a separate process, like our server. The first line of output is its address. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '@trailwarden/testkit/database/postgres'

const page = brotliCompressSync(await readFile(process.argv[2] ?? ''))
const port = await freePort()

/** The smallest service worker that opens a page offline caches the page on the first visit. */
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
