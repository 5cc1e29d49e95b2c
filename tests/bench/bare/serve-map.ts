/** The bare map runs in a separate process, like our server. */
import { createServer } from 'node:http'
import { extname, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { openSiteTiles, readSiteBundle } from '@trailwarden/site/files'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { buildPage } from '../device/p12-pages.ts'
import { type SampleAction, sampleActions } from '../visits/map-samples.ts'

const SITE = resolve(import.meta.dirname, '../../../sites/st-helens')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

const { bundle } = await readSiteBundle(SITE)
const tiles = await openSiteTiles(SITE)
const files = await buildPage('pages/bare-map')

const pinOf = ({ id, lat, lng, rating }: SampleAction, moved = 0) => ({
  kind: 'pin',
  id,
  at: [lng + moved, lat],
  symbol: `action-${rating.toLowerCase()}`,
  order: 0,
})
// Our server also uses the best quality for immutable files, and a fast level for dynamic responses.
const quickly = (body: string | Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
const compressed = new Map<string, Uint8Array>([...files].map(([name, body]) => [name, brotliCompressSync(body)]))
compressed.set('/site-data', brotliCompressSync(JSON.stringify(bundle)))
for (const count of [200, 10_000])
  compressed.set(`/actions?count=${count}`, quickly(JSON.stringify(sampleActions(bundle, count).map((action) => pinOf(action)))))

/** The smallest service worker that opens the map offline caches every file on the first request. */
const worker = `
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith((async () => {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const reply = await fetch(event.request)
  if (reply.ok) await (await caches.open('map')).put(event.request, reply.clone())
  return reply
})()))
`

let changes = 0
const port = await freePort()
createServer(async (request, reply) => {
  const path = request.url ?? '/'
  if (path === '/worker.js') return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(worker)
  const name = path.startsWith('/?') || path === '/' ? '/index.html' : path
  if (name.startsWith('/tiles/')) {
    const tile = await tiles.read(name)
    return tile ? reply.writeHead(200, { 'content-type': 'image/webp' }).end(tile) : reply.writeHead(404).end()
  }
  const changed = sampleActions(bundle, 1)[0]
  const body = name === '/change' && changed ? quickly(JSON.stringify(pinOf(changed, ++changes * 1e-5))) : compressed.get(name)
  if (!body) return reply.writeHead(404).end()
  return reply
    .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/json', 'content-encoding': 'br', 'cache-control': 'no-cache' })
    .end(body)
}).listen(port, 'localhost', () => console.log(`http://localhost:${port}`))
