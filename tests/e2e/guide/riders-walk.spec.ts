import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { drawn, onTrail, panel, screenOf } from '../helpers/maps.ts'

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
  await page.getByRole('heading', { name: /^\d+ emergency posts$/ }).click()
  const posts = page.getByRole('region', { name: 'Emergency posts' }).getByRole('link')
  const code = /[A-Z]{2}\d{2}/.exec((await posts.first().textContent()) ?? '')?.[0] ?? ''
  await posts.first().click()
  await expect(page.getByText(code, { exact: true }).first()).toBeVisible()
}

test('RIDER-WALK a rider reads home, the map, a closed trail with the reason, its page and its posts, first online and then offline', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  test.slow()
  await walk(page)
  await page.goto('/')
  await goOffline(page, context)
  await walk(page)
})
