/** The list of screens is the one that the server and the router share, so that no page is missing. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { appPathExamples } from '@trailwarden/api'
import { createCertificate } from '@trailwarden/testkit/app/certificate'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { until } from '@trailwarden/testkit/wait'
import { type Server, startOurServer } from '../server/servers.ts'

/** These screens redirect visitors to the login screen. */
const NOT_PUBLIC =
  /^\/(account|actions|management|geopoints|updates|notices|work-days|users|waiting|passkeys|delete-account|change-\w+)(\/|$)/
/** An empty string excludes a path that only redirects. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/r/code': '/r/none',
  '/information/page': '/information/about',
  '/information': '',
  '/help/page': '/help/map',
}
const FRAMES = ['/embed/status', '/embed/trails/old-salty-dog']
/** The server renders these pages itself. */
const WRITTEN = ['/', '/emergency', '/m/BF17', '/trails', '/trails/old-salty-dog', '/404']

const screens = appPathExamples()
  .filter((path) => !NOT_PUBLIC.test(path))
  .map((path) => EXAMPLES[path] ?? path)
  .filter(Boolean)

export const PUBLIC_PAGES = [...WRITTEN, ...screens]
export const PUBLIC_PATHS = [...PUBLIC_PAGES, ...FRAMES]

/** The app starts to compress only after the first request, so these files are requested until they have their smallest form. */
async function warmUp(app: string): Promise<void> {
  for (const path of ['/api/public/site-data', '/api/public/guide', '/service-worker.js']) {
    const ask = () => fetch(app + path, { headers: { 'accept-encoding': 'br, gzip' } })
    const isSmall = await until(async () => (await ask()).headers.get('content-encoding') === 'br', 60_000)
    if (!isSmall) throw new Error(`${path} was not compressed within a minute`)
  }
}

export async function startFrontDoor(): Promise<Server> {
  const ours = await startOurServer()
  try {
    await warmUp(ours.url)
    const nginx = await startNginx({
      directory: mkdtempSync(join(tmpdir(), 'bench-front-door-')),
      appPorts: [Number(new URL(ours.url).port)],
      tls: createCertificate(),
    })
    return {
      url: nginx.url,
      async stop() {
        await nginx.destroy()
        await ours.stop()
      },
    }
  } catch (error) {
    await ours.stop()
    throw error
  }
}

type Network = { latency: number; downloadThroughput: number; uploadThroughput: number }

/** `mapUsableMs`: when the list of networks and the map's buttons work. */
type Seen = { emergencyMs: number | null; mapUsableMs: number | null; cls: number }

/** The observers start before the page's own scripts. */
const watch = () => {
  const seen: Seen = { emergencyMs: null, mapUsableMs: null, cls: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.cls += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  // On the Emergency page, the phone number counts instead of the link.
  const isThere = (element: Element) =>
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    element.getBoundingClientRect().height > 0 &&
    (element.matches('a[href^="tel:"]') || /emergency/i.test(element.textContent ?? ''))
  const look = () => {
    const now = performance.now()
    if ([...document.querySelectorAll('a[href="/emergency"],a[href="tel:000"],button')].some(isThere)) seen.emergencyMs ??= now
    const isUsable = (selector: string) => document.querySelector(selector)?.matches(':not([inert], [inert] *)')
    if (isUsable('[aria-label=Networks] button') && isUsable('[aria-label=Layers]')) seen.mapUsableMs ??= now
    if (seen.emergencyMs === null || (location.pathname === '/map' && seen.mapUsableMs === null)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export type FirstVisit = {
  page: Page
  devtools: CDPSession
  /** Pages poll for status, so each address counts only once. */
  traffic: { bytes: number; requests: number }
  readSeen(): Promise<Seen>
}

async function open(context: BrowserContext, network: Network | null): Promise<FirstVisit> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Network.enable')
  if (network) await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  const traffic = { bytes: 0, requests: 0 }
  const [known, open_] = [new Set<string>(), new Set<string>()]
  devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (!request.url.startsWith('http') || known.has(request.url)) return
    known.add(request.url)
    open_.add(requestId)
    traffic.requests++
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (open_.delete(requestId)) traffic.bytes += encodedDataLength
  })
  return { page, devtools, traffic, readSeen: () => page.evaluate(() => (window as unknown as { seen: Seen }).seen) }
}

/** The service worker starts after the page has loaded and would affect only some measurements, so it is blocked. */
export async function visitPublicPage<T>(browser: Browser, network: Network | null, use: (visit: FirstVisit) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  try {
    return await use(await open(context, network))
  } finally {
    await context.close()
  }
}
