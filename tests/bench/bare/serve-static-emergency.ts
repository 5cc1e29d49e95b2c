/** The first line of output is the server's address. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@trailwarden/testkit/database/postgres'

const page = await readFile(join(import.meta.dirname, 'static-emergency.html'))
const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/emergency'))))
addEventListener('activate', () => clients.claim())
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))))
`
const port = await freePort()

createServer((request, reply) => {
  if (request.url === '/worker.js') return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(WORKER)
  if (request.url !== '/' && request.url !== '/emergency') return reply.writeHead(404).end()
  return reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}).listen(port, 'localhost', () => console.log(`http://localhost:${port}`))
