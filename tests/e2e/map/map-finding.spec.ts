import type { Page } from '@playwright/test'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { drawn, ground, hashOf, marker, openMap, panel, screenOf } from '../helpers/maps.ts'

test('MAP-NEAR the map starts at the person’s location if they’re among the trails and have allowed it before; links keep their view', async ({
  page,
  context,
}) => {
  const { lat, lng } = marker('BF17')
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 20 })
  await page.goto('/map')
  await expect.poll(() => hashOf(page)).toBe(`#${lat.toFixed(5)},${lng.toFixed(5)},14`)
  const link = '#-41.34750,148.23950,13'
  await openMap(page, `/map${link}`)
  expect(hashOf(page)).toBe(link)
  await openMap(page, '/map?show=trails:icarus')
  await expect(panel(page, 'Icarus')).toBeVisible()
  expect(hashOf(page)).not.toContain(lat.toFixed(5))
  // For a person in the next town, the map opens on the nearest network. For a person in the capital, it shows all networks.
  await context.setGeolocation({ latitude: -41.32, longitude: 148.245, accuracy: 20 })
  await page.goto('about:blank')
  await openMap(page)
  const zoomNow = () => Number(hashOf(page).split(',')[2])
  await expect.poll(zoomNow).toBeGreaterThan(11.5)
  await context.setGeolocation({ latitude: -42.88, longitude: 147.33, accuracy: 20 })
  await page.goto('about:blank')
  await openMap(page)
  expect(zoomNow()).toBeLessThan(11.5)
})

type Label = { left: number; right: number; what: string }
/** A post drawn as a dot is narrower than a post with its code. */
const codes = (page: Page) =>
  ground(page).evaluate((map) =>
    (map as HTMLElement & { placedLabels: Label[] }).placedLabels
      .filter(({ left, right, what }) => what.startsWith('post ') && right - left > 16)
      .map(({ what }) => what.slice(5)),
  )

test('MAP-TAP MAP-SELECT tapping two trails offers both with name, grade and status, and the selected trail shows its posts’ codes', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openMap(page, '/map#-41.36230,148.22535,16')
  const spot = await screenOf(page, { lat: -41.3622965, lng: 148.225349 })
  await page.mouse.click(spot.x, spot.y)
  const chooser = panel(page, 'Which one?')
  await expect(chooser.getByRole('listitem')).toHaveCount(2)
  await expect(chooser.getByRole('button', { name: /Seeya Later.*(Open|Closed|Unknown)/ })).toBeVisible()
  const wedgedIn = chooser.getByRole('button', { name: /Wedged In.*(Open|Closed|Unknown)/ })
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)
  await page.mouse.click(spot.x, spot.y)
  await expect(chooser.getByRole('listitem').first().getByRole('button')).toBeFocused()
  if (!(await wedgedIn.evaluate((row) => row === document.activeElement))) await page.keyboard.press('ArrowDown')
  await expect(wedgedIn).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Wedged In')).toBeVisible()

  await openMap(page, '/map#-41.20000,148.10000,12')
  expect(await codes(page)).toEqual([])
  await openMap(page, '/map?show=trails:bay-of-fires#-41.20000,148.10000,12')
  await drawn(page)
  const shown = await codes(page)
  expect(shown.length).toBeGreaterThan(5)
  // The map draws a code to the left of its post if there is no room elsewhere.
  await openMap(page, '/map?show=trails:wedged-in#-41.36000,148.23000,13.5')
  expect(await codes(page)).toContain('SH16')
  await page.goto('/trails/bay-of-fires')
  const posts = await page.getByRole('region', { name: 'Emergency posts' }).textContent()
  for (const code of shown) expect(posts).toContain(code)
})

test('MAP-STATUS an open map shows a new status in the list and on the badge', async ({ page }) => {
  let isClosed = false
  await page.route('**/api/public/status', async (route) => {
    const reply = await route.fetch()
    const status = await reply.json()
    for (const network of status.networks) {
      if (network.name !== 'Dreaming Pools') continue
      Object.assign(network, isClosed ? { status: 'Closed', message: 'A flood.' } : { status: 'Open', message: 'Dry.' })
    }
    // The app ignores responses without a higher order number.
    status.orderNumber += isClosed ? 2 : 1
    await route.fulfill({ response: reply, json: status })
  })
  await openMap(page)
  const row = panel(page, 'Networks').getByRole('button', { name: /^Dreaming Pools/ })
  await expect(row).toContainText('Dry.')
  isClosed = true
  await expect(row).toContainText('Closed')
  await expect(row).toContainText('A flood.')
})
