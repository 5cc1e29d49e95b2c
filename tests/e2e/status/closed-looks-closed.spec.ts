import type { Page } from '@playwright/test'
import { runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { inDays, postStatus, weekdayOf } from '../helpers/status-posts.ts'

// Trail status is global to the app, so every test in this file has a separate app.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

const SECTION = { networkId: 'bay-of-fires', trailId: 'bay-of-fires', section: { from: 'BF31', to: 'BF36' } }
const ICARUS = { icarus: { status: 'Closed', message: '' } } as const

const networkRow = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Trails Information' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

test('STAT-2 a closed trail is shown after its network’s status on home, list, map and frame, and without scripts', {
  tag: ['@core', '@service-worker'],
}, async ({ page, browser, privateApp }) => {
  await page.setViewportSize(PHONE)
  await postStatus(privateApp.url, { networks: { 'st-helens': { status: 'Open', message: 'Greasy after rain.' } }, trails: ICARUS })
  await page.goto('/')
  await expect(networkRow(page, 'St Helens')).toContainText('Partially Open')
  await expect(networkRow(page, 'St Helens')).toContainText('Icarus closed. Greasy after rain.')
  await page.goto('/trails')
  const group = page.getByRole('region', { name: 'St Helens Partially Open' })
  await expect(group).toContainText('Icarus closed. Greasy after rain.')
  await expect(group.getByRole('link', { name: /^Icarus Black/ })).toContainText('Closed')
  await expect(group.getByRole('link', { name: /^Humpback/ })).toContainText('Open')
  await page.goto('/map')
  await expect(page.getByRole('region', { name: 'Networks' })).toContainText('Icarus closed. Greasy after rain.')

  const context = await browser.newContext({ baseURL: privateApp.url, viewport: PHONE, javaScriptEnabled: false })
  const still = await context.newPage()
  for (const path of ['/', '/embed/status', '/trails']) {
    await still.goto(path)
    await expect(still.getByText('Icarus closed. Greasy after rain.')).toBeVisible()
  }
  await still.goto('/embed/trails/humpback')
  await expect(still.getByText('Elsewhere in the network: Icarus closed.')).toBeVisible()
  await context.close()
})

test('STAT-2 a trail beside a closed one stays Open and names the closure, even offline', { tag: ['@core', '@service-worker'] }, async ({
  page,
  context,
  privateApp,
}) => {
  await postStatus(privateApp.url, { trails: ICARUS, closures: [SECTION] })
  const band = page.locator('[data-status=Open]').filter({ hasText: 'Confirmed' })
  await page.goto('/trails/blue-tier')
  await expect(band).toContainText('Elsewhere in the network: closed between BF31 and BF36.')
  await expect(page.getByRole('main')).not.toContainText('Partially Open')
  await page.goto('/trails/bay-of-fires')
  await expect(page.getByRole('main')).toContainText('Closed between BF31 and BF36')
  await expect(page.getByRole('main')).not.toContainText('Elsewhere')
  await page.goto('/trails/humpback')
  await expect(band).toContainText('Elsewhere in the network: Icarus closed.')
  await goOffline(page, context)
  await page.reload()
  await expect(band).toContainText('Elsewhere in the network: Icarus closed.')
  await context.setOffline(false)
  // A message that already contains the closure replaces the generated sentence.
  const message = 'Closed between BF31 and BF36 after storm damage.'
  await postStatus(privateApp.url, { networks: { 'bay-of-fires': { status: 'Open', message } }, closures: [SECTION] })
  await page.goto('/trails/blue-tier')
  await expect(band).toContainText('Elsewhere in the network: closed between BF31 and BF36 after storm damage.')
})

test('STAT-2 an open trail page and the trail list show a new status within seconds', { tag: ['@core', '@service-worker'] }, async ({
  page,
  context,
  privateApp,
}) => {
  await postStatus(privateApp.url, {})
  const list = await context.newPage()
  await page.goto('/trails/humpback')
  await list.goto('/trails')
  await expect(page.getByRole('main')).toContainText('Open')
  await postStatus(privateApp.url, { trails: { humpback: { status: 'Closed', message: 'Bridge out.' } } })
  await page.bringToFront()
  await expect(page.getByRole('main')).toContainText('Bridge out.')
  await list.bringToFront()
  await expect(list.getByRole('link', { name: /^Humpback/ })).toContainText('Closed')
})

test('STAT-4 a closure planned within 7 days has its own warning row on home, list, sheet and trail page', {
  tag: ['@core', '@service-worker'],
}, async ({ page, privateApp }) => {
  const [start, end, far] = [inDays(3, 14), inDays(5, 14), inDays(9, 14)]
  const [short, long, until] = [weekdayOf(start, 'short'), weekdayOf(start, 'long'), weekdayOf(end, 'long')]
  const times = { startsAt: start.toISOString(), endsAt: end.toISOString() }
  await postStatus(privateApp.url, {
    closures: [
      { networkId: 'st-helens', trailId: 'old-salty-dog', message: 'Trees are being felled.', ...times },
      { networkId: 'st-helens', trailId: 'icarus', startsAt: far.toISOString() },
      { ...SECTION, level: 'Limited', startsAt: start.toISOString() },
    ],
  })
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const home = networkRow(page, 'St Helens')
  await expect(home).toContainText('Open')
  await expect(home.locator('[data-upcoming]')).toHaveText([`Old Salty Dog closes ${short} 14:00`])
  await expect(networkRow(page, 'Bay of Fires').locator('[data-upcoming]')).toHaveText([`Part of Bay of Fires limited from ${short} 14:00`])
  await expectAccessible(page)
  await page.goto('/trails')
  await expect(page.getByRole('link', { name: /^Old Salty Dog/ }).locator('[data-upcoming]')).toHaveText([`Closes ${short} 14:00`])
  await expect(page.getByRole('link', { name: /^Bay of Fires/ }).locator('[data-upcoming]')).toHaveText([`Limited from ${short} 14:00`])
  await expect(page.getByRole('link', { name: /^Icarus/ }).locator('[data-upcoming]')).toHaveCount(0)
  for (const path of ['/trails/old-salty-dog', '/map?show=trails:old-salty-dog']) {
    await page.goto(path)
    // Until the site's data has arrived, the map shows the networks instead of the trail.
    const place = path.startsWith('/map') ? page.getByRole('region', { name: /^Old Salty Dog/ }) : page.getByRole('main')
    const row = place.locator('[data-upcoming]')
    await expect(row).toContainText(`Closes ${long} 14:00`)
    await expect(row).toContainText(`Until ${until} 14:00. Trees are being felled.`)
    const green = place.locator('[data-status=Open]').filter({ hasText: 'Confirmed' })
    await expect(green).not.toContainText('14:00')
    const [own, band] = await Promise.all([row, green].map((one) => one.evaluate((element) => getComputedStyle(element).backgroundColor)))
    expect(own).not.toBe(band)
  }
  await expectAccessible(page)
})

test('STAT-4 a closure within 24 hours is shown as today or tomorrow in the site’s time zone', { tag: '@service-worker' }, async ({
  page,
  privateApp,
}) => {
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 3_600_000)
  await postStatus(privateApp.url, { closures: [{ networkId: 'st-helens', startsAt: start.toISOString() }] })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Hobart', hour: '2-digit', minute: '2-digit' }).format(start)
  const day = weekdayOf(new Date(), 'long') === weekdayOf(start, 'long') ? 'today' : 'tomorrow'
  await page.goto('/')
  await expect(networkRow(page, 'St Helens').locator('[data-upcoming]')).toHaveText([`Closes ${day} ${time}`])
})

