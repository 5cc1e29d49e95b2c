import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

/** `tests/bench/budgets.json` has the same limit for the first visits of visitors. */
const LIMIT = 0.02

const PUBLIC = [
  '/',
  '/map',
  '/trails',
  '/trails/old-salty-dog',
  '/report',
  '/offline',
  '/alerts',
  '/subscribe',
  '/information/about',
  '/help',
  '/emergency',
  '/m/BF17',
  '/access-denied',
  '/404',
]
const FOR_VISITORS = ['/login', '/register', '/reset-password']
const FOR_PEOPLE = ['/actions/mine', '/actions/outstanding', '/actions/add', '/account/details', '/account/settings']

/** Opens the page and returns the total of its shifts, once nothing has been loaded or has moved for a number of frames. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await expect(page.getByRole('main').or(page.locator('.emergency')).first()).toBeVisible()
  return page.evaluate(async () => {
    const seen = { shift: 0, changes: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.changes++
        if (entry.entryType === 'layout-shift') seen.shift += (entry as PerformanceEntry & { value: number }).value
      }
    })
    for (const type of ['layout-shift', 'resource']) observer.observe({ type, buffered: true })
    await document.fonts.ready
    for (let frames = 0, before = -1; frames < 90; frames = seen.changes === before ? frames + 1 : 0) {
      before = seen.changes
      await new Promise(requestAnimationFrame)
    }
    return Math.round(seen.shift * 1000) / 1000
  })
}

async function expectStill(page: Page, paths: readonly string[]) {
  const moved: [string, number][] = []
  for (const path of paths) {
    const shift = await shiftOf(page, path)
    if (shift > LIMIT) moved.push([path, shift])
  }
  expect.soft(moved).toEqual([])
}

async function storeApp(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${size}`, () => {
    test.slow()
    test.use({ viewport })

    test('nothing moves when a visitor opens a page from the device’s storage, with and without signal', {
      tag: '@service-worker',
    }, async ({ page, context }) => {
      await page.goto('/')
      await storeApp(page)
      await expectStill(page, [...PUBLIC, ...FOR_VISITORS])
      await goOffline(page, context)
      await expectStill(page, [...PUBLIC, ...FOR_VISITORS])
    })

    test('nothing moves when a logged-in person opens a page, with and without signal', { tag: '@service-worker' }, async ({
      page,
      context,
    }) => {
      await logIn(page, 'member')
      await storeApp(page)
      await expectStill(page, [...PUBLIC, ...FOR_PEOPLE])
      await goOffline(page, context)
      await expectStill(page, [...PUBLIC, ...FOR_PEOPLE])
    })
  })
}
