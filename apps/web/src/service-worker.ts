/**
 * Stores the whole app on the device, so that after one visit it opens offline on any path.
 *
 * The page is cached as `/shell.html`, which our server serves with the page's policy header, so the nonce in the cached header matches the
 * nonce in the cached page. Home is cached separately as `/home-shell.html` and painted before the app runs.
 *
 * A new version waits until no tab uses the old one, or until a person presses Update while no tab is busy (`platform/app-update.ts`). It
 * must never interrupt someone who is typing or sending.
 *
 * Tiles of downloaded maps come from their caches, online and offline. The page fills these caches (`features/offline-maps`), and they
 * belong to the person: nothing here ever deletes one.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { tileKey } from '#platform/tile-key.ts'
import { receivePushes } from './service-worker/pushes.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/**
 * Only some browsers support this, and TypeScript's types don't include it:
 * https://w3c.github.io/ServiceWorker/#installevent-add-routes-method
 */
type Route = { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' | { cacheName: string } }
type InstallEvent = ExtendableEvent & { addRoutes?(routes: Route[]): Promise<void> }

const route = (pathname: string, source: Route['source']): Route => ({ condition: { urlPattern: { pathname } }, source })

/** Cache for the site's own data. It is separate from the app's files because it changes independently of the app's version. */
const SITE_CACHE = 'site'
const GUIDE_ADDRESS = '/api/public/guide'
const DATA_ADDRESS = '/api/public/site-data'
const SITE_ADDRESSES = [GUIDE_ADDRESS, DATA_ADDRESS]
/** Public hazards are useful offline, but Emergency never waits for them. */
const HAZARDS_ADDRESS = '/api/public/hazards'
const STORED_ADDRESSES = [...SITE_ADDRESSES, HAZARDS_ADDRESS]
const PICTURES = '/images/'
/** Home's map, which consists of the terrain picture and the trail lines. */
const HOME_MAP = '/tiles/home/'

/**
 * Routes that browsers with support for them handle without the worker. The first match counts. The browser then needn't start a worker for
 * API requests or cached files. Above all, a worker that receives every request is never idle, and browsers only activate a new version
 * while the old one is idle.
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

/** Caches the public hazards, without delaying the installation. */
async function cacheHazards(): Promise<void> {
  await (await caches.open(SITE_CACHE)).add(HAZARDS_ADDRESS)
}

/**
 * Caches the pictures on the guide's pages. The pages also make sense without pictures, so a missing picture is only requested again at the
 * next start.
 */
async function cachePictures(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  const guide = await cache.match(GUIDE_ADDRESS)
  if (!guide) return
  // An older server doesn't return a list of pictures.
  const { pictures = [] }: { pictures?: string[] } = await guide.json()
  const addresses = new Set(pictures.map((picture) => new URL(picture, location.origin).href))
  for (const { url } of await cache.keys()) {
    // A picture's URL changes with its content. Cached pictures are therefore current, and those that no page shows are outdated.
    if (!addresses.delete(url) && new URL(url).pathname.startsWith(PICTURES)) await cache.delete(url)
  }
  for (const address of addresses) await cache.add(address)
}

/** Caches home's map. After later starts, home's request for the map updates this copy. */
async function cacheHomeMap(): Promise<void> {
  const cache = await caches.open(SITE_CACHE)
  const { site }: { site?: { homePictures?: Record<string, unknown> } } = (await (await cache.match(DATA_ADDRESS))?.json()) ?? {}
  const addresses = Object.values(site?.homePictures ?? {}).filter((value) => typeof value === 'string' && value.startsWith(HOME_MAP))
  await cache.addAll(addresses as string[])
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// On the first visit, the page was loaded without the service worker. By taking over that page, the worker also makes screens that the page
// opens later available offline.
clientsClaim()

// Makes the emergency page available offline to anyone who has opened home once. If this fails, the worker isn't installed and the next
// visit tries again, because an incomplete copy must not count as complete.
self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(cacheSite())
  event
    .addRoutes?.(ROUTES)
    .catch((error: unknown) => console.warn('couldn’t add routes, so the service worker handles every request', error))
})

// Pictures, hazards and home's map are cached only after installation, because a worker handles no requests until it is active, and
// Emergency must not wait for pictures.
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
    // The page already has this data and asks for a newer version, so the request goes to the server, and the response replaces the cached
    // copy.
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
  // `no-store` means that the page is downloading a map, so the tile must come from its source rather than the cache.
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
      // Updates the copies at every start, even for people who only ever open home. Usually the server responds with 304. Without signal,
      // all existing copies stay, because `addAll` stores nothing unless everything has arrived.
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
