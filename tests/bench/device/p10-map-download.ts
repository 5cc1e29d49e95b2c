/** P10: the time to download the 860 tiles of an offline map, compared with only fetching and caching the tiles, six at a time. */
import type { Browser, Page } from '@playwright/test'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { startOurServer } from '../server/servers.ts'
import { median, medianInterval } from '../statistics.ts'
import { launchBrowser } from '../visits/visit.ts'

const TARGET = 1.15
const LIMIT = 1.4
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
const TITLE = 'Bay of Fires'
const TILES = 860
const LONGEST_MS = 180_000

export const mapDownload: Metric = {
  name: 'P10',
  async measure(run) {
    const server = await startOurServer()
    try {
      const browser = await launchBrowser()
      try {
        return judge(await downloadInPairs(browser, server.url, run))
      } finally {
        await browser.close()
      }
    } finally {
      await server.stop()
    }
  },
}

async function downloadInPairs(browser: Browser, url: string, run: Run): Promise<Pair<number>[]> {
  // The initial download fills our cache with the tile addresses and isn't measured.
  const addresses = await onFreshPage(browser, url, async (page) => {
    await downloadOurs(page)
    return page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('map:')) ?? ''
      return (await (await caches.open(name)).keys()).map((request) => request.url)
    })
  })
  if (addresses.length !== TILES) throw new Error(`the map has ${addresses.length} tiles, not ${TILES}`)
  const ours = () => onFreshPage(browser, url, downloadOurs)
  const bare = () => onFreshPage(browser, url, (page) => downloadBare(page, addresses))
  await bare()
  return measurePairs(run, ours, bare)
}

/** Both sides use one page, with the service worker and an empty cache. */
async function onFreshPage<T>(browser: Browser, url: string, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/offline`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByText(`0 of ${TILES} tiles`).waitFor({ state: 'attached' })
    return await act(page)
  } finally {
    await context.close()
  }
}

function downloadOurs(page: Page): Promise<number> {
  return page.evaluate(
    ([title, longestMs]) =>
      new Promise<number>((resolve, reject) => {
        const row = document.querySelector(`li[aria-label="${title}"]`)
        const button = row?.querySelector<HTMLButtonElement>('button[aria-label^="Get everything"]')
        if (!row || !button) throw new Error('the download button is missing')
        setTimeout(() => reject(new Error(`not finished: ${row.textContent}`)), longestMs)
        const started = performance.now()
        new MutationObserver(() => {
          if (row.textContent.includes('Complete and checked')) resolve(performance.now() - started)
        }).observe(row, { childList: true, subtree: true, characterData: true })
        button.click()
      }),
    [TITLE, LONGEST_MS] as const,
  )
}

function downloadBare(page: Page, addresses: readonly string[]): Promise<number> {
  return page.evaluate(async (all) => {
    const started = performance.now()
    const cache = await caches.open('bare')
    let next = 0
    const work = async () => {
      for (let address = all[next++]; address !== undefined; address = all[next++])
        await cache.put(address, await fetch(address, { cache: 'no-store' }))
    }
    await Promise.all(Array.from({ length: 6 }, work))
    return performance.now() - started
  }, addresses)
}

function judge(pairs: Pair<number>[]): Measurement {
  const ratios = pairs.map(({ ours, bare }) => ours / bare)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const ms = { ours: Math.round(median(pairs.map((pair) => pair.ours))), bare: Math.round(median(pairs.map((pair) => pair.bare))) }
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE,
    broken: ratio > LIMIT ? [`ratio ${rounded(ratio)} is over ${LIMIT}`] : [],
    row: {
      n: pairs.length,
      interval: [rounded(low), rounded(high)],
      sides: { ours: rounded(ms.ours / 1000), bare: rounded(ms.bare / 1000), unit: 's' },
    },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      tiles: TILES,
      ms,
    },
  }
}
