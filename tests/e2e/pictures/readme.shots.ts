import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { chooseArea, HERE } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { choosePerson, logIn } from '../helpers/people.ts'
import { positionOf } from '../helpers/places.ts'

const MOST_BYTES = 250_000

const ACTIONS = [
  { description: 'Tree across the trail below the second bridge', area: 'Bay of Fires', rating: 'High', assignedTo: 'Sam Member' },
  { description: 'Loose board on the boardwalk', area: 'St Helens', rating: 'Medium', assignedTo: 'Sam Member' },
  { description: 'Creek crossing washed out', area: 'Dreaming Pools', rating: 'Extreme' },
  { description: 'Marker post leaning after the storm', area: 'Bay of Fires', rating: 'Low' },
  { description: 'Braking bumps before the berm', area: 'St Helens', rating: 'Low' },
  { description: 'Wash-down station has no water', area: 'St Helens', rating: 'Medium', status: 'Resolved' },
  { description: 'Rut on the inside line of the descent', area: 'Bay of Fires', rating: 'Medium', status: 'Resolved' },
] as const

test.use({ deviceScaleFactor: 2, locale: 'en-AU', timezoneId: 'Australia/Hobart', colorScheme: 'light' })

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  const file = new URL(`../../../docs/images/${name}.webp`, import.meta.url).pathname
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 65, effort: 6 })
    .toFile(file)
  expect(size, name).toBeLessThan(MOST_BYTES)
}

async function standAt(context: BrowserContext, position: { latitude: number; longitude: number }) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...position, accuracy: 6 })
}

/** The map is finished if it hasn't drawn anything new for a second. */
const drawn = (page: Page) =>
  page.waitForFunction(() => {
    const last = performance.getEntriesByName('map drawn').at(-1)
    return last !== undefined && performance.now() - last.startTime > 1000
  })

/** A first visit shows the system font if the app's font arrives late, so the page is visited twice. */
async function visit(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => document.fonts.load('16px "Inter Variable"'))
  await page.reload()
}

test('home', async ({ page }) => {
  await visit(page, '/')
  await expect(page.getByRole('region', { name: 'Trails Information' })).toContainText('Confirmed')
  const map = page.getByRole('link', { name: 'Open map' }).locator('img').filter({ visible: true })
  await expect(map).toHaveJSProperty('complete', true)
  await shoot(page, 'home-phone')
})

test('map', async ({ page }) => {
  await visit(page, '/map#-41.17,148.117,14')
  await drawn(page)
  await shoot(page, 'map-phone')
})

test('the form of an action', async ({ page, context }) => {
  await standAt(context, HERE)
  await logIn(page, 'member')
  await page.goto('/actions/add')
  await expect(page.getByText('accurate to')).toBeVisible()
  await page.getByLabel('Brief description of problem').fill(ACTIONS[0].description)
  await page.getByRole('heading', { level: 1 }).click()
  await drawn(page)
  await shoot(page, 'action-form-phone')
})

test('the table of actions', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  for (const { description, area, rating, ...other } of ACTIONS) {
    await page.goto('/actions/add')
    await page.getByLabel('Brief description of problem').fill(description)
    await chooseArea(page, area)
    await page.getByRole('radio', { name: rating, exact: true }).check()
    if ('assignedTo' in other) await choosePerson(page.getByLabel('Assigned To'), other.assignedTo)
    if ('status' in other) await page.getByRole('radio', { name: other.status, exact: true }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/actions/outstanding')
  }
  await page.goto('/actions/all')
  await expect(page.getByText(`${ACTIONS.length} actions`)).toBeVisible()
  await page.getByRole('button', { name: /^Resolved \d/ }).click()
  await shoot(page, 'actions-desktop')
})

for (const theme of ['light', 'dark']) {
  test(`Emergency, ${theme}`, async ({ page, context }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await standAt(context, await positionOf(page, 'BF17'))
    await visit(page, '/emergency')
    await expect(page.locator('.code')).toBeVisible()
    await shoot(page, `emergency-phone-${theme}`)
    await page.setViewportSize(DESKTOP)
    await expect(page.getByText('Works without signal')).toBeVisible()
    await shoot(page, `emergency-desktop-${theme}`)
  })
}
