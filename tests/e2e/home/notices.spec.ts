import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

// Notices are global to the app, so every test in this file has a separate app.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

const inHours = (page: Page, hours: number) =>
  page.evaluate((ms) => {
    const text = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Hobart', dateStyle: 'short', timeStyle: 'short' })
    return text.format(new Date(Date.now() + ms)).replace(' ', 'T')
  }, hours * 3_600_000)

async function write(page: Page, title: string, { text = '', level = 'Caution', hours = 2 } = {}) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text').fill(text)
  await page.getByRole('radio', { name: level }).check()
  await page.getByLabel('Until').fill(await inHours(page, hours))
  await page.getByRole('button', { name: 'Post notice' }).click()
  await expect(page).toHaveURL('/management/notices')
}

const notices = (page: Page) => page.getByRole('status', { name: 'Notices' })

async function fitsNarrow(page: Page) {
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('NO1 NO4 NOTICE-1 a visitor sees a manager’s notice on home and the map, without scripts and offline, until it ends', {
  tag: '@service-worker',
}, async ({ page, browser, privateApp }) => {
  test.slow()
  await logIn(page, 'manager', '/')
  await page.getByRole('link', { name: 'Post a notice' }).click()
  await page.getByLabel('Until').fill('2020-01-01T00:00')
  await page.getByLabel('Title').fill('x')
  await expect(page.getByText('This time has passed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post notice' })).toBeDisabled()
  await expectAccessible(page, 'form of a notice')
  await fitsNarrow(page)
  await write(page, 'Total fire ban today', { text: 'No fires or stoves <b>anywhere</b>. Trails stay open.', level: 'Fire' })
  await expect(page.getByText('Shown to everyone')).toBeVisible()
  await expectAccessible(page, 'list of notices')
  await page.goto('/')
  await expect(notices(page)).toContainText('Total fire ban today')

  const context = await browser.newContext({ baseURL: privateApp.url, viewport: { width: 390, height: 844 } })
  const visitor = await context.newPage()
  await visitor.clock.install()
  await visitor.goto('/')
  await expect(notices(visitor).getByRole('heading')).toHaveText(['Total fire ban today'])
  await expect(notices(visitor)).toContainText('No fires or stoves <b>anywhere</b>. Trails stay open.')
  await expect(notices(visitor)).toContainText(/Until \w{3} \d\d-\w{3}-\d\d \d\d:\d\d/)
  const status = visitor.getByRole('heading', { name: 'Trails Information' })
  // The app's own notice replaces the server-rendered one.
  await expect.poll(async () => (await notices(visitor).boundingBox())?.y ?? 10_000).toBeLessThan((await status.boundingBox())?.y ?? 0)
  await expectAccessible(visitor, 'home with a notice')
  await fitsNarrow(visitor)
  await visitor.goto('/map')
  await visitor.locator('summary').filter({ hasText: 'Total fire ban today' }).click()
  await expect(visitor.getByText('Trails stay open.')).toBeVisible()
  await fitsNarrow(visitor)

  const plain = await browser.newContext({ baseURL: privateApp.url, javaScriptEnabled: false })
  const written = await plain.newPage()
  await written.goto('/')
  await expect(written.getByRole('heading', { name: 'Total fire ban today' })).toBeVisible()
  await expect(written.getByRole('status', { name: 'Notices' })).toContainText('<b>anywhere</b>')
  await plain.close()

  await visitor.goto('/')
  await goOffline(visitor, context)
  await visitor.reload()
  await expect(notices(visitor)).toContainText('Total fire ban today')
  await visitor.clock.fastForward('02:01:00')
  await expect(notices(visitor)).toHaveCount(0)
  await visitor.goto('/map')
  await expect(visitor.getByRole('main')).toBeVisible()
  await expect(visitor.getByText('Total fire ban today')).toHaveCount(0)
  await context.close()
})

