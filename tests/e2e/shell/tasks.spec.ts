import type { Locator } from '@playwright/test'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'

/** Counts the taps that a rider needs on a phone. */
function counting() {
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps++
  }
  return { tap, taps: () => taps }
}

test('UX-TASKS the status takes no tap, the script for 000 one, directions to a trail two, and an offline map two', {
  tag: ['@core', '@service-worker'],
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const status = page.getByRole('region', { name: 'Trails Information' })
  for (const network of ['St Helens', 'Bay of Fires', 'Dreaming Pools'])
    await expect(status.getByText(network, { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(status.getByText('Closed', { exact: true })).toBeInViewport({ ratio: 1 })

  const emergency = counting()
  await emergency.tap(page.getByRole('link', { name: 'Emergency', exact: true }).last())
  await expect(page.getByRole('heading', { name: 'Tell 000' })).toBeInViewport({ ratio: 1 })
  expect(emergency.taps()).toBe(1)

  await page.goto('/trails')
  const directions = counting()
  await directions.tap(page.getByRole('link', { name: /^Blue Tier/ }))
  await expect(page).toHaveURL('/trails/blue-tier')
  const link = page.getByRole('link', { name: 'Directions' })
  await expect(link).toHaveAttribute('href', /destination=-?\d+\.\d+,\d+\.\d+/)
  const opened = page.waitForEvent('popup')
  await directions.tap(link)
  await (await opened).close()
  expect(directions.taps()).toBe(2)

  await page.goto('/')
  // The service worker stores the map.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 }).toBe(true)
  const offline = counting()
  await offline.tap(page.getByRole('main').getByRole('link', { name: 'Offline maps' }))
  const row = page.getByRole('listitem', { name: 'St Helens', exact: true })
  await offline.tap(row.getByRole('button').first())
  const storedTiles = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('map:st-helens:'))
      return name ? (await (await caches.open(name)).keys()).length : 0
    })
  await expect.poll(storedTiles, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(offline.taps()).toBe(2)
})
