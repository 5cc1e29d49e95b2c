import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { drawn, panel, raw, screenOf } from '../helpers/maps.ts'

type Line = { properties: { name: string }; geometry: { type: string; coordinates: never[] } }

function onTrail(name: string): { lat: number; lng: number } {
  const trail: Line | undefined = raw('trails').features.find(({ properties }: Line) => properties.name === name)
  if (!trail) throw new Error(`no trail ${name}`)
  const points: [number, number][] = trail.geometry.coordinates.flat(trail.geometry.type === 'MultiLineString' ? 1 : 0)
  const [lng, lat] = points[Math.floor(points.length / 4)] ?? [0, 0]
  return { lat, lng }
}

async function walk(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Trails Information' })).toContainText('Closed')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Map' }).click()
  await drawn(page)

  const place = onTrail('Dreaming Pools')
  await page.goto(`/map#${place.lat.toFixed(5)},${place.lng.toFixed(5)},15`)
  await drawn(page)
  const { x, y } = await screenOf(page, place)
  await page.mouse.click(x, y)
  const sheet = panel(page, 'Dreaming Pools')
  await expect(sheet).toContainText('Closed')
  await expect(sheet).toContainText('Creek crossing washed out. Do not enter from either end.')
  await expect(sheet).toContainText(/Confirmed (just now|\d+ min ago)/i)
  await sheet.getByRole('link', { name: 'All about this trail' }).click()

  await expect(page).toHaveURL('/trails/dreaming-pools')
  const head = page.getByRole('main')
  await expect(head).toContainText('Closed')
  await expect(head).toContainText('Creek crossing washed out. Do not enter from either end.')
  await expect(page.getByRole('img', { name: /^Elevation from/ })).toBeVisible()
  const posts = page.getByRole('region', { name: 'Posts along the trail' }).getByRole('link')
  const code = /[A-Z]{2}\d{2}/.exec((await posts.first().textContent()) ?? '')?.[0] ?? ''
  await posts.first().click()
  await expect(page.getByText(code, { exact: true }).first()).toBeVisible()
}

test('RIDER-WALK a rider reads home, the map, a closed trail with the reason, its page and its posts, first online and then offline', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  await walk(page)
  await page.goto('/')
  await goOffline(page, context)
  await walk(page)
})
