import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DESKTOP, expect, IS_FULL, PHONE, test } from '../helpers/e2e-test.ts'

type Label = { left: number; top: number; right: number; bottom: number; what: string }
type LonLat = [number, number]

const raw = (file: string) => JSON.parse(readFileSync(new URL(`../../../sites/st-helens/raw/${file}.geojson`, import.meta.url), 'utf8'))
const POSTS: LonLat[] = raw('emergency-markers').features.map((post: { geometry: { coordinates: LonLat } }) => post.geometry.coordinates)

/** A large viewport needs fewer views. */
const WALL = { width: 2400, height: 1500 }

async function labels(page: Page): Promise<Label[]> {
  return page.getByRole('application').evaluate((map) => (map as HTMLElement & { placedLabels: Label[] }).placedLabels)
}

async function drawn(page: Page) {
  await page.waitForFunction(() => {
    const last = performance.getEntriesByName('map drawn').at(-1)
    return last !== undefined && performance.now() - last.startTime > 300
  })
}

const overlap = (a: Label, b: Label) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const isOf = (kind: string) => (label: Label) => label.what.startsWith(`${kind} `)

/** Together, the views show every post at this zoom. */
function viewsOver(zoom: number, { width, height }: { width: number; height: number }): string[] {
  const perDegree = (256 * 2 ** zoom) / 360
  const [spanLng, spanLat] = [(width * 0.8) / perDegree, ((height * 0.7) / perDegree) * Math.cos((41.3 * Math.PI) / 180)]
  const views: string[] = []
  let left = [...POSTS]
  while (left[0]) {
    const [lng, lat] = [left[0][0] + spanLng / 3, left[0][1] - spanLat / 3]
    views.push(`#${lat.toFixed(5)},${lng.toFixed(5)},${zoom}`)
    left = left.slice(1).filter(([x, y]) => Math.abs(x - lng) > spanLng / 2 || Math.abs(y - lat) > spanLat / 2)
  }
  return views
}

for (const [name, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`MAP-LOOK the first view (${name}) shows every network with its status, without overlapping badges`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/map')
    await drawn(page)
    const badges = (await labels(page)).filter(isOf('badge'))
    expect(badges.map(({ what }) => what).sort()).toEqual(['badge bay-of-fires', 'badge dreaming-pools', 'badge st-helens'])
    const box = await page.getByRole('application').boundingBox()
    const list = await page.getByRole('region', { name: 'Networks' }).boundingBox()
    if (!box || !list) throw new Error('no map')
    // The list is below the map on a phone, and to its left on a desktop.
    const seen = name === 'phone' ? { left: 0, bottom: list.y - box.y } : { left: list.x + list.width - box.x, bottom: box.height }
    const buttons = await page.getByRole('application').locator('xpath=..').getByRole('button').all()
    const covers = [page.getByText('Sample data – not for navigation').filter({ visible: true }).first(), ...buttons]
    for (const one of badges) {
      for (const cover of covers) {
        const over = await cover.boundingBox()
        if (!over) continue
        const [left, top] = [over.x - box.x, over.y - box.y]
        const covered = { what: 'cover', left, top, right: left + over.width, bottom: top + over.height }
        expect(overlap(one, covered), `${one.what} is covered`).toBe(false)
      }
      expect(one.left).toBeGreaterThanOrEqual(seen.left)
      expect(one.top).toBeGreaterThanOrEqual(0)
      expect(one.right).toBeLessThanOrEqual(box.width)
      expect(one.bottom).toBeLessThanOrEqual(seen.bottom)
      for (const other of badges) if (other !== one) expect(overlap(one, other), `${one.what} and ${other.what}`).toBe(false)
    }
  })

test('MAP-LOOK at each zoom over the whole network, no code or pin covers a code, and no name covers a badge', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize(WALL)
  await page.goto('/map')
  await drawn(page)
  const found: string[] = []
  let [views, posts] = [0, 0]
  for (const zoom of IS_FULL ? [9, 10, 11, 12, 13, 14, 15, 16] : [11, 13, 15])
    for (const hash of viewsOver(zoom, WALL)) {
      await page.evaluate((view) => {
        performance.clearMarks('map drawn')
        location.assign(view)
      }, hash)
      await drawn(page)
      const all = await labels(page)
      const codes = all.filter((label) => isOf('post')(label) && label.right - label.left > 20)
      const [pins, names, badges] = [all.filter(isOf('pin')), all.filter(isOf('line')), all.filter(isOf('badge'))]
      views++
      posts += codes.length
      const report = (some: Label[], others: Label[]) => {
        for (const one of some)
          for (const other of others) if (one !== other && overlap(one, other)) found.push(`${hash} ${one.what} over ${other.what}`)
      }
      report(codes, codes)
      report(pins, codes)
      report(names, badges)
    }
  console.log(`${views} views, ${posts} codes`)
  expect(found).toEqual([])
})

test('MAP-LOOK the list of networks precedes the map, shows the same text as the badges, and opens each network', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/map')
  await drawn(page)
  const list = page.getByRole('region', { name: 'Networks' })
  await expect(list.getByRole('button', { name: /^3 networks Confirmed/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(list.getByRole('listitem')).toHaveText([
    /^Bay of Fires Partially Open/,
    /^St Helens Open/,
    /^Dreaming Pools Closed\s*Creek crossing washed out\. Do not enter from either end\./,
  ])
  const isBefore = await list.evaluate((one) => {
    const map = document.querySelector('[role=application]')
    return map !== null && (one.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
  expect(isBefore).toBe(true)
  await list.getByRole('button', { name: /^Dreaming Pools/ }).click()
  // At this zoom, trails show their own status, and networks have no badges.
  await expect(list).toBeHidden()
  await expect.poll(async () => (await labels(page)).filter(isOf('badge'))).toEqual([])
  await drawn(page)
  expect((await labels(page)).filter(({ what }) => what === 'line Dreaming Pools' || what.startsWith('line '))).not.toEqual([])
})
