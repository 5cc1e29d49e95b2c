/**
 * P5: how long home and the map take to appear when opened offline, compared with a static page and with plain OpenLayers, each behind a
 * minimal service worker.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { startOurServer } from '../server/servers.ts'
import { median, medianInterval } from '../statistics.ts'
import { type MapVisit, measureInPairs, startMaps } from '../visits/map-visit.ts'
import { startStaticHome } from '../visits/static-home.ts'
import { launchBrowser, readPaints } from '../visits/visit.ts'

const TARGET = 1.4
const LIMIT = 2
const MAP = { target: 1.25, limit: 1.5, actions: 200 }
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
/** After the load event, scripts need this time to finish painting. */
const SETTLE_MS = 1000

type Start = { lcpMs: number; firstPaintMs: number }

export const offlineStart: Metric = {
  name: 'P5',
  async measure(run) {
    const home = await measureHome(run)
    const maps = await startMaps(MAP.actions, { offline: true })
    try {
      const visits = await measureInPairs(maps, run, async (side) => {
        const { visit, page } = await side.open()
        await page.close()
        return visit
      })
      return judge(home, visits)
    } finally {
      await maps.stop()
    }
  },
}

async function measureHome(run: Run): Promise<Pair<Start>[]> {
  const ours = await startOurServer()
  try {
    const browser = await launchBrowser()
    try {
      const bare = await startStaticHome(browser, ours.url)
      try {
        return await startInPairs(browser, ours.url, bare.url, run)
      } finally {
        await bare.stop()
      }
    } finally {
      await browser.close()
    }
  } finally {
    await ours.stop()
  }
}

async function visitOnce(browser: Browser, url: string, worker: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true })
  const page = await context.newPage()
  await page.goto(url)
  // Our page registers its own service worker. The static page doesn't, so the test registers one.
  if (worker) await page.evaluate((address) => navigator.serviceWorker.register(address).then(() => undefined), worker)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForTimeout(SETTLE_MS)
  await page.close()
  await context.setOffline(true)
  return context
}

async function startOffline(context: BrowserContext, url: string): Promise<Start> {
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'load' })
    await page.getByText('Trails Information').first().waitFor()
    await page.waitForTimeout(SETTLE_MS)
    return await readPaints(page)
  } finally {
    await page.close()
  }
}

async function startInPairs(browser: Browser, oursUrl: string, bareUrl: string, run: Run): Promise<Pair<Start>[]> {
  const oursDevice = await visitOnce(browser, oursUrl, null)
  const bareDevice = await visitOnce(browser, bareUrl, '/worker.js')
  const ours = () => startOffline(oursDevice, oursUrl)
  const bare = () => startOffline(bareDevice, bareUrl)
  await ours()
  await bare()
  return measurePairs(run, ours, bare)
}

function judge(pairs: Pair<Start>[], visits: Pair<MapVisit>[]): Measurement {
  const ratios = pairs.map(({ ours, bare }) => ours.lcpMs / bare.lcpMs)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const mapRatios = visits.map(({ ours, bare }) => ours.readyMs / bare.readyMs)
  const mapRatio = median(mapRatios)
  const map = medianInterval(mapRatios)
  const middle = (of: (pair: Pair<Start>) => number) => Math.round(median(pairs.map(of)))
  const middleOfMap = (of: (visit: Pair<MapVisit>) => number) => Math.round(median(visits.map(of)))
  const lcpMs = { ours: middle(({ ours }) => ours.lcpMs), bare: middle(({ bare }) => bare.lcpMs) }
  const firstPaintMs = { ours: middle(({ ours }) => ours.firstPaintMs), bare: middle(({ bare }) => bare.firstPaintMs) }
  const readyMs = { ours: middleOfMap(({ ours }) => ours.readyMs), bare: middleOfMap(({ bare }) => bare.readyMs) }
  const broken: string[] = []
  if (ratio > LIMIT) broken.push(`home: ratio ${rounded(ratio)} is over ${LIMIT}`)
  if (mapRatio > MAP.limit) broken.push(`map: ratio ${rounded(mapRatio)} is over ${MAP.limit}`)
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE && map.high <= MAP.target * TOLERANCE,
    broken,
    row: { n: pairs.length, interval: [rounded(low), rounded(high)], sides: { ...lcpMs, unit: 'ms' } },
    parts: {
      paint: {
        n: pairs.length,
        value: rounded(firstPaintMs.ours / firstPaintMs.bare),
        unit: '×',
        sides: { ...firstPaintMs, unit: 'ms' },
      },
      map: {
        n: visits.length,
        value: rounded(mapRatio),
        unit: '×',
        interval: [rounded(map.low), rounded(map.high)],
        target: MAP.target,
        limit: MAP.limit,
        sides: { ...readyMs, unit: 'ms' },
      },
    },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      lcpMs,
      firstPaintMs,
      map: {
        ratio: rounded(mapRatio),
        target: MAP.target,
        interval: [rounded(map.low), rounded(map.high)],
        readyMs,
        cpuMs: { ours: middleOfMap(({ ours }) => ours.cpuMs), bare: middleOfMap(({ bare }) => bare.cpuMs) },
      },
    },
  }
}
