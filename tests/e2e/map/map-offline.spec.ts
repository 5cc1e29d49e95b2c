import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { dotsOf, drawn, ground, panel } from '../helpers/maps.ts'

/** A view in the offline map of St Helens, among its trails. */
const HERE = '#-41.35000,148.23500,14'
const BLUE: [number, number, number] = [31, 111, 209]
const NO_MAP = 'No background map here'

const bar = (page: Page) => page.getByRole('main').locator('xpath=preceding-sibling::*[@role="status"]')
const gridOf = (page: Page) => ground(page).evaluate((element) => getComputedStyle(element).backgroundImage)

test('UX-2.8 without a downloaded map, the offline map shows a grid with trails and posts, and once per visit a card that offers the map', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await page.goto('/')
  await goOffline(page, context)
  await page.goto(`/map${HERE}`)
  await drawn(page)
  const card = panel(page, NO_MAP)
  await expect(card).toContainText(/The map for St Helens isn’t on this phone yet \(\d+ [kM]B\)\. Get it the next time you have Wi-Fi\./)
  expect(await gridOf(page)).toContain('linear-gradient')
  expect(await dotsOf(page, BLUE)).toBeGreaterThan(200)
  // On the smallest phone, the card is fully visible and not under the controls.
  for (const size of [PHONE, { width: 320, height: 700 }]) {
    await page.setViewportSize(size)
    const [cardBox, controls] = await Promise.all([card.boundingBox(), page.getByRole('group', { name: 'Map controls' }).boundingBox()])
    if (!cardBox || !controls) throw new Error('the card or the controls are not visible')
    expect(cardBox.x).toBeGreaterThanOrEqual(0)
    expect(cardBox.x + cardBox.width).toBeLessThanOrEqual(size.width)
    expect(controls.y + controls.height).toBeLessThanOrEqual(cardBox.y)
    expect(controls.y).toBeGreaterThanOrEqual(56 + 48)
  }
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Trails in view' }).click()
  await expect(panel(page, 'Trails in view').getByRole('button', { name: /^SH\d/ }).first()).toBeVisible()
  await expect(card).toBeHidden()
  await panel(page, 'Trails in view').getByRole('button', { name: 'Close' }).click()

  await card.getByRole('button', { name: 'Remind me when I’m online' }).click()
  await expect(card).toBeHidden()
  await context.setOffline(false)
  const offer = panel(page, 'You’re online again')
  await expect(offer).toContainText(/Get the map for St Helens \(\d+ [kM]B\) while you have signal\./)
  expect(await page.evaluate(() => document.querySelector('canvas') !== null)).toBe(true)
  await offer.getByRole('link', { name: 'Get the map' }).click()
  await expect(page.getByRole('heading', { name: 'Networks' })).toBeVisible()
})

test('UX-2.8 a closed card doesn’t reappear during the visit', { tag: '@service-worker' }, async ({ page, context }) => {
  await page.goto('/')
  await goOffline(page, context)
  await page.goto(`/map${HERE}`)
  const card = panel(page, NO_MAP)
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toBeHidden()
  await page.evaluate(() => location.assign('#-41.37000,148.22000,15'))
  await drawn(page)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByText('Partially Open')).toBeVisible()
  await page.getByRole('link', { name: 'Map', exact: true }).first().click()
  await drawn(page)
  await expect(card).toBeHidden()
})

test('UX-2.8 the app reports a base map that fails while online, and can load it again', { tag: '@service-worker' }, async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.route('**/tiles/**', (route) => route.abort())
  await page.goto(`/map${HERE}`)
  const card = panel(page, 'The background map didn’t load.')
  await expect(card).toBeVisible()
  await page.unroute('**/tiles/**')
  const tile = page.waitForResponse((reply) => reply.url().includes('/tiles/topographic/14/') && reply.ok())
  await card.getByRole('button', { name: 'Try again' }).click()
  await tile
  await expect(card).toBeHidden()
  await context.close()
})

test('UX-2.8 the bar reports a stopped server while online, and disappears when the server responds', { tag: '@service-worker' }, async ({
  page,
  privateApp,
}) => {
  test.slow()
  await page.goto(privateApp.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await privateApp.stop()
  await page.goto(privateApp.url)
  await expect(bar(page)).toContainText('Can’t reach the server')
  await expect(bar(page)).not.toContainText('No signal')
  await page.goto(`${privateApp.url}/map${HERE}`)
  await expect(bar(page)).toContainText('Can’t reach the server')
  await expect(panel(page, 'The background map didn’t load.')).toBeVisible()
  await privateApp.start()
  await expect(bar(page)).toBeHidden({ timeout: 60_000 })
  await expect(panel(page, 'The background map didn’t load.')).toBeHidden()
})