const map = (page: Page) => page.getByRole('main').getByRole('link', { name: /Open map/ })
const lookOf = (page: Page, condition: string) =>
  map(page)
    .locator(`path[data-condition=${condition}]`)
    .first()
    .evaluate((path) => {
      const { stroke, strokeDasharray } = getComputedStyle(path)
      return { stroke, isDashed: strokeDasharray !== 'none' }
    })

test('STAT-2 the home map draws closed trails as closed, updates with a new status, and works offline', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, privateApp }) => {
  const network = { status: 'Closed', message: 'Creek crossing washed out.' } as const
  await postStatus(privateApp.url, { networks: { 'dreaming-pools': network }, trails: ICARUS, closures: [SECTION] })
  for (const [colorScheme, viewport] of [
    ['light', PHONE],
    ['dark', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    const lines = map(page).locator('path[data-condition]')
    // 21 lines are whole trails, and one is the closed section of a trail.
    await expect(lines).toHaveCount(22)
    await expect(map(page).locator('path[data-condition=closed]')).toHaveCount(3)
    await expect(map(page).locator('[data-mark=closed]')).toHaveCount(3)
    const [closed, open] = [await lookOf(page, 'closed'), await lookOf(page, 'open')]
    expect(closed).toMatchObject({ isDashed: true, stroke: colorScheme === 'light' ? 'rgb(179, 38, 30)' : expect.any(String) })
    expect(open).toMatchObject({ isDashed: false })
    expect(open.stroke).not.toBe(closed.stroke)
  }
  await page.setViewportSize(PHONE)
  await goOffline(page, context)
  await page.reload()
  await expect(map(page).locator('path[data-condition=closed]')).toHaveCount(3)
  await expect(map(page).locator('img').filter({ visible: true })).toHaveJSProperty('naturalWidth', 960)
  await context.setOffline(false)
  await postStatus(privateApp.url, {})
  await expect(map(page).locator('path[data-condition=open]')).toHaveCount(21)
  await expect(map(page).locator('[data-mark]')).toHaveCount(0)
})

test('STAT-2 the home map and its badges are grey until a status is known', { tag: '@service-worker' }, async ({ page }) => {
  const app = await runDeployedApp({ SAMPLE_DATA: 'false' })
  try {
    for (const viewport of [PHONE, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport)
      await page.goto(app.url)
      await expect(map(page).locator('path[data-condition=unknown]')).toHaveCount(21)
      const badges = map(page).locator('[data-badge]')
      await expect(badges).toHaveText([/No status yet/, /No status yet/, /No status yet/])
      expect(await lookOf(page, 'unknown')).toMatchObject({ isDashed: false })
    }
  } finally {
    await app.stop()
  }
})

test('STAT-2 without scripts, the home map has its badges and grey lines', { tag: ['@core', '@service-worker'] }, async ({
  browser,
  privateApp,
}) => {
  const context = await browser.newContext({ baseURL: privateApp.url, viewport: PHONE, javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto('/')
  const picture = map(still)
  await expect(picture).toHaveCount(1)
  await expect(picture.locator('img[src$=".svg"]')).toHaveCount(1)
  await expect(picture.locator('[data-status="Partially Open"]')).toHaveText('Bay of Fires')
  await context.close()
})

test('STAT-2 a site without its own tiles shows its trails on a plain background', { tag: '@service-worker' }, async ({ page }) => {
  const app = await runDeployedApp({ SITE: 'demo-park', SAMPLE_DATA: 'false' })
  try {
    await page.goto(app.url)
    await expect(map(page).locator('path[data-condition=unknown]').first()).toBeVisible()
    await expect(map(page).locator('[data-badge]')).toHaveText([/North Wood/, /Quarry/])
    await expect(map(page).locator('img')).toHaveCount(0)
  } finally {
    await app.stop()
  }
})
