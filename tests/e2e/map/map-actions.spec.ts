import { chromium, type Page } from '@playwright/test'
import { goOffline, resolve } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { drawn } from '../helpers/maps.ts'
import { logIn } from '../helpers/people.ts'

/** All tests share one app, so each test uses its own location beside a trail of Bay of Fires. */
const PLACES = {
  live: [-41.1621, 148.0911],
  held: [-41.1741, 148.0921],
  signal: [-41.1921, 148.1421],
  moved: [-41.1751, 148.0951],
} as const
type Where = readonly [lat: number, lng: number]

const text = ([lat, lng]: Where) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
const hash = ([lat, lng]: Where, zoom: number) => `#${lat.toFixed(5)},${lng.toFixed(5)},${zoom}`
const ground = (page: Page) => page.getByRole('application')
const panel = (page: Page, name: string) => page.getByRole('region', { name })
let made = 0
const about = (what: string) => `${what} ${Date.now().toString(36)}${made++}`

async function middle(page: Page) {
  const box = await ground(page).boundingBox()
  if (!box) throw new Error('no map')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function addHere(page: Page, [lat, lng]: Where, description: string) {
  await page.goto(`/actions/add?at=${lat},${lng}`)
  await expect(page.getByText(/chosen on the map/i)).toBeVisible()
  await page.getByLabel('Brief description of problem').fill(description)
  await expect(page.getByLabel('Area')).toHaveValue('Bay of Fires')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
}

async function openList(page: Page, where: Where) {
  await page.goto(`/map${hash(where, 17)}`)
  await page.getByRole('button', { name: 'Trails in view' }).click()
  return panel(page, 'Trails in view')
}

test('MAP-02 MAP-09 ACT-15 an open map shows, layer by layer, an Action that another person records, rates and resolves', {
  tag: '@core',
}, async ({ page, browser, app }) => {
  test.slow()
  const where = PLACES.live
  const description = about('Tree over the trail')
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const list = await openList(page, where)
  await expect(list).toBeVisible()
  await expect(list.getByRole('button', { name: description })).toHaveCount(0)

  const context = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const member = await context.newPage()
  await logIn(member, 'member')
  await addHere(member, where, description)
  const row = list.getByRole('button', { name: description })
  await expect(row).toBeVisible()
  await expect(row).toContainText('Unrated · ')

  // The Action's pin is in the middle of the map.
  const { x, y } = await middle(page)
  await page.mouse.click(x, y - 20)
  const popup = panel(page, description)
  await expect(popup).toContainText(/Action \d{4}/)
  await expect(popup).toContainText('Unrated')
  await expect(popup.getByText('Unrated')).toHaveCSS('color', 'rgb(69, 87, 97)')
  await expect(popup).toContainText('Unresolved')
  await popup.getByRole('link', { name: 'View this Action' }).click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()

  const place = panel(page, 'Location')
  await expect(place.locator('canvas').first()).toBeAttached()
  await expect(place.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', /query=-41\.16210,148\.09110/)
  await resolve(page)
  await expect(page.getByText('Action resolved')).toBeVisible()
  await place.getByRole('link', { name: 'View on map' }).click()
  await expect(page).toHaveURL(/\/map\?show=actions:.*#-41\.16210,148\.09110,16$/)
  await expect(popup).toContainText('Resolved')
  await popup.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Trails in view' }).click()
  await expect(list.getByRole('button', { name: description })).toHaveCount(0)
  await page.getByRole('button', { name: 'Layers' }).click()
  const layers = panel(page, 'Layers')
  await expect(layers.getByRole('switch')).toHaveCount(8)
  for (const name of [/^My Actions/, /^Actions(?! \()/, /^Trails/, /^Features/, /^Hazards/, /^Access/, /^Coordinates/])
    await expect(layers.getByRole('switch', { name })).toBeAttached()
  await expect(layers.getByRole('switch', { name: /^Actions \(resolved\)/ })).not.toBeChecked()
  await layers.getByRole('switch', { name: /^Actions \(resolved\)/ }).check()
  await page.getByRole('button', { name: 'Trails in view' }).click()
  await expect(list.getByRole('button', { name: description })).toContainText('Resolved · ')

  // A member sees only the layer My Actions, which doesn't contain other people's Actions.
  await member.goto('/map')
  await member.getByRole('button', { name: 'Layers' }).click()
  const offered = panel(member, 'Layers')
  await expect(offered.getByRole('switch', { name: /^My Actions/ })).toBeChecked()
  await expect(offered.getByRole('switch')).toHaveCount(5)
  await expect(offered.getByText('Actions (resolved)')).toHaveCount(0)
  await context.close()
})

test('ACT-07 MAP-09 holding the map adds an Action there, and offline the map shows it immediately as unsent', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  const where = PLACES.held
  const description = about('Loose rock')
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'member')
  await page.goto(`/map${hash(where, 17)}`)
  await drawn(page)
  await goOffline(page, context)
  const point = panel(page, text(where))
  // The No signal bar takes height from the map, which moves its middle until the map is drawn again.
  await expect(async () => {
    const { x, y } = await middle(page)
    await page.mouse.click(x, y, { button: 'right' })
    await expect(point).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(point).toContainText(/on Bay of Fires|of Bay of Fires/)
  await point.getByRole('link', { name: 'Add an Action here' }).click()
  await expect(panel(page, 'Location')).toContainText(/chosen on the map/i)
  await expect(page.getByLabel('Area')).toHaveValue('Bay of Fires')
  await page.getByLabel('Brief description of problem').fill(description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this computer. It will be sent when you have signal.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Map', exact: true }).first().click()
  await page.getByRole('button', { name: 'Trails in view' }).click()
  await panel(page, 'Trails in view').getByRole('button', { name: description }).click()
  const popup = panel(page, description)
  await expect(popup).toContainText('Saved on this computer')
  await expect(popup).toContainText('Assigned when sent')
  await context.setOffline(false)
  await expect(popup).toContainText(/Action \d{4}/)
})

test('ACT-07 MAP-09 holding the map by touch adds an Action offline, and its pin can be moved by finger and by keyboard', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const where = PLACES.moved
  const context = await browser.newContext({ baseURL: app.url, viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const description = about('Washed out')
  await page.clock.install()
  await logIn(page, 'member')
  await page.goto(`/map${hash(where, 17)}`)
  await expect(ground(page).locator('canvas').first()).toBeAttached()
  await goOffline(page, context)
  await touch('touchStart', await middle(page))
  const point = panel(page, text(where))
  await expect(point).toBeVisible()
  await touch('touchEnd')
  // OpenLayers reports a tap after 250 ms, in case a second one follows. Lifting the finger after the long press must not count as a tap.
  await page.clock.runFor(600)
  await expect(point).toBeVisible()
  await point.getByRole('link', { name: 'Add an Action here' }).tap()

  const place = panel(page, 'Location')
  await expect(place).toContainText(/chosen on the map/i)
  await expect(page.getByLabel('Area')).toHaveValue('Bay of Fires')
  await page.getByRole('button', { name: 'Move the pin' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Move the pin' })
  await expect(dialog.locator('canvas').first()).toBeAttached()
  const put = dialog.getByRole('button', { name: 'Use this location' })
  await expect(put).toBeEnabled()
  const { x, y } = await middle(page)
  await touch('touchStart', { x, y })
  for (let step = 1; step <= 5; step++) await touch('touchMove', { x, y: y + step * 12 })
  await touch('touchEnd')
  await expect(put).toBeEnabled()
  const shown = dialog.getByText(/^-\d+\.\d{5}, \d+\.\d{5}$/).last()
  const moved = await shown.textContent()
  expect(moved).not.toBe(text(where))
  // An arrow key moves the pin by 10 m, and with Shift by 1 m.
  await ground(page).press('ArrowRight')
  await expect(shown).not.toHaveText(moved ?? '')
  const coarse = await shown.textContent()
  await ground(page).press('Shift+ArrowRight')
  await expect(shown).not.toHaveText(coarse ?? '')
  const chosen = (await shown.textContent()) ?? ''
  await put.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(place).toContainText(/chosen on the map/i)
  await page.getByLabel('Brief description of problem').fill(description)
  await page.getByRole('button', { name: 'Save' }).tap()
  await context.setOffline(false)
  await page.getByRole('link', { name: description }).first().tap()
  await expect(panel(page, 'Location')).toContainText(chosen)
  await context.close()
})

test('MAP-01 the map works without 3D graphics, as on the virtual desktops of dispatch centres', async ({ app }) => {
  const browser = await chromium.launch({
    executablePath: test.info().project.use.launchOptions?.executablePath ?? '',
    args: ['--no-sandbox', '--disable-3d-apis', '--disable-gpu', '--disable-software-rasterizer'],
  })
  const page = await browser.newPage({ baseURL: app.url, viewport: DESKTOP })
  await page.goto('/map#-41.17046,148.12125,15.5')
  expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl'))).toBeNull()
  await expect(async () => {
    const dark = await ground(page).evaluate((element) => {
      let count = 0
      for (const canvas of element.querySelectorAll('canvas')) {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        for (let i = 0; i < data.length; i += 4) if (data[i] === 16 && data[i + 1] === 33 && data[i + 2] === 42) count++
      }
      return count
    })
    // The plates of emergency posts have at least this many dark pixels.
    expect(dark).toBeGreaterThan(1000)
  }).toPass()
  await browser.close()
})
