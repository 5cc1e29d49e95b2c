/** The map draws its trails before the app has loaded, and the app takes over the running map. */
import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/e2e-test.ts'
import { drawn, ground, panel } from '../helpers/maps.ts'

test.use({ serviceWorkers: 'block' })

type Labelled = { placedLabels: { left: number; top: number; what: string }[] }

const FIRST = '#first-map'
const linesDrawn = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('lines drawn').length > 0)
const badgesIn = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) =>
    (element as unknown as Labelled).placedLabels
      .filter(({ what }) => what.startsWith('badge'))
      .map(({ left, top, what }) => `${what} ${Math.round(left)},${Math.round(top)}`)
      .sort(),
  )
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

test('P17 trails and badges are drawn before the app has arrived, and nothing moves when the app takes over the map', {
  tag: '@core',
}, async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const tiles: string[] = []
  page.on('request', (request) => request.url().includes('/tiles/') && tiles.push(request.url()))
  await page.route('**/assets/index-*.js', (route) => isReleased.then(() => route.continue()))
  await page.goto('/map', { waitUntil: 'commit' })
  await linesDrawn(page)
  await expect.poll(() => badgesIn(page, FIRST)).toHaveLength(3)
  const before = await badgesIn(page, FIRST)
  // The connection is needed for the app first.
  expect(tiles).toEqual([])
  const canvas = await page.locator(`${FIRST} canvas`).last().elementHandle()
  release()
  await expect(page.getByRole('button', { name: 'Layers' })).toBeVisible()
  await drawn(page)
  expect(await ground(page).evaluate((element, first) => element.contains(first), canvas)).toBe(true)
  expect(await badgesIn(page, '[role=application]')).toEqual(before)
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
  // The app's handlers and keys work on the map that it took over.
  await panel(page, 'Networks')
    .getByRole('button', { name: /^St Helens/ })
    .click()
  await expect(panel(page, 'Networks')).toHaveCount(0)
  await ground(page).focus()
  const view = page.url()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.url()).not.toBe(view)
})

test('P17 a link to a view opens the first drawing at that view, with the layers that the person chose', async ({ page }) => {
  await page.goto('/map', { waitUntil: 'commit' })
  await page.evaluate(() => localStorage.setItem('map-layers', JSON.stringify({ base: '', shown: { 'emergency-markers': false } })))
  await page.route('**/assets/index-*.js', () => {})
  await page.goto('/map#-41.30500,148.21000,15', { waitUntil: 'commit' })
  await page.reload({ waitUntil: 'commit' })
  await linesDrawn(page)
  const kinds = await page
    .locator(FIRST)
    .evaluate((element) =>
      (element as unknown as Labelled).placedLabels.map(({ what }) => what.split(' ')[0]).filter((kind) => kind === 'post'),
    )
  expect(kinds).toEqual([])
})

for (const [what, files] of [
  ['its code', '**/assets/map-data-*.js'],
  ['its data', '**/map-lines.json'],
] as const)
  test(`if the first drawing of the map lacks ${what}, the app starts without it`, { tag: '@core' }, async ({ page }) => {
    let isFirst = true
    await page.route(files, (route) => {
      const isRefused = isFirst || files.endsWith('json')
      isFirst = false
      return isRefused ? route.abort() : route.continue()
    })
    await page.goto('/map')
    await expect(page.getByRole('button', { name: 'Layers' })).toBeVisible()
    await expect(panel(page, 'Networks').getByRole('listitem').filter({ hasText: 'Dreaming Pools' })).toContainText('Closed')
    if (files.endsWith('json')) await drawn(page)
  })

test('the first drawing shows no status that the server didn’t send with the page', async ({ page }) => {
  await page.route('**/assets/index-*.js', () => {})
  await page.route('**/map', async (route) => {
    const reply = await route.fetch()
    const body = await reply.text()
    await route.fulfill({ response: reply, body: body.replace('id="first-conditions"', 'id="other"') })
  })
  await page.goto('/map', { waitUntil: 'commit' })
  await linesDrawn(page)
  expect(await badgesIn(page, FIRST)).toEqual([])
})
