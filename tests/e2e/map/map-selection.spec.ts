import type { Page } from '@playwright/test'
import { addAction, elsewhere, open, resolve } from '../helpers/actions.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { at, drawn, ground, hashOf, marker, openMap, panel, raw, screenOf } from '../helpers/maps.ts'
import { logIn } from '../helpers/people.ts'

const SIZES = [PHONE, { width: 320, height: 700 }]

type LatLng = { lat: number; lng: number }

async function visiblePart(page: Page, sheet: string | RegExp) {
  const [map, box] = await Promise.all([ground(page).boundingBox(), panel(page, sheet).boundingBox()])
  if (!map || !box) throw new Error('no map or no sheet')
  return { top: map.y, bottom: box.y, right: map.x + map.width }
}

/** The pin's tip marks the location, and the drawing extends upwards. */
async function expectPinInSight(page: Page, sheet: string | RegExp, place: LatLng) {
  await expect(panel(page, sheet)).toBeVisible()
  await expect(async () => {
    const { top, bottom, right } = await visiblePart(page, sheet)
    const { x, y } = await screenOf(page, place)
    expect(x).toBeGreaterThan(20)
    expect(x).toBeLessThan(right - 20)
    expect(y - 40).toBeGreaterThan(top)
    expect(y).toBeLessThan(bottom - 4)
  }).toPass({ timeout: 10_000 })
}

async function search(page: Page, query: string, name: string) {
  await page.getByRole('button', { name: 'Search the map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search the map' })
  await dialog.getByRole('combobox').fill(query)
  await dialog.getByRole('option', { name }).first().click()
}

for (const size of SIZES)
  test(`UX-2.7 the selection is in the part of the map that the sheet doesn’t cover, at ${size.width} × ${size.height}`, async ({
    page,
    context,
    browser,
    app,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await context.grantPermissions(['geolocation'])
    const place = { lat: -41.1681, lng: 148.1131 }
    await context.setGeolocation({ latitude: place.lat, longitude: place.lng, accuracy: 5 })
    await logIn(page, 'member')

    const description = `Pin in sight ${size.width} ${Date.now().toString(36)}`
    await addAction(page, description)
    await page.getByRole('link', { name: description }).first().click()
    await page.getByRole('link', { name: 'View on map' }).click()
    await expectPinInSight(page, description, place)
    // With an address, the map loads before the Actions.
    await page.reload()
    await expectPinInSight(page, description, place)
    // A manager opens another person's resolved Action although the layer of resolved Actions is off.
    const [theirs, manager] = await elsewhere(browser, app.url, 'manager')
    await manager.setViewportSize(size)
    await open(manager, description)
    await resolve(manager)
    await expect(manager.getByRole('main')).toContainText('Resolved')
    await manager.getByRole('link', { name: 'View on map' }).click()
    await expectPinInSight(manager, description, place)
    await theirs.close()

    const bf17 = marker('BF17')
    await openMap(page, `/map?show=emergency-markers:BF17${at(bf17, 16)}`)
    await expectPinInSight(page, 'BF17', bf17)
    const bf20 = marker('BF20')
    await search(page, 'bf20', 'BF20')
    await expectPinInSight(page, 'BF20', bf20)

    await search(page, 'icarus', 'Icarus')
    await expect(panel(page, 'Icarus')).toBeVisible()
    await drawn(page)
    const icarus = raw('trails').features.find((one: { properties: { name: string } }) => one.properties.name === 'Icarus')
    const { top, bottom, right } = await visiblePart(page, 'Icarus')
    const corners = await Promise.all((icarus.geometry.coordinates as [number, number][]).map(([lng, lat]) => screenOf(page, { lat, lng })))
    const inSight = corners.filter(({ x, y }) => x > 0 && x < right && y > top + 30 && y < bottom - 10)
    expect(inSight.length, hashOf(page)).toBeGreaterThan(10)
  })
