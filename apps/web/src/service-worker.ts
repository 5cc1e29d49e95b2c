/**
 * Keeps the whole app on the device, so that it opens without signal, on any path, after one visit.
 *
 * The page itself is cached as `/shell.html`, which our server answers with the page's policy header: the nonce in the cached header then
 * matches the nonce in the cached page. Home is cached as a page of its own, `/home-shell.html`, which is painted before the app runs.
 *
 * A new version waits until no tab uses the old one, or until a person says Update while no tab is busy (`platform/app-update.ts`): it must
 * never interrupt someone who is writing or sending.
 *
 * Tiles of downloaded maps are answered from their caches, with or without signal. Those caches are filled by the page
 * (`features/offline-maps`) and belong to the person: nothing here ever deletes one.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { tileKey } from '#platform/tile-key.ts'
import { receivePushes } from './service-worker/pushes.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Not in every browser, nor in TypeScript's own description of one: https://w3c.github.io/ServiceWorker/#installevent-add-routes-method */
type Route = { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' | { cacheName: string } }
type InstallEvent = ExtendableEvent & { addRoutes?(routes: Route[]): Promise<void> }

const route = (pathname: string, source: Route['source']): Route => ({ condition: { urlPattern: { pathname } }, source })

/** The network's own data. It changes without a new version of the app, so it is cached apart from the app's files. */
const SITE_CACHE = 'site'
const GUIDE_ADDRESS = '/api/public/guide'
const SITE_ADDRESSES = [GUIDE_ADDRESS, '/api/public/site-data']
/** Good to have in the forest, but nothing that Emergency would wait for. */
const HAZARDS_ADDRESS = '/api/public/hazards'
const STORED_ADDRESSES = [...SITE_ADDRESSES, HAZARDS_ADDRESS]
const PICTURES = '/images/'

/**
 * What the browser can do without us, where it knows how; the first that fits counts. It need not start a worker to be told that the app
 * talks to its server, or where files are cached. Above all, a worker that receives every request is never idle, and only while the old
 * one is idle does a browser let a new version in.
 */
const ROUTES = [
  ...STORED_ADDRESSES.map((address) => route(address, 'fetch-event')),
  route('/api/*', 'network'),
  route('/assets/*', { cacheName: cacheNames.precache }),
  route(`${PICTURES}*`, { cacheName: SITE_CACHE }),
]

async function cacheSite(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  await cache.addAll(SITE_ADDRESSES)
}

/** Never waited for: a new version must not wait for them. */
async function cacheHazards(): Promise<void> {
  await (await caches.open(SITE_CACHE)).add(HAZARDS_ADDRESS)
}

/** The pictures of the guide's pages: a page says something without them, so a missing one is fetched at the next start. */
async function cachePictures(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  const guide = await cache.match(GUIDE_ADDRESS)
  if (!guide) return
  // An older server names none.
  const { pictures = [] }: { pictures?: string[] } = await guide.json()
  const addresses = new Set(pictures.map((picture) => new URL(picture, location.origin).href))
  for (const { url } of await cache.keys()) {
    // Its address names its content: what is there already is right, and what no page shows is old.
    if (!addresses.delete(url) && new URL(url).pathname.startsWith(PICTURES)) await cache.delete(url)
  }
  for (const address of addresses) await cache.add(address)
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// On the first visit the page was loaded without us; taking it over lets its later screens open offline too.
clientsClaim()

// Whoever opened home once can read the emergency page in the forest, though they never opened it before. If this fails the
// worker is not installed and the next visit tries again: half a copy must not pass for a whole one.
self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(cacheSite())
  event.addRoutes?.(ROUTES).catch((error: unknown) => console.warn('every request comes by here', error))
})

// Not waited for: until a worker is active it answers nothing, and Emergency must not wait for pictures.
self.addEventListener('activate', () => {
  for (const cache of [cachePictures, cacheHazards]) cache().catch(() => {})
})

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PICTURES),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

const siteCopy = new StaleWhileRevalidate({ cacheName: SITE_CACHE })
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && STORED_ADDRESSES.includes(url.pathname),
  async (options) => {
    const { request } = options
    if (!request.headers.has('if-none-match')) return siteCopy.handle(options)
    // A page asks for something newer than it has: from the server alone, and what comes is the copy from now on.
    const reply = await fetch(request)
    if (reply.ok) await (await caches.open(SITE_CACHE)).put(request.url, reply.clone())
    return reply
  },
)

receivePushes()

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

const TILE = /\/\d+\/\d+\/\d+(\.[a-z]+)?$/
registerRoute(
  // A tile asked for with no-store is wanted from its source: a map is being downloaded.
  ({ url, request }) => TILE.test(url.pathname) && request.cache !== 'no-store',
  async ({ request }) => (await caches.match(tileKey(request.url))) ?? fetch(request),
)

const openShell = createHandlerBoundToURL('/shell.html')
const openHome = createHandlerBoundToURL('/home-shell.html')
// A page of its own, which stands before the app would: see docs/decisions/0019.
const openEmergency = createHandlerBoundToURL('/emergency')
const EMERGENCY = /^\/(emergency$|m\/)/

registerRoute(
  new NavigationRoute(
    (options) => {
      // Every start brings the copies up to date (a 304 each, as a rule), also for people who only ever look at home.
      // Without signal the last ones stay, all of them: addAll stores nothing unless everything came.
      options.event.waitUntil(
        cacheSite()
          .then(() => Promise.allSettled([cacheHazards(), cachePictures()]))
          .catch(() => {}),
      )
      const { pathname } = new URL(options.request.url)
      if (pathname === '/') return openHome(options)
      return EMERGENCY.test(pathname) ? openEmergency(options) : openShell(options)
    },
    { denylist: [/^\/(api|embed|feeds)\//, /\.[a-z0-9]+$/i] },
  ),
)
