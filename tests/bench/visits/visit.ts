/**
 * Chromium's throttling simulates a mid-range phone with "slow 4G": a CPU four times slower, 1.6 Mbit/s down, 750 kbit/s up and 150 ms for
 * every request. A real network also delays the setup of a connection, but for both pages equally.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '@trailwarden/testkit/app/chromium'

export type Visit = {
  lcpMs: number
  firstPaintMs: number
  /** The file name of an image or the content of a text. Both pages should have one largest element. */
  largest: string
  /** The main thread's throttled CPU time counts until one second after the last response. */
  cpuMs: number
  /** The service worker starts after the page has loaded, so its requests aren't included. */
  bytes: number
  requests: number
  /** Both pages must have identical text. */
  text: string
}

const CPU_SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** After the last response (including lazy images), scripts need this time to finish painting. */
const SETTLE_MS = 1_000
const VISIT_MS = 60_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(CHROMIUM && { executablePath: CHROMIUM }), args: CHROMIUM_ARGUMENTS })
}

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
          // React has already replaced the server-rendered elements, so a text element may be detached. The URL of an image is still
          // available.
          const what = largest.url.split('/').at(-1) || largest.element?.textContent || 'text that was replaced since'
          resolve({ lcpMs: largest.startTime, firstPaintMs: first.startTime, largest: what })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
