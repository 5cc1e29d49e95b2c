import type { Locator } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { at, dotsOf, drawn, ground, hashOf, MARKERS, marker, middleOf, openMap, panel, raw } from '../helpers/maps.ts'
import { logIn } from '../helpers/people.ts'

test('MAP-01 MAP-02 MAP-03 MAP-11 a visitor sees the first view, base maps and public layers, and the map remembers their choices', {
  tag: '@core',
}, async ({ page }) => {
  await openMap(page)
  // Showing all networks needs a lower zoom than the site's default of 12.
  expect(hashOf(page)).toMatch(/^#-41\.\d+,148\.\d+,(9|10|11)\.\d+$/)
  await expect(page.getByText('Sample data – not for navigation')).toBeVisible()
  await expect(page.getByText('Sample terrain. Land © OpenStreetMap contributors, ODbL')).toBeVisible()
  await page.getByRole('button', { name: 'Layers' }).click()
  const layers = panel(page, 'Layers')
  await expect(layers.getByRole('radio')).toHaveCount(4)
  await expect(layers.getByRole('radio', { name: 'Topographic' })).toBeChecked()
  await expect(layers.getByRole('switch')).toHaveCount(4)
  for (const name of [/^Trails/, /^Features/, /^Hazards/]) await expect(layers.getByRole('switch', { name })).toBeChecked()
  await expect(layers.getByRole('switch', { name: /^Access/ })).not.toBeChecked()
  await layers.getByText('Symbols').click()
  const symbols = layers.locator('details')
  await expect(symbols.getByRole('listitem')).toHaveText([
    'POI',
    'Task',
    'Task Complete',
    'Action',
    'Action Complete',
    'Hazard',
    'Hazard Resolved',
    'High-risk Feature',
    'Access Point',
    'Casualty',
    'Casualty Complete',
    'Emergency post',
    'Start Point',
    'Finish Point',
    'Helicopter LZ',
    'Airstrip',
  ])
  expect(new Set(await symbols.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')))).size).toBe(16)

  const satellite = page.waitForResponse((reply) => /\/tiles\/satellite\/\d+\/.*webp/.test(reply.url()) && reply.ok())
  await layers.getByRole('radio', { name: 'Satellite' }).check()
  await satellite
  await layers.getByRole('switch', { name: /^Trails/ }).uncheck()
  await layers.getByRole('switch', { name: /^Access/ }).check()
  await page.reload()
  await page.getByRole('button', { name: 'Layers' }).click()
  await expect(layers.getByRole('radio', { name: 'Satellite' })).toBeChecked()
  await expect(layers.getByRole('switch', { name: /^Trails/ })).not.toBeChecked()
  await expect(layers.getByRole('switch', { name: /^Access/ })).toBeChecked()
})

test('MAP-03 MAP-04 the view and the URL follow each other, invalid URLs are ignored, and zoom is limited to 3–20', {
  tag: '@core',
}, async ({ page }) => {
  await openMap(page, '/map#-41.17046,148.12125,14')
  expect(hashOf(page)).toBe('#-41.17046,148.12125,14')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => hashOf(page)).toBe('#-41.17046,148.12125,15')
  const middle = await middleOf(ground(page))
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x - 100, middle.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => Number(hashOf(page).split(',')[1])).toBeGreaterThan(148.124)
  // A script changes the address in the same way as typing in the address bar.
  await page.evaluate(() => location.assign('#-41.34000,148.24000,13'))
  const scale = page.getByRole('img', { name: /^Scale/ })
  await expect(scale).toHaveAccessibleName('Scale: the bar is 1 km long')
  await page.evaluate(async () => {
    const isHandled = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    location.assign('#91,500,99')
    await isHandled
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
  await expect(scale).toHaveAccessibleName('Scale: the bar is 1 km long')
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,13')
  await page.evaluate(() => location.assign('#-41.34000,148.24000,20'))
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,20')
  // With reduced motion, a zoom step takes effect immediately. Zooming back out proves that the first step wasn't animated.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,19')
  await page.evaluate(() => location.assign('#-41.34000,148.24000,3'))
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,3')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,4')
})

test('MAP-05 Locate cycles through off, once (ends after 10 s) and following, and the circle shows the accuracy until location is refused', {
  tag: '@core',
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -41.17046, longitude: 148.12125, accuracy: 200 })
  await page.clock.install()
  await page.goto('/map')
  const button = page.getByRole('button', { name: /^Locate/ })
  await page.clock.runFor(3000)
  await expect(ground(page).locator('canvas').first()).toBeAttached()
  await expect(button).toHaveAccessibleName('Locate: off')
  await button.click()
  await expect(button).toHaveAccessibleName('Locate: once')
  await expect(async () => {
    await page.clock.runFor(300)
    expect(hashOf(page)).toContain('#-41.17046,148.12125')
  }).toPass()
  const ring: [number, number, number] = [11, 107, 211]
  await expect.poll(() => dotsOf(page, ring)).toBeGreaterThan(50)
  await page.clock.runFor(10_000)
  await expect(button).toHaveAccessibleName('Locate: off')
  await page.clock.runFor(300)
  expect(await dotsOf(page, ring)).toBeGreaterThan(50)
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Locate: following')
  await context.setGeolocation({ latitude: -41.18, longitude: 148.13, accuracy: 10 })
  await expect(async () => {
    await page.clock.runFor(300)
    expect(hashOf(page)).toContain('#-41.18000,148.13000')
  }).toPass()
  await page.clock.runFor(15_000)
  await expect(button).toHaveAccessibleName('Locate: following')
  await button.click()
  await expect(button).toHaveAccessibleName('Locate: off')
  await context.clearPermissions()
  await page.reload()
  await button.click()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Location is off for this site.')
  await expect(button).toHaveAccessibleName('Locate: off')
})

