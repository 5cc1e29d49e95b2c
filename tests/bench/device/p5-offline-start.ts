/**
 * P5: how long home and the map take to appear when opened offline, compared with a static page and with plain OpenLayers, each behind a
 * minimal service worker.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { type Measurement, type Metric, type Run, rounded } from '../metric.ts'
import { startOurServer } from '../server/servers.ts'
import { median, medianInterval } from '../statistics.ts'
import { inPairs, type Pair as MapPair, type MapVisit, startMaps } from '../visits/map-visit.ts'
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
type Pair = { ours: Start; bare: Start }

export const offlineStart: Metric = {
  name: 'P5',
  async measure(run) {
    const home = await measureHome(run)
    const maps = await startMaps(MAP.actions, { offline: true })
    try {
      const visits = await inPairs(maps, run, async (side) => {
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

async function measureHome(run: Run): Promise<Pair[]> {
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

async function startInPairs(browser: Browser, oursUrl: string, bareUrl: string, { pairs, signal }: Run): Promise<Pair[]> {
  const oursDevice = await visitOnce(browser, oursUrl, null)
  const bareDevice = await visitOnce(browser, bareUrl, '/worker.js')
  const ours = () => startOffline(oursDevice, oursUrl)
  const bare = () => startOffline(bareDevice, bareUrl)
  await ours()
  await bare()
  const done: Pair[] = []
  while (done.length < pairs) {
    signal.throwIfAborted()
    // The order alternates, so that a machine that gets busier over time affects both sides equally.
    if (done.length % 2 === 0) {
      const start = await ours()
      done.push({ ours: start, bare: await bare() })
    } else {
      const start = await bare()
      done.push({ ours: await ours(), bare: start })
    }
  }
  return done
}

function judge(pairs: Pair[], visits: MapPair<MapVisit>[]): Measurement {
  const ratios = pairs.map(({ ours, bare }) => ours.lcpMs / bare.lcpMs)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const mapRatios = visits.map(({ ours, bare }) => ours.readyMs / bare.readyMs)
  const mapRatio = median(mapRatios)
  const map = medianInterval(mapRatios)
  const middle = (of: (pair: Pair) => number) => Math.round(median(pairs.map(of)))
  const middleOfMap = (of: (visit: MapPair<MapVisit>) => number) => Math.round(median(visits.map(of)))
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
