import type { Locator, Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { drawn, ground, hashOf, openMap, panel, raw, screenOf } from '../helpers/maps.ts'

const LINE: [number, number][] = raw('trails').features.find(
  (one: { properties: { name: string } }) => one.properties.name === 'Old Salty Dog',
).geometry.coordinates
/** The trail's northernmost, southernmost, easternmost and westernmost points. */
const ENDS = [0, 1].flatMap((axis) => {
  const sorted = LINE.toSorted((a, b) => (a[axis] ?? 0) - (b[axis] ?? 0))
  return [sorted.at(0), sorted.at(-1)].flatMap((point) => (point ? [{ lng: point[0], lat: point[1] }] : []))
})
const AT = { lat: -41.37, lng: 148.2303 }
const SPOT = LINE.map(([lng, lat]) => ({ lng, lat })).toSorted((a, b) => Math.abs(a.lat - AT.lat) - Math.abs(b.lat - AT.lat))[0] ?? AT

const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Opens the trail with one tap on its line, between two posts. */
async function tapTrail(page: Page): Promise<Locator> {
  await openMap(page, `/map#${SPOT.lat.toFixed(5)},${SPOT.lng.toFixed(5)},16`)
  const { x, y } = await screenOf(page, SPOT)
  await page.mouse.click(x, y)
  const sheet = panel(page, 'Old Salty Dog, trail')
  await expect(sheet).toBeVisible()
  return sheet
}

/** Expects the whole trail to be between the top of the map and the sheet, or beside the panel. */
async function expectFitted(page: Page, sheet: Locator, isDesktop = false) {
  await expect(async () => {
    const [map, box] = [await boxOf(ground(page)), await boxOf(sheet)]
    for (const end of ENDS) {
      const { x, y } = await screenOf(page, end)
      expect(x).toBeGreaterThan((isDesktop ? box.x + box.width : map.x) + 20)
      expect(x).toBeLessThan(map.x + map.width - 60)
      expect(y).toBeGreaterThan(map.y + 40)
      expect(y).toBeLessThan((isDesktop ? map.y + map.height : box.y) - 20)
    }
  }).toPass({ timeout: 15_000 })
}

for (const [name, size] of Object.entries({ phone: PHONE, 'narrow phone': { width: 320, height: 640 } }))
  test(`MAP-08 a tap on a trail opens its sheet at half, and the map fits the trail above it (${name})`, { tag: '@core' }, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const sheet = await tapTrail(page)
    await expect(sheet.getByRole('heading', { level: 2, name: 'Old Salty Dog' })).toBeFocused()
    await expect(sheet.getByText('· St Helens')).toHaveText(/^Blue, intermediate · St Helens$/)
    await expect(sheet).toContainText(/Open.*Confirmed/)
    await expect(sheet.locator('dl')).toHaveText(/^Length6\.0 kmDescent\d+0 mRide time\d+–\d+ min$/)
    for (const act of ['Follow', 'Directions', 'Report', 'Offline']) {
      const one = sheet.getByRole('button', { name: act }).or(sheet.getByRole('link', { name: act }))
      expect((await boxOf(one)).height, act).toBe(name === 'phone' ? 64 : 56)
      expect(await one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), act).toBeLessThanOrEqual(0)
    }
    // Opening Directions is the second tap.
    await expect(sheet.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /maps\/dir\/\?api=1&destination=-41\./)
    await expect(sheet.getByRole('link', { name: 'Report' })).toHaveAttribute('href', '/report?area=St+Helens&trail=Old+Salty+Dog')
    await expectFitted(page, sheet)
    await expectAccessibleNow(page, 'trail sheet')
    await sheet
      .getByRole('link', { name: 'Offline' })
      .or(sheet.getByRole('button', { name: 'Offline' }))
      .focus()
    await page.keyboard.press('Tab')
    const more = sheet.getByRole('link', { name: 'All about this trail' })
    await expect(more).toBeFocused()
    expect((await boxOf(more)).height).toBeGreaterThanOrEqual(48)

    // Moving the map lowers the sheet and leaves the map where it was moved to.
    const map = await boxOf(ground(page))
    const fitted = hashOf(page)
    await page.mouse.move(map.x + 100, map.y + 60)
    await page.mouse.down()
    await page.mouse.move(map.x + 140, map.y + 100, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => hashOf(page)).not.toBe(fitted)
    await expect(sheet.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false')
    await expect(sheet).toContainText(/Open6\.0 km\d+0 m down\d+–\d+ min/)
    expect((await boxOf(sheet)).height).toBeLessThan(170)
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Layers' })).toBeVisible()
    await drawn(page)
    const moved = hashOf(page)
    await expectAccessibleNow(page, 'lowered trail sheet')

    await page.goBack()
    await expect(sheet).toBeHidden()
    expect(hashOf(page)).toBe(moved)
  })

test('MAP-08 the handle lowers and raises a trail’s sheet, pulling it up opens the trail’s page, and Escape closes it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const sheet = await tapTrail(page)
  await expectFitted(page, sheet)
  await sheet.getByRole('button', { name: 'Show less' }).click()
  await expect(sheet.getByRole('button', { name: 'Show more' })).toBeVisible()
  await expectFitted(page, sheet)
  await sheet.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(sheet.locator('dl')).toBeVisible()
  await expectFitted(page, sheet)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await tapTrail(page)
  const handle = await boxOf(sheet.getByRole('button', { name: 'Show less' }))
  await page.mouse.move(handle.x + handle.width / 2, handle.y + 12)
  await page.mouse.down()
  await page.mouse.move(handle.x + handle.width / 2, handle.y - 60, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL('/trails/old-salty-dog')
})

test('MAP-08 on a desktop, a trail’s panel is on the left with its notes, posts and signal', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  const sheet = await tapTrail(page)
  const [map, box] = [await boxOf(ground(page)), await boxOf(sheet)]
  expect([box.x - map.x, box.y - map.y, box.width]).toEqual([16, 16, 384])
  await expect(sheet).toContainText('Emergency posts5 along the trail: SH07 to SH11')
  await expect(sheet).toContainText(/SignalTelstra: .*Optus: /)
  await expect(sheet.getByRole('link', { name: 'All about this trail' })).toHaveAttribute('href', '/trails/old-salty-dog')
  await expectFitted(page, sheet, true)
  await expectAccessibleNow(page, 'trail panel')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('MAP-08 without signal, Directions shows the coordinates of the trailhead', { tag: '@service-worker' }, async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await openMap(page)
  await goOffline(page, context)
  await page.evaluate(() => location.assign('/map?show=trails:old-salty-dog'))
  const sheet = panel(page, 'Old Salty Dog, trail')
  await sheet.getByRole('button', { name: 'Directions' }).click()
  await expect(sheet.getByRole('status')).toContainText(/No signal\. The trailhead is at -41\.\d{5}, 148\.\d{5}/)
  await expect(sheet.getByRole('button', { name: 'Copy' })).toBeVisible()
})