test('MAP-06 a manager’s layer shows the coordinates of the centre, which can be copied; unlocked, they follow the pointer for 10 s', {
  tag: '@core',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  await page.clock.install()
  await page.goto('/map#-41.17532,148.11210,14')
  const coordinates = panel(page, 'Coordinates')
  await page.clock.runFor(2000)
  await expect(coordinates).toHaveCount(0)
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('switch', { name: /^Coordinates/ }).check()
  await panel(page, 'Layers').getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(500)
  await expect(ground(page).locator('canvas').first()).toBeAttached()
  const [box, whole] = [await coordinates.boundingBox(), await ground(page).boundingBox()]
  expect((box?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(100)
  expect((whole?.y ?? 0) + (whole?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(160)
  await coordinates.getByRole('button', { name: '-41.17532, 148.11210, copy' }).click()
  await expect(page.getByText('Coordinates copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('-41.17532, 148.11210')
  const middle = await middleOf(ground(page))
  await page.mouse.move(middle.x + 200, middle.y)
  await expect(coordinates).toContainText('-41.17532, 148.11210')
  await coordinates.getByRole('button', { name: /^Locked/ }).click()
  await page.mouse.move(middle.x + 200, middle.y + 1)
  await expect(coordinates).not.toContainText('-41.17532, 148.11210')
  await expect(coordinates.getByRole('button', { name: /^Unlocked/ })).toBeVisible()
  await page.clock.runFor(10_100)
  await expect(coordinates.getByRole('button', { name: /^Locked/ })).toBeVisible()
  await expect(coordinates).toContainText('-41.17532, 148.11210')
})

test('MAP-07 MAP-13 MAP-15 tapping a post shows help, signal and ways in as sentences, then all its facts in order', {
  tag: '@core',
}, async ({ page }) => {
  const bf17 = marker('BF17')
  await openMap(page, `/map${at(bf17, 15)}`)
  const middle = await middleOf(ground(page))
  await page.mouse.click(middle.x, middle.y)
  const popup = panel(page, 'Emergency post BF17')
  await expect(popup).toContainText('Emergency post · Bay of FiresBF17Bravo Foxtrot One Seven')
  await expect(popup.getByRole('heading', { level: 2, name: 'BF17' })).toBeFocused()
  await expect(popup.getByRole('link', { name: 'Emergency at BF17' })).toHaveAttribute('href', '/m/BF17')
  await expect(popup.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /destination=-41\.\d{5},148\.\d{5}$/)
  for (const name of ['Copy coordinates', 'Share']) await expect(popup.getByRole('button', { name })).toBeVisible()
  await expect(popup.getByRole('listitem')).toHaveText(['Telstra No connection', 'Optus No connection'])
  await expect(popup).toContainText('Way in for vehiclesCoast Road. Any car can get within 500 m, from the BF16 side.')
  await expect(popup).toContainText('HelicopterCan land 880 m north, on an unsealed road.')

  await popup.getByText('Everything we know about BF17').click()
  const signal = popup.getByRole('table').first()
  await expect(signal.getByRole('row', { name: /Telstra/ })).toContainText('No connection130')
  await expect(signal.getByRole('row', { name: /Optus/ })).toContainText('No connection129')
  await expect(popup.locator('details h3')).toHaveText([
    'Signal',
    'Way in',
    'Way out',
    'Helicopter landing',
    'Distance to 2WD track',
    'Trail here',
    'Record',
  ])
  for (const fact of [
    'Limited (within 500m of EM) 2WD',
    'Vehicle Access from the previous marker direction (up the trail)',
    'Bay of Fires access 7',
    'Unsealed road setdown',
    ...['Steep up', 'Hard pack', 'Narrow formed flow trail', 'Low Canopy - Dense'],
    `${bf17.lat.toFixed(5)}, ${bf17.lng.toFixed(5)}`,
    'Not recorded',
  ])
    await expect(popup).toContainText(fact)
  for (const time of ['30 min2 km/h', '15 min4 km/h', '10 min6 km/h', '6 min10 km/h', '4 min15 km/h', '3 min20 km/h'])
    await expect(popup.getByRole('cell', { name: time.replace(/min/, 'min ') }).or(popup.getByRole('cell', { name: time }))).toBeVisible()
  expect(new URL(page.url()).search).toBe('?show=emergency-markers:BF17')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(({ search }) => search === '')
  // A map that is still moving would write its own view over the hash of the next address.
  await drawn(page)

  // One post of each colour: its signal bars are lit, and none is crossed out.
  const colours: Record<string, [number, number, number]> = { green: [70, 196, 106], orange: [255, 167, 51], red: [255, 107, 96] }
  for (const [signalColour, colour] of Object.entries(colours)) {
    const found = MARKERS.find(({ properties }) => properties.signal === signalColour && Number(properties.telstra) > 100)
    if (!found) throw new Error(`no ${signalColour} marker`)
    const [lng, lat] = found.geometry.coordinates
    await openMap(page, `/map#${lat.toFixed(5)},${lng.toFixed(5)},19`)
    await expect.poll(() => dotsOf(page, colour, 12), { message: signalColour }).toBeGreaterThan(5)
  }
  const bands = MARKERS.map(({ properties }) => properties).find(
    (one) => Number(one.telstra) > 110 && Number(one.telstra) < 125 && Number(one.optus) <= 110 && Number(one.optus) > 60,
  )
  if (!bands) throw new Error('no marker with a good and a poor reading')
  await page.goto(`/map?show=emergency-markers:${bands.description}`)
  await expect(panel(page, `Emergency post ${bands.description}`).getByRole('listitem')).toHaveText([
    'Telstra Poor or unreliable',
    'Optus Good',
  ])
})

for (const [name, size] of Object.entries({ phone: PHONE, 'narrow phone': { width: 320, height: 640 }, desktop: DESKTOP }))
  test(`MAP-07 a post’s sheet is drawn as designed, works offline and closes with Back (${name})`, { tag: '@service-worker' }, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size)
    const sh10 = marker('SH10')
    await page.goto('/')
    await openMap(page, `/map${at(sh10, 16)}`)
    await goOffline(page, context)
    const middle = await middleOf(ground(page))
    await page.mouse.click(middle.x, middle.y)
    const popup = panel(page, 'Emergency post SH10')
    await expect(popup).toContainText('Emergency post · Old Salty Dog, St HelensSH10Sierra Hotel One Zero')
    await expect(popup.getByRole('heading', { name: 'SH10' })).toHaveCSS('font', /^800 38px \/ 42px/)
    const box = (of: Locator) => of.boundingBox().then((found) => found ?? { x: 0, y: 0, width: 0, height: 0 })
    const [sheet, emergency] = await Promise.all([box(popup), box(popup.getByRole('link', { name: 'Emergency at SH10' }))])
    expect(emergency).toMatchObject({ width: sheet.width - (name === 'desktop' ? 34 : 32), height: 56 })
    for (const act of ['Directions', 'Copy coordinates', 'Share']) {
      const one = popup.getByRole('button', { name: act })
      expect((await box(one)).height, act).toBe(48)
      expect(await one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), act).toBeLessThanOrEqual(0)
    }
    // Without signal, Directions shows the coordinates instead.
    await popup.getByRole('button', { name: 'Directions' }).click()
    await expect(popup.getByRole('status')).toContainText(`No signal. SH10 is at ${sh10.lat.toFixed(5)}, ${sh10.lng.toFixed(5)}`)
    await expectAccessibleNow(page, 'post sheet')
    await page.goBack()
    await expect(popup).toBeHidden()
    await expect(page).toHaveURL(/\/map#/)
  })

test('MAP-08 MAP-12 trails have their own colours, access routes are red, purple and pink, and tapping a trail shows its details', {
  tag: '@core',
}, async ({ page }) => {
  const trail = raw('trails').features.find((one: { properties: { name: string } }) => one.properties.name === 'Bay of Fires')
  const [lng, lat] = trail.geometry.coordinates.flat(trail.geometry.type === 'MultiLineString' ? 1 : 0)[1500]
  await openMap(page, `/map#${lat.toFixed(5)},${lng.toFixed(5)},17`)
  expect(await dotsOf(page, [46, 139, 87], 4)).toBeGreaterThan(200)
  const middle = await middleOf(ground(page))
  await page.mouse.click(middle.x, middle.y)
  const popup = panel(page, 'Bay of Fires, trail')
  await expect(popup).toContainText('Bay of FiresGreen, easy · Bay of Fires')
  await expect(popup).toContainText('Length42.2 km')
  await expect(popup).toContainText('From the high plateau to the beach')
  await popup.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('switch', { name: /^Access/ }).check()
  const colours: Record<string, [number, number, number]> = { '4wd': [211, 47, 47], '2wd': [123, 31, 162], foot: [216, 27, 122] }
  for (const [type, colour] of Object.entries(colours)) {
    const route = raw('access-routes').features.find(
      (one: { properties: { type: string }; geometry: unknown }) => one.properties.type === type && one.geometry,
    )
    const line = route.geometry.coordinates.flat(route.geometry.type === 'MultiLineString' ? 1 : 0)
    const [x, y] = line[Math.floor(line.length / 2)]
    await openMap(page, `/map#${y.toFixed(5)},${x.toFixed(5)},17`)
    expect(await dotsOf(page, colour, 4), type).toBeGreaterThan(50)
  }
})

test('MAP-10 places form clusters only below zoom 14, and emergency posts never do', { tag: '@core' }, async ({ page }) => {
  const layers = (shown: object) =>
    page.evaluate((stored) => localStorage.setItem('map-layers', stored), JSON.stringify({ base: '', shown }))
  await page.goto('/404')
  await layers({ features: false, trails: false, hazards: false, access: true })
  // Nothing else on this map has the fill colour of a cluster.
  const cluster: [number, number, number] = [0, 107, 135]
  await openMap(page, '/map#-41.34000,148.24000,12')
  expect(await dotsOf(page, cluster, 4)).toBeGreaterThan(100)
  await openMap(page, '/map#-41.34000,148.24000,14')
  expect(await dotsOf(page, cluster, 4)).toBe(0)

  // The map clusters two places twelve metres apart just below zoom 14. Tapping the cluster zooms in to 14, where the places are separate.
  await layers({ features: true, trails: false, hazards: false, access: false })
  await page.goto('/map#-41.34719,148.23990,13.99')
  // The app reads the layers only when it opens, and a changed hash doesn't reload the page.
  await page.reload()
  await drawn(page)
  const { x, y } = await middleOf(ground(page))
  await page.mouse.click(x, y)
  await expect.poll(() => hashOf(page)).toMatch(/,14$/)
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await drawn(page)
  await page.mouse.click(x, y - 15)
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()

  // The map never clusters posts, so a tap on a post's dot opens the post even at low zoom.
  await openMap(page, `/map${at(marker('BF17'), 12)}`)
  const post = await middleOf(ground(page))
  await page.mouse.click(post.x, post.y)
  await expect(panel(page, 'BF17')).toBeVisible()
  expect(hashOf(page)).toMatch(/,12$/)
})

test('MAP-14 search finds trails, posts and places by name, and locations by latitude and longitude', { tag: '@core' }, async ({
  page,
}) => {
  await openMap(page)
  await page.getByRole('button', { name: 'Search the map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search the map' })
  const box = dialog.getByRole('combobox')
  await box.fill('bf17')
  await expect(dialog.getByRole('status')).toHaveText('1 found')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'BF17')).toBeVisible()
  expect(hashOf(page)).toContain(',16')
  for (const [query, name] of Object.entries({ dog: 'Old Salty Dog', lookout: 'Granite lookout' })) {
    await page.getByRole('button', { name: 'Search the map' }).click()
    await box.fill(query)
    await dialog.getByRole('option', { name }).first().click()
    await expect(panel(page, name)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Search the map' }).click()
  await box.fill('-41.2, 148.2')
  await dialog.getByRole('option', { name: '-41.20000, 148.20000' }).click()
  await expect.poll(() => hashOf(page)).toBe('#-41.20000,148.20000,16')
  await page.getByRole('button', { name: 'Search the map' }).click()
  await dialog.getByRole('button', { name: 'Enter coordinates' }).click()
  const [latitude, longitude] = [dialog.getByLabel('Latitude', { exact: true }), dialog.getByLabel('Longitude', { exact: true })]
  await expect(latitude).toHaveAttribute('step', '0.00001')
  await latitude.fill('-90.1')
  await longitude.fill('180.00001')
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(['Latitude must be between -90 and 90.', 'Longitude must be between -180 and 180.'])
  await latitude.fill('-41.30001')
  await longitude.fill('148.10002')
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.poll(() => hashOf(page)).toBe('#-41.30001,148.10002,16')
})

test('the map can be moved by keyboard, and a list of the items in view opens the same details', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await openMap(page, `/map${at(marker('BF17'), 14)}`)
  await ground(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => hashOf(page)).not.toBe(at(marker('BF17'), 14))
  await page.keyboard.press('+')
  await expect.poll(() => hashOf(page)).toContain(',15')
  await page.getByRole('button', { name: 'Trails in view' }).press('Enter')
  const list = panel(page, 'Trails in view')
  await expect(list.getByRole('heading', { name: 'Trails in view' })).toBeFocused()
  await expect(list.getByRole('button', { name: /^BF17/ })).toBeVisible()
  await expect(list.getByRole('button', { name: /^SH/ })).toHaveCount(0)
  await list.getByRole('button', { name: /^BF17/ }).press('Enter')
  const popup = panel(page, 'BF17')
  await expect(popup.getByRole('heading', { name: 'BF17' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(list).toBeVisible()
})

test('the map reports that its engine’s code is missing and offers the list, and Try again loads the code', {
  tag: ['@core', '@service-worker'],
}, async ({ browser, app }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.route('**/map-engine-*.js', (route) => route.abort())
  await page.goto('/map')
  await expect(page.getByText('The map didn’t load. This list shows the same items.')).toBeVisible()
  const list = panel(page, 'Map contents')
  await list.getByRole('button', { name: /^BF17/ }).click()
  await expect(panel(page, 'BF17')).toContainText('No connection')
  await page.unroute('**/map-engine-*.js')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await drawn(page)
  await context.close()
})

test('the map reports that trail data is missing, and Try again loads the data', { tag: '@service-worker' }, async ({ browser, app }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.route('**/api/public/site-data', (route) => route.abort())
  await page.goto('/map#-41.17046,148.12125,15')
  const notice = page.getByText('Trails and posts didn’t load.')
  await expect(notice).toBeVisible()
  await page.unroute('**/api/public/site-data')
  const { promise: isOpened, resolve: opened } = Promise.withResolvers<void>()
  await page.route('**/api/public/site-data', (route) => isOpened.then(() => route.continue()))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  // The person opens the list before the data arrives, and the list then updates.
  await page.getByRole('button', { name: 'Trails in view' }).click()
  await expect(panel(page, 'Trails in view')).toBeVisible()
  opened()
  await expect(panel(page, 'Trails in view').getByRole('button', { name: /^BF/ }).first()).toBeVisible()
  await context.close()
})
