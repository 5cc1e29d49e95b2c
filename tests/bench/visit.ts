/**
 * One first visit to a page, as a middling phone on a slow mobile network would see it, with everything that was counted.
 *
 * The slow-downs are Chromium's own: four times slower script and layout, and a network of 1.6 Mbit/s down, 750 kbit/s up,
 * with 150 ms added to every request (the "slow 4G" of its performance tools). The delay is per request, so that setting up
 * a connection costs nothing more here; on a real network it does, for both pages alike.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

export type Visit = {
  /** When the largest text or picture of the first screen stood there (LCP). */
  lcpMs: number
  firstPaintMs: number
  /** What that largest thing is: the file of a picture, or the content of a text, since both pages should be judged by the same. */
  largest: string
  /** Work of the page's main thread until a second after the last answer, slowed down as it was. */
  cpuMs: number
  /** As sent over the wire. Requests of a service worker are not counted: it starts after the page has loaded. */
  bytes: number
  requests: number
  /** Everything a reader sees, to check that both pages have the same text. */
  text: string
}

const CPU_SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** After the last answer, pictures that are asked for late included: long enough for whatever the scripts still paint. */
const SETTLE_MS = 1_000
const VISIT_MS = 60_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A visit with nothing cached from an earlier one: neither files nor connections nor a service worker. */
export async function visitFirstTime(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true })
  context.setDefaultTimeout(VISIT_MS)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const traffic = countTraffic(devtools)
    await page.goto(url, { waitUntil: 'networkidle', timeout: VISIT_MS })
    await page.waitForTimeout(SETTLE_MS)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const seconds = metrics.find((metric) => metric.name === 'TaskDuration')?.value
    if (seconds === undefined) throw new Error('the browser does not report its CPU time')
    return { ...(await readPaints(page)), cpuMs: seconds * 1000, ...traffic, text: await readText(page) }
  } finally {
    await context.close()
  }
}

function readText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts as the page's text; home holds a hidden desktop menu too.
  return page.locator('body').innerText()
}

function countTraffic(devtools: CDPSession): { bytes: number; requests: number } {
  const traffic = { bytes: 0, requests: 0 }
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) traffic.requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
  })
  return traffic
}

export function readPaints(page: Page): Promise<Pick<Visit, 'lcpMs' | 'firstPaintMs' | 'largest'>> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('the browser reports no largest paint')), 5_000)
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1) as LargestContentfulPaint | undefined
          const first = performance.getEntriesByName('first-contentful-paint')[0]
          if (!largest || !first) return
          // React has put new elements in place of the served ones by now, so that a text may no longer be known; a file is.
          const what = largest.url.split('/').at(-1) || largest.element?.textContent || 'text that was replaced since'
          resolve({ lcpMs: largest.startTime, firstPaintMs: first.startTime, largest: what })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
