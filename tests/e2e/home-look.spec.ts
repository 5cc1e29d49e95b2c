import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'
import { logIn } from './people.ts'

const NARROW = { width: 320, height: 700 }

test('HOME-LOOK-1 on a phone: status, report, map, links, safety in this order, nothing cut or wider than the screen', async ({ page }) => {
  for (const viewport of [NARROW, PHONE]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const map = page.getByRole('main').getByRole('link', { name: /Open map/ })
    await expect(map).toContainText('Sample data – not for navigation')
    await expect(map.locator('img').filter({ visible: true })).toHaveJSProperty('complete', true)
    const tops = await Promise.all(
      [
        page.getByRole('region', { name: 'Trails Information' }),
        page.getByRole('main').getByRole('link', { name: 'Report a problem' }),
        map,
        page.getByRole('navigation', { name: 'Quick Links' }),
        page.getByRole('region', { name: 'Staying Safe' }),
      ].map(async (part) => (await part.boundingBox())?.y ?? 0),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /Open map/ })
    .click()
  await expect(page).toHaveURL(/\/map/)
})

test('HOME-LOOK-1 on a desktop status, map, links and safety are in one view', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const map = page.getByRole('main').getByRole('link', { name: /Open map/ })
  await expect(map.locator('img').filter({ visible: true })).toHaveJSProperty('complete', true)
  const [status, picture] = await Promise.all([page.getByRole('region', { name: 'Trails Information' }).boundingBox(), map.boundingBox()])
  expect(picture?.y).toBe(status?.y)
  const safety = await page.getByRole('region', { name: 'Staying Safe' }).boundingBox()
  expect((safety?.y ?? 0) + (safety?.height ?? 0)).toBeLessThanOrEqual(DESKTOP.height)
})

test('AGE-1 a tap on an age of home shows the exact time for 5 s', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const age = page.getByRole('region', { name: 'Trails Information' }).getByRole('button', { name: /^Confirmed / })
  await age.click()
  const exact = page.getByText(/^\w{3} \d\d-\w{3}-\d\d \d\d:\d\d$/)
  await expect(exact).toBeInViewport({ ratio: 1 })
  await page.clock.runFor(5100)
  await expect(exact).toBeHidden()
})

test('HOME-LOOK-1 a manager’s home counts what needs attention, and each count opens what it counts', async ({ page }) => {
  await logIn(page, 'manager')
  const card = page.getByRole('region', { name: 'Needs attention' })
  await expect(card.getByRole('link', { name: /closed or not confirmed/ })).toHaveAttribute('href', '/management/updates')
  const urgent = card.getByRole('link', { name: /High or Extreme, not assigned/ })
  await urgent.click()
  await expect(page).toHaveURL('/actions/outstanding?only=urgent')
  await expect(page.getByRole('main')).toContainText('High or Extreme, not assigned')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
})
