import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/e2e-test.ts'
import { drawn, hashOf, openMap, panel, raw } from '../helpers/maps.ts'

async function search(page: Page, query: string) {
  await page.getByRole('button', { name: 'Search the map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search the map' })
  await dialog.getByRole('combobox').fill(query)
  return dialog
}

test('UX-1.7 search finds a post by its code as people type it, and a record by its name', async ({ page }) => {
  await openMap(page)
  const dialog = await search(page, 'bf1')
  const hits = dialog.getByRole('option')
  await expect(hits.first()).toContainText('BF01')
  // The search then lists other codes with the same beginning.
  await expect(hits.nth(1)).toContainText('BF10')
  await dialog.getByRole('combobox').fill('wheel pit')
  await expect(hits.first()).toContainText('Wheel Pit Walk')
  await expect(hits.first()).toContainText('not on the map')
  await hits.first().click()
  const popup = panel(page, 'Wheel Pit Walk')
  await expect(popup).toContainText('We know the name of this route but haven’t surveyed it.')
  await expect(popup.getByRole('button', { name: 'Copy coordinates' })).toHaveCount(0)
  expect(hashOf(page)).not.toContain('#0.0')
})

test('UX-2.11 popups omit distances of 0 m and redundant place types, and show a hazard’s author and a trail’s grade as text', async ({
  page,
}) => {
  const zone = raw('points').features.find((one: { properties: { category: string } }) => one.properties.category === 'Helicopter LZ')
  await page.goto(`/map?show=landing-zones:${slug(zone.properties.description)}`)
  const landing = panel(page, zone.properties.description)
  await expect(landing).toContainText('Helicopter landing')
  await expect(landing).not.toContainText(/\b0 m\b/)

  await page.goto('/map?show=places:bay-of-fires-start')
  const start = panel(page, 'Bay of Fires start')
  await expect(start).toContainText('Start Point')
  await expect(start.getByText('start', { exact: true })).toHaveCount(0)
  await expect(start).toContainText(/Location-41\.\d{5}, 14[78]\.\d{5}/)
  await expect(start).not.toContainText('PlaceOfInterest')

  await page.goto('/map?show=hazards:fallen-tree')
  const hazard = panel(page, 'Fallen tree')
  await expect(hazard).toContainText('Recorded16-Nov-19')
  await expect(hazard).toContainText('BySurvey team')

  await page.goto('/map?show=trails:over-there')
  const short = panel(page, 'Over There')
  await expect(short).toContainText('Green, easy · St Helens')
  await expect(short).toContainText('Length140 m')
  await expect(short).not.toContainText(/\bkm\b/)
  await page.goto('/map?show=trails:blue-tier')
  const trail = panel(page, 'Blue Tier')
  await expect(trail).toContainText('Blue, intermediate · Bay of Fires')
  await expect(trail).toContainText('Length20.6 km')
  await expect(trail).not.toContainText(/Kind|Rating/)
})

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

test('UX-2.11 a zoom above the maximum is corrected in the URL too, and the current view replaces an invalid one', async ({ page }) => {
  await openMap(page, '/map#-41.34000,148.24000,25')
  await expect.poll(() => hashOf(page)).toBe('#-41.34000,148.24000,20')
  await page.evaluate(() => location.assign('#-41.30000,148.20000,99'))
  await expect.poll(() => hashOf(page)).toBe('#-41.30000,148.20000,20')
  await drawn(page)
  // The map doesn't move to an address of the current view, but the app still corrects the address.
  await page.evaluate(() => location.assign('#-41.30000,148.20000,25'))
  await expect.poll(() => hashOf(page)).toBe('#-41.30000,148.20000,20')
  await page.evaluate(() => location.assign('#-41.30000,148.20000,1'))
  await expect.poll(() => hashOf(page)).toBe('#-41.30000,148.20000,3')
  await page.evaluate(() => location.assign('#91,500,99'))
  await expect.poll(() => hashOf(page)).toBe('#-41.30000,148.20000,3')
})
