/**
 * R23: a map download stops at a random tile because the connection is cut, the device is full, or the tab is closed. After resuming, the
 * app fetches no finished tile again.
 */

import type { BrowserContext, Page } from '@playwright/test'
import { type Line, openLine } from '@trailwarden/testkit/line/line'
import { until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { createTestDevice, openTestEnvWithApp } from '../helpers/browser.ts'

const AMOUNT = {
  small: { title: 'St Helens', slug: 'st-helens', tiles: 147, runs: 3 },
  full: { title: 'Bay of Fires', slug: 'bay-of-fires', tiles: 860, runs: 20 },
}
const ENDS = ['line cut', 'device full', 'tab closed'] as const
const SLOWEST_MS = 180_000
/** At about this size per tile, the device becomes full partway through the download. */
const TILE_BYTES = 3500

type Row = ReturnType<typeof rowOf>
const rowOf = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })
const startOf = (row: Row) => row.getByRole('button', { name: /^(Get everything|Resume)/ })

async function openMaps(page: Page, url: string, title: string): Promise<Row> {
  await page.goto(`${url}/offline`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const row = rowOf(page, title)
  await startOf(row).waitFor()
  return row
}

const finishedTiles = (page: Page, slug: string): Promise<string[]> =>
  page.evaluate(async (prefix) => {
    const name = (await caches.keys()).find((one) => one.startsWith(prefix))
    return name ? (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname) : []
  }, `map:${slug}:`)

async function countReadable(page: Page, context: BrowserContext, tiles: readonly string[]): Promise<number> {
  await context.setOffline(true)
  const readable = await page.evaluate(async (paths) => {
    let shown = 0
    for (const path of paths) {
      const picture = new Image()
      picture.src = `${path}?token=${shown}`
      if (
        await picture
          .decode()
          .then(() => picture.naturalWidth > 0)
          .catch(() => false)
      )
        shown++
    }
    return shown
  }, tiles)
  await context.setOffline(false)
  return readable
}

async function endAt(k: number, how: (typeof ENDS)[number], page: Page, context: BrowserContext, line: Line, title: string): Promise<Page> {
  const row = rowOf(page, title)
  if (how === 'line cut') {
    line.cutAfterTiles(k)
    await startOf(row).click()
    await row.getByRole('alert').waitFor({ timeout: SLOWEST_MS })
    line.cutAfterTiles(null)
    return page
  }
  if (how === 'device full') {
    const devtools = await context.newCDPSession(page)
    const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: line.url })
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: Math.ceil(usage) + k * TILE_BYTES })
    await startOf(row).click()
    await row.getByText(/isn’t enough space|Complete and checked/).waitFor({ timeout: SLOWEST_MS })
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url })
    return page
  }
  const before = line.tiles.length
  await startOf(row).click()
  await until(() => line.tiles.length - before >= k, SLOWEST_MS)
  const next = await context.newPage()
  await page.close()
  await openMaps(next, line.url, title)
  return next
}

export const mapDownload: FaultTest = {
  name: 'R23',
  async run(size, stop): Promise<Result> {
    const { title, slug, tiles, runs } = AMOUNT[size]
    const env = await openTestEnvWithApp({ SITE: 'st-helens' })
    const line = await openLine(env.address)
    const device = createTestDevice()
    const broken: string[] = []
    const stoppedAt: number[] = []
    let [lost, doubled, wholeBefore] = [0, 0, 0]
    try {
      const { context, page: first } = await device.start()
      let page = first
      for (let run = 0; run < runs && !stop.aborted; run++) {
        const how = ENDS[run % ENDS.length] ?? 'line cut'
        await openMaps(page, line.url, title)
        page = await endAt(1 + upTo(tiles - 16), how, page, context, line, title)
        const finished = await finishedTiles(page, slug)
        stoppedAt.push(finished.length)
        const row = rowOf(page, title)
        if (finished.length === tiles) wholeBefore++
        else {
          if (await row.getByText('Complete and checked').isVisible())
            broken.push(`${how}: marked complete with ${finished.length} of ${tiles}`)
          const before = line.tiles.length
          await startOf(row).click()
          await row.getByText('Complete and checked').waitFor({ timeout: SLOWEST_MS })
          doubled += line.tiles.slice(before).filter((tile) => finished.includes(tile)).length
        }
        const stored = await finishedTiles(page, slug)
        lost += tiles - (await countReadable(page, context, stored))
        await row.getByRole('button', { name: /^More/ }).click()
        await page.getByRole('menuitem', { name: 'Remove' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
        await row.getByText(/^Not on this/).waitFor()
      }
      const figures = {
        tiles,
        stoppedFirst: Math.min(...stoppedAt),
        stoppedLast: Math.max(...stoppedAt),
        wholeBefore,
        fetched: line.tiles.length,
      }
      return { runs: stoppedAt.length, lost, doubled, broken, figures }
    } finally {
      await device.remove()
      line.close()
      await env.close()
    }
  },
}
