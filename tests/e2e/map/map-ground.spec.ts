import type { Page } from '@playwright/test'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { dotsOf, drawn, ground, openMap } from '../helpers/maps.ts'

const BAY = '#-41.31000,148.28000,13'

function watchTiles(page: Page) {
  const tiles: { look: string; zoom: number }[] = []
  page.on('response', (reply) => {
    const [, look = '', zoom = ''] = /\/tiles\/(\w+)\/(\d+)\/\d+\/\d+\.webp$/.exec(new URL(reply.url()).pathname) ?? []
    if (look && reply.ok()) tiles.push({ look, zoom: Number(zoom) })
  })
  return tiles
}

const goDark = (page: Page) => page.addInitScript(() => localStorage.setItem('theme', 'dark'))

/** Brightness is measured before any filter, from 0 to 255. */
const baseOf = (page: Page) =>
  ground(page).evaluate((element) => {
    const layer = element.querySelector('.map-base, .map-base-dark')
    const canvas = layer instanceof HTMLCanvasElement ? layer : layer?.querySelector('canvas')
    if (!layer || !canvas) throw new Error('no base map')
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    let [sum, bare] = [0, 0]
    for (let i = 0; i < data.length; i += 4) {
      sum += ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3
      if (data[i + 3] === 0) bare++
    }
    return { brightness: sum / (data.length / 4), bare, filter: getComputedStyle(layer).filter }
  })

const WATER_INK = { light: [45, 111, 142], dark: [169, 214, 232] } as const satisfies Record<string, [number, number, number]>

test('MAP-GROUND the sample terrain has three styles: light, satellite, and dark with its own tiles instead of a filter', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  const tiles = watchTiles(page)
  await openMap(page, `/map${BAY}`)
  await expect(page.getByText('Sample data – not for navigation')).toBeVisible()
  await expect(page.getByText('Sample terrain. Land © OpenStreetMap contributors, ODbL')).toBeVisible()
  const light = await baseOf(page)
  expect(light).toMatchObject({ bare: 0, filter: 'none' })
  expect(light.brightness).toBeGreaterThan(180)
  // A low-density screen loads tiles at its own zoom, and coarser ones as a fallback.
  expect(new Set(tiles.map(({ look }) => look))).toEqual(new Set(['topographic']))
  expect([...new Set(tiles.map(({ zoom }) => zoom))].sort((a, b) => a - b)).toEqual([10, 11, 12, 13])

  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('radio', { name: 'Satellite' }).check()
  await expect.poll(() => tiles.some(({ look, zoom }) => look === 'satellite' && zoom === 13)).toBe(true)
  await drawn(page)
  await expect.poll(async () => (await baseOf(page)).bare).toBe(0)
  const photo = await baseOf(page)
  expect(photo.brightness).toBeLessThan(light.brightness - 40)
  await expect(page.getByText('Sample terrain. Land')).toBeVisible()
  await page.getByRole('radio', { name: 'Topographic' }).check()

  await goDark(page)
  // Leaving the map first means that the list contains only requests from the dark map.
  await page.goto('/help/map')
  tiles.length = 0
  await openMap(page, `/map${BAY}`)
  const dark = await baseOf(page)
  expect(dark).toMatchObject({ bare: 0, filter: 'none' })
  expect(dark.brightness).toBeLessThan(80)
  expect(new Set(tiles.map(({ look }) => look))).toEqual(new Set(['dark']))
  await expect(page.getByText('Sample data – not for navigation')).toBeVisible()

  // A base map without a dark style is still dimmed.
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('radio', { name: 'Satellite' }).check()
  await expect.poll(async () => (await baseOf(page)).filter).toContain('brightness(0.55)')
})

test('MAP-GROUND the app draws place names in the theme’s colour, at their own zooms, and hides them where a trail needs the space', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await openMap(page, `/map${BAY}`)
  await expect.poll(() => dotsOf(page, WATER_INK.light, 12)).toBeGreaterThan(30)
  // The label of Georges Bay appears at zoom 12.
  await page.goto('/map#-41.40000,148.33000,11')
  await page.reload()
  await drawn(page)
  expect(await dotsOf(page, WATER_INK.light, 12)).toBe(0)
  await goDark(page)
  await page.goto(`/map${BAY}`)
  await page.reload()
  await drawn(page)
  await expect.poll(() => dotsOf(page, WATER_INK.dark, 12)).toBeGreaterThan(30)
  expect(await dotsOf(page, WATER_INK.light, 12)).toBe(0)
})

test('MAP-GROUND a high-density screen uses tiles of the next zoom, except at the last zoom, and no tile is blank', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: PHONE, deviceScaleFactor: 2, serviceWorkers: 'block' })
  const page = await context.newPage()
  const tiles = watchTiles(page)
  const finest = () => Math.max(...tiles.map(({ zoom }) => zoom))
  for (const [zoom, closest] of [
    [12, 13],
    [14, 15],
    [15, 15],
    [17, 15],
  ]) {
    tiles.length = 0
    await page.goto(`/map#-41.36000,148.23000,${zoom}`)
    await page.reload()
    await drawn(page)
    expect(finest(), `at zoom ${zoom}`).toBe(closest)
    expect((await baseOf(page)).bare, `at zoom ${zoom}`).toBe(0)
  }
  // Where only coarser tiles exist, the map enlarges them.
  await page.goto('/map#-41.30000,148.05000,15')
  await page.reload()
  await drawn(page)
  expect((await baseOf(page)).bare).toBe(0)
  await context.close()
})

test('MAP-GROUND offline, the dark theme shows dimmed light tiles if only those were downloaded', { tag: '@service-worker' }, async ({
  page,
  context,
  privateApp,
}) => {
  await goDark(page)
  await page.goto(`${privateApp.url}/account/settings`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const row = page.getByRole('listitem', { name: 'St Helens', exact: true })
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('147 of 147 tiles')
  await privateApp.stop()
  await context.setOffline(true)
  await page.goto(`${privateApp.url}/map#-41.35200,148.23250,15`)
  await page.reload()
  await drawn(page)
  const base = await baseOf(page)
  expect(base.bare).toBe(0)
  expect(base.brightness).toBeGreaterThan(80)
  expect(base.brightness).toBeLessThan(150)
})
