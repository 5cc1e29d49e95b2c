/**
 * P17: the time until content and a tappable Emergency link appear on a first visit to each public page, over a slow connection (50 kB/s,
 * 400 ms latency). The slowest page counts. For the map, it also reports when the trails are drawn, and when the list and buttons work.
 */
import type { Browser } from '@playwright/test'
import { type Metric, rounded } from '../metric.ts'
import { median } from '../statistics.ts'
import { PUBLIC_PAGES, startFrontDoor, visitPublicPage } from '../visits/public-pages.ts'
import { launchBrowser } from '../visits/visit.ts'

const [TARGET_S, LIMIT_S] = [1.2, 3]
const SLOW_LINE = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 }
const LONGEST_MS = 60_000
/** A visit takes seconds, and there are many pages. */
const MOST_VISITS = 3

const MAP = '/map'
type MapSeconds = { trails: number; usable: number }

const waitForMap = (browser: Browser, url: string): Promise<MapSeconds> =>
  visitPublicPage(browser, SLOW_LINE, async ({ page, readSeen }) => {
    await page.goto(url, { waitUntil: 'commit', timeout: LONGEST_MS })
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('lines drawn').length > 0 &&
        (window as unknown as { seen: { mapUsableMs: number | null } }).seen.mapUsableMs !== null,
      undefined,
      { timeout: LONGEST_MS, polling: 100 },
    )
    const { mapUsableMs } = await readSeen()
    const drawnMs = await page.evaluate(() => performance.getEntriesByName('lines drawn')[0]?.startTime ?? 0)
    return { trails: drawnMs / 1000, usable: (mapUsableMs ?? 0) / 1000 }
  })

const wait = (browser: Browser, url: string): Promise<number> =>
  visitPublicPage(browser, SLOW_LINE, async ({ page, readSeen }) => {
    await page.goto(url, { waitUntil: 'commit', timeout: LONGEST_MS })
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        (window as unknown as { seen: { emergencyMs: number | null } }).seen.emergencyMs !== null,
      undefined,
      { timeout: LONGEST_MS, polling: 100 },
    )
    const { emergencyMs } = await readSeen()
    const paintMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
    return Math.max(paintMs, emergencyMs ?? 0) / 1000
  })

export const slowLine: Metric = {
  name: 'P17',
  async measure({ pairs, signal }) {
    const ours = await startFrontDoor()
    const browser = await launchBrowser()
    try {
      const seconds: Record<string, number[]> = Object.fromEntries(PUBLIC_PAGES.map((path) => [path, []]))
      const visits = Math.min(pairs, MOST_VISITS)
      const maps: MapSeconds[] = []
      // nginx hasn't cached the first responses yet, so these visits aren't counted.
      for (const path of PUBLIC_PAGES) await visitPublicPage(browser, null, ({ page }) => page.goto(ours.url + path))
      for (let n = 0; n < visits; n++)
        for (const path of PUBLIC_PAGES) {
          signal.throwIfAborted()
          seconds[path]?.push(await wait(browser, ours.url + path))
          if (path === MAP) maps.push(await waitForMap(browser, ours.url + path))
        }
      const pages = Object.fromEntries(Object.entries(seconds).map(([path, all]) => [path, rounded(median(all))]))
      const slowest = Math.max(...Object.values(pages))
      const medianOf = (what: keyof MapSeconds) => rounded(median(maps.map((map) => map[what])))
      const map = { trails: medianOf('trails'), usable: medianOf('usable') }
      return {
        ratio: slowest / TARGET_S,
        target: 1,
        limit: rounded(LIMIT_S / TARGET_S),
        ok: slowest <= TARGET_S,
        broken: slowest > LIMIT_S ? [`${slowest} s until Emergency, limit ${LIMIT_S} s`] : [],
        row: { n: visits, value: slowest, unit: 's', target: TARGET_S, limit: LIMIT_S, figures: pages },
        figures: { slowest, pages, map },
      }
    } finally {
      await browser.close()
      await ours.stop()
    }
  },
}
