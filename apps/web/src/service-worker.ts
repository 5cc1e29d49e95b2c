/**
 * After one visit, the app opens offline on any path. A new version waits until no tab uses the old one, or until someone presses Update,
 * because it must not interrupt typing or sending. Nothing in this file deletes downloaded maps, which belong to the person.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { tileKey } from '#platform/tile-key.ts'
import { receivePushes } from './service-worker/pushes.ts'
import { receiveSharedPhotos } from './service-worker/shared-photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/**
 * Only some browsers support static routes, and TypeScript's types lack them:
 * https://w3c.github.io/ServiceWorker/#installevent-add-routes-method
 */
type Route = { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' | { cacheName: string } }
type InstallEvent = ExtendableEvent & { addRoutes?(routes: Route[]): Promise<void> }

const route = (pathname: string, source: Route['source']): Route => ({ condition: { urlPattern: { pathname } }, source })

const SITE_CACHE = 'site'
const GUIDE_ADDRESS = '/api/public/guide'
const DATA_ADDRESS = '/api/public/site-data'
const SITE_ADDRESSES = [GUIDE_ADDRESS, DATA_ADDRESS]
/** Public hazards are useful offline, but Emergency never waits for them. */
const HAZARDS_ADDRESS = '/api/public/hazards'
const STORED_ADDRESSES = [...SITE_ADDRESSES, HAZARDS_ADDRESS]
const PICTURES = '/images/'
const HOME_MAP = '/tiles/home/'

/**
 * Browsers with static routes handle these requests without the worker, and the first match counts. A worker that receives every request is
 * never idle, and browsers activate a new version only while the old one is idle.
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

async function cacheHazards(): Promise<void> {
  await (await caches.open(SITE_CACHE)).add(HAZARDS_ADDRESS)
}

/** The guide also makes sense without pictures, so a missing picture is only requested again at the next start. */
async function cachePictures(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  const guide = await cache.match(GUIDE_ADDRESS)
  if (!guide) return
  // An older server doesn't return a list of pictures.
  const { pictures = [] }: { pictures?: string[] } = await guide.json()
  const addresses = new Set(pictures.map((picture) => new URL(picture, location.origin).href))
  for (const { url } of await cache.keys()) {
    // A picture's URL changes with its content, so cached pictures are current, and those that no page shows are outdated.
    if (!addresses.delete(url) && new URL(url).pathname.startsWith(PICTURES)) await cache.delete(url)
  }
  for (const address of addresses) await cache.add(address)
}

async function cacheHomeMap(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  const { site }: { site?: { homePictures?: Record<string, unknown> } } = (await (await cache.match(DATA_ADDRESS))?.json()) ?? {}
  const addresses = Object.values(site?.homePictures ?? {}).filter((value) => typeof value === 'string' && value.startsWith(HOME_MAP))
  await cache.addAll(addresses as string[])
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// The first visit loads the page without the service worker. Taking over that page makes screens that it opens later available offline.
clientsClaim()

// If caching fails, the worker isn't installed and the next visit tries again, because an incomplete copy must not count as complete.
self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(cacheSite())
  event
    .addRoutes?.(ROUTES)
    .catch((error: unknown) => console.warn('couldn’t add routes, so the service worker handles every request', error))
})

// A worker handles no requests until it is active, and Emergency must not wait for pictures, so these caches follow the installation.
self.addEventListener('activate', () => {
  for (const cache of [cachePictures, cacheHazards, cacheHomeMap]) cache().catch(() => {})
})

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PICTURES),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

const siteCopy = new StaleWhileRevalidate({ cacheName: SITE_CACHE })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(HOME_MAP), siteCopy)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && STORED_ADDRESSES.includes(url.pathname),
  async (options) => {
    const { request } = options
    if (!request.headers.has('if-none-match')) return siteCopy.handle(options)
    // A request that asks for a newer version goes to the server, and the response replaces the cached copy.
    const reply = await fetch(request)
    if (reply.ok) await (await caches.open(SITE_CACHE)).put(request.url, reply.clone())
    return reply
  },
)

receivePushes()
receiveSharedPhotos()

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim())
})

const TILE = /\/\d+\/\d+\/\d+(\.[a-z]+)?$/
registerRoute(
  // `no-store` means that the page is downloading a map, so the tile must come from its source.
  ({ url, request }) => TILE.test(url.pathname) && request.cache !== 'no-store',
  async ({ request }) => (await caches.match(tileKey(request.url))) ?? fetch(request),
)

const openShell = createHandlerBoundToURL('/shell.html')
const openHome = createHandlerBoundToURL('/home-shell.html')
// Emergency is a separate page that is available before the app has loaded (docs/decisions/0019).
const openEmergency = createHandlerBoundToURL('/emergency')
const EMERGENCY = /^\/(emergency$|m\/)/

registerRoute(
  new NavigationRoute(
    (options) => {
      // Every start updates the copies, even for people who only ever open home. Usually the server responds with 304. `addAll` stores
      // nothing unless everything has arrived, so existing copies stay without signal.
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
