import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { about, cardOf } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

async function scrollTo(page: Page, y: number) {
  await expect
    .poll(() =>
      page.evaluate((to) => {
        window.scrollTo(0, to)
        return Math.round(scrollY)
      }, y),
    )
    .toBe(y)
}

/** The app must have started before the test goes on. */
async function openAt(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
}

test('UX-2.4 a page opened by its URL starts at the top, and going back restores the scroll position', async ({ page }) => {
  await openAt(page, '/help/map')
  await scrollTo(page, 700)
  await openAt(page, '/')
  expect(await scrolled(page)).toBe(0)
  await scrollTo(page, 300)
  await openAt(page, '/help/actions')
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => scrolled(page)).toBe(300)
  await page.goBack()
  await expect(page).toHaveURL('/help/map')
  await expect.poll(() => scrolled(page)).toBe(700)
  await page.reload()
  await expect.poll(() => scrolled(page)).toBe(700)
})

test('UX-2.4 going back to a list that is read from the phone’s database restores the scroll position', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  await logIn(page, 'manager')
  const what = about('Many of them')
  const commands = Array.from({ length: 40 }, (_, i) => ({
    id: randomUUID(),
    n: i + 1,
    kind: 'action',
    recordId: randomUUID(),
    patch: { description: `${what}, number ${i}`, area: 'St Helens' },
    baseVersion: null,
    recordedAt: new Date().toISOString(),
  }))
  const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' }
  expect((await page.request.post('/api/push', { headers, data: { deviceId: randomUUID(), commands } })).ok()).toBe(true)
  await page.goto('/actions/outstanding')
  await expect(cardOf(page, what).first()).toBeVisible()
  await scrollTo(page, 1500)
  // Clicking a card in the middle of the screen doesn't scroll the page.
  const middle = await cardOf(page, what).evaluateAll((cards) =>
    cards.findIndex((card) => card.getBoundingClientRect().bottom > innerHeight / 2),
  )
  const left = page.evaluate(
    () => new Promise<number>((done) => addEventListener('click', () => done(Math.round(scrollY)), { once: true })),
  )
  await cardOf(page, what).nth(middle).getByRole('link').first().click()
  expect(await left).toBeGreaterThan(500)
  await expect(page).toHaveURL(/\/actions\/view\//)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(await left)
  await page.reload()
  await expect.poll(() => scrolled(page)).toBe(await left)
})

test('UX-2.9 Go Back on a missing page opens the previous page if it’s one of ours, or home in a new tab', async ({ page, baseURL }) => {
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/no/such/page">An old link</a>` }),
  )
  for (const place of ['main', 'banner'] as const) {
    await page.goto('http://elsewhere.test/')
    await page.getByRole('link', { name: 'An old link' }).click()
    await expect(page).toHaveURL('/404')
    await page.getByRole(place).getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  }
  await page.goto('/help/map')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/404')
  await page.getByRole('main').getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/help/map')
})
