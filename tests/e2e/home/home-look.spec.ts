import type { Page } from '@playwright/test'
import { about, addAction } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const NARROW = { width: 320, height: 700 }

async function expectBadges(page: Page) {
  const map = page.getByRole('main').getByRole('link', { name: /Open map/ })
  const badges = map.locator('[data-status]')
  await expect(badges).toHaveText(['Bay of Fires', 'St Helens', 'Dreaming Pools'])
  expect(await badges.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.status))).toEqual([
    'Partially Open',
    'Open',
    'Closed',
  ])
  const wrong = await map.evaluate((link) => {
    const boxesOf = (what: string) => [...link.querySelectorAll(what)].map((one) => one.getBoundingClientRect())
    const [frame, all, others] = [link.getBoundingClientRect(), boxesOf('[data-status]'), boxesOf('small, [data-sample]')]
    const overlap = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const cut = all.filter((one) => one.left < frame.left || one.right > frame.right || one.top < frame.top || one.bottom > frame.bottom)
    const over = all.filter((one) => [...all.filter((other) => other !== one), ...others].some((other) => overlap(one, other)))
    return [cut.length, over.length]
  })
  expect(wrong).toEqual([0, 0])
}

test('HOME-LOOK-1 on a phone, home shows status, links, map and safety in this order, and nothing is cut off or too wide', {
  tag: '@core',
}, async ({ page }) => {
  // A first visit may show the system font, which is wider on a test machine than on any phone.
  await page.goto('/login')
  await page.evaluate(() => document.fonts.load('16px "Inter Variable"'))
  for (const viewport of [NARROW, PHONE]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const map = page.getByRole('main').getByRole('link', { name: /Open map/ })
    await expect(map).toContainText('Sample data – not for navigation')
    await expect(map.locator('img').filter({ visible: true })).toHaveJSProperty('complete', true)
    await expectBadges(page)
    const tops = await Promise.all(
      [
        page.getByRole('region', { name: 'Trails Information' }),
        page.getByRole('navigation', { name: 'Quick Links' }),
        map,
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

test('HOME-LOOK-1 on a desktop, status, map, links and safety fit on one screen', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const map = page.getByRole('main').getByRole('link', { name: /Open map/ })
  await expect(map.locator('img').filter({ visible: true })).toHaveJSProperty('complete', true)
  const [status, picture] = await Promise.all([page.getByRole('region', { name: 'Trails Information' }).boundingBox(), map.boundingBox()])
  expect(picture?.y).toBe(status?.y)
  await expectBadges(page)
  const safety = await page.getByRole('region', { name: 'Staying Safe' }).boundingBox()
  expect((safety?.y ?? 0) + (safety?.height ?? 0)).toBeLessThanOrEqual(DESKTOP.height)
})

test('AGE-1 tapping an age on home shows the exact time for 5 s', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const age = page.getByRole('region', { name: 'Trails Information' }).getByRole('button', { name: /^Confirmed / })
  await age.click()
  const exact = page.getByText(/^\w{3} \d\d-\w{3}-\d\d \d\d:\d\d$/)
  await expect(exact).toBeInViewport({ ratio: 1 })
  await page.clock.runFor(5100)
  await expect(exact).toBeHidden()
})

test('HOME-LOOK-1 a manager’s home counts the items that need attention, and each count opens its list', async ({ page }) => {
  await logIn(page, 'manager')
  const card = page.getByRole('region', { name: 'Needs attention' })
  await expect(card.getByRole('link', { name: /closed or not confirmed/ })).toHaveAttribute('href', '/management/updates')
  const urgent = card.getByRole('link', { name: /High or Extreme, not assigned/ })
  await urgent.click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&assigned=nobody')
  await expect(page.getByRole('button', { name: 'Assigned to Nobody' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/actions/outstanding')
})

test('HOME-LOOK-1 NAV-1 the bar on a phone shows each role’s main pages, and a member’s home shows the progress of their reports', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Map', 'Trails', 'Report', 'Emergency'])
  await expect(bar.getByRole('link', { name: 'Report' })).toHaveAttribute('href', '/report')
  await logIn(page, 'member')
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Map', 'Trails', 'Report', 'Emergency'])
  await expect(bar.getByRole('link', { name: 'Report' })).toHaveAttribute('href', '/actions/add')
  const description = about('Loose plank')
  await addAction(page, description)
  await bar.getByRole('link', { name: 'Home' }).click()
  const report = page.getByRole('region', { name: 'My Actions' }).getByRole('listitem').filter({ hasText: description })
  await expect(report).toContainText('Received')
  await report.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
})
