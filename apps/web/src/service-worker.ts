/**
 * Keeps the whole app on the device, so that it opens without signal, on any path, after one visit.
 *
 * The page itself is kept as `/shell.html`, which our server answers with the page's policy header: the nonce in the kept
 * header then matches the nonce in the kept page.
 *
 * A new version waits until no tab uses the old one: it must never interrupt someone who is writing or sending.
 */
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// On the first visit the page was loaded without us; taking it over lets its later screens open offline too.
clientsClaim()

registerRoute(new NavigationRoute(createHandlerBoundToURL('/shell.html'), { denylist: [/^\/api\//, /\.[a-z0-9]+$/i] }))