test('NO5 NO6 NOTICE-1 a notice written offline reaches everyone later; the newest two come first, and ending one removes it', {
  tag: '@service-worker',
}, async ({ page, context, browser, privateApp }) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/notices/add')
  await write(page, 'Race day')
  await page.goto('/notices/add')
  await goOffline(page, context)
  await write(page, 'Creek over the trail', { level: 'Closure' })
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await page.goto('/')
  await expect(notices(page)).not.toContainText('Creek over the trail')
  const visitor = await (await browser.newContext({ baseURL: privateApp.url })).newPage()
  await visitor.goto('/')
  await expect(notices(visitor).getByRole('heading')).toHaveText(['Race day'])
  await context.setOffline(false)
  await expect(notices(visitor).getByRole('heading')).toHaveText(['Creek over the trail', 'Race day'], { timeout: 60_000 })
  await page.goto('/notices/add')
  await write(page, 'Gale tonight', { level: 'Weather' })
  await expect(notices(visitor).getByRole('heading')).toHaveText(['Gale tonight', 'Creek over the trail'], { timeout: 30_000 })
  await visitor.getByRole('button', { name: '1 more notice' }).click()
  await expect(notices(visitor).getByRole('heading')).toHaveCount(3)
  await visitor.goto('/map')
  await expect(visitor.locator('summary').filter({ hasText: 'Gale tonight' })).toContainText('and 2 more')
  await visitor.goto('/')

  await page.getByRole('link', { name: 'Creek over the trail' }).click()
  await page.getByLabel('Text').fill('Wait for the water to fall.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notices(visitor)).toContainText('Wait for the water to fall.', { timeout: 30_000 })
  await page.getByRole('link', { name: 'Creek over the trail' }).click()
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(page).toHaveURL('/management/notices')
  await expect(notices(visitor).getByRole('heading')).toHaveText(['Gale tonight', 'Race day'], { timeout: 30_000 })
  await expect(page.getByRole('row').filter({ hasText: 'Creek over the trail' })).toContainText('Ended')
})

test('NO1 members and visitors can’t open the screens for managing notices', async ({ page }) => {
  await page.goto('/notices/add')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, 'member', '/')
  await expect(page.getByRole('link', { name: 'Post a notice' })).toHaveCount(0)
  await page.goto('/notices/add')
  await expect(page).toHaveURL(/\/access-denied/)
})

type Label = { left: number; top: number; right: number; bottom: number; what: string }

test('NET-4 a notice covers no status on the map, at 320, 390 and 1440 px', { tag: '@service-worker' }, async ({
  page,
  browser,
  privateApp,
}) => {
  await logIn(page, 'manager', '/notices/add')
  await write(page, 'Total fire ban today', { text: 'No fires or stoves anywhere.' })
  for (const size of [{ width: 320, height: 700 }, { width: 390, height: 844 }, DESKTOP]) {
    const context = await browser.newContext({ baseURL: privateApp.url, viewport: size })
    const visitor = await context.newPage()
    await visitor.goto('/map')
    const line = visitor.locator('summary').filter({ hasText: 'Total fire ban today' })
    await expect(line).toBeVisible()
    const map = visitor.getByRole('application')
    const labels = () => map.evaluate((element) => (element as HTMLElement & { placedLabels?: Label[] }).placedLabels ?? [])
    await expect.poll(async () => (await labels()).length).toBeGreaterThan(0)
    const ground = await map.boundingBox()
    const box = await line.boundingBox()
    if (!ground || !box) throw new Error('no notice is visible')
    const covered = (await labels()).filter(
      ({ left, top, right, bottom }) =>
        // Badges beyond the edge of the map aren't drawn.
        bottom > 0 &&
        ground.x + right > box.x &&
        ground.x + left < box.x + box.width &&
        ground.y + bottom > box.y &&
        ground.y + top < box.y + box.height,
    )
    expect(covered).toEqual([])
    // The map begins below the notice, so the notice never covers the map.
    expect(ground.y).toBeGreaterThanOrEqual(box.y + box.height)
    expect(box.height).toBe(48)
    // Swiped away, the notice becomes a button in the top bar, also after a reload.
    await visitor.mouse.move(box.x + 200, box.y + 24)
    await visitor.mouse.down()
    await visitor.mouse.move(box.x + 40, box.y + 24, { steps: 4 })
    await visitor.mouse.up()
    await expect(line).toBeHidden()
    await visitor.reload()
    await visitor.getByRole('button', { name: 'Show Total fire ban today' }).click()
    await expect(line).toBeVisible()
    await context.close()
  }
})
