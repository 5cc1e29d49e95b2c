import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { layersInHistory } from '../helpers/layers.ts'
import { onTrail, panel } from '../helpers/maps.ts'
import { logIn } from '../helpers/people.ts'

const trail = 'Old Salty Dog'

test('TRAILS-1 TRAILS-4 the URL filters the list, and a trail opens from the list or from the map', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/trails')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(21)
  await page.getByRole('button', { name: 'Open now' }).click()
  await page.getByRole('button', { name: 'Blue' }).click()
  await expect(page).toHaveURL('/trails?open=now&grade=blue')
  await expect(rows).toHaveCount(5)
  await page.reload()
  await expect(rows).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Search trails' }).fill('SH09')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: new RegExp(`^${trail}`) }).click()
  await expect(page).toHaveURL('/trails/old-salty-dog')
  await expect(page).toHaveTitle(`${trail} – St Helens Trails`)
  await page.getByRole('link', { name: 'Open map' }).click()
  await panel(page, trail).getByRole('link', { name: 'All about this trail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: trail })).toBeVisible()
  // Going back to the map reopens the sheet. The next Back closes the sheet first.
  await page.goBack()
  await expect(panel(page, trail)).toBeVisible()
  await expect.poll(() => layersInHistory(page)).toBe(1)
  await page.goBack()
  await expect(panel(page, trail)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/trails/old-salty-dog')
  await page.goBack()
  await expect(page).toHaveURL('/trails?q=SH09&open=now&grade=blue')
})

test('TRAILS-1 sorts trails by distance if location is allowed, and shows if the location is only approximate', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  const start = onTrail(trail)
  const at = (accuracy: number) => context.setGeolocation({ latitude: start.lat, longitude: start.lng, accuracy })
  await at(8)
  await page.goto('/trails')
  const nearest = page.getByRole('region', { name: 'Trails, nearest first' })
  const row = nearest.getByRole('link').first()
  await expect(row).toHaveAccessibleName(/^Old Salty Dog Blue, intermediate, 6\.0 km · St Helens .* You’re on it$/)
  await expect(nearest.getByRole('link').nth(1)).toContainText(/\d m away|km away/)
  await expect(page.getByRole('radio', { name: 'Near me' })).toBeChecked()
  await expectAccessible(page, 'nearest trails')
  await page.getByRole('radio', { name: 'By network' }).click()
  await expect(page).toHaveURL('/trails?sort=network')
  await expect(page.getByRole('region', { name: /^St Helens / })).toBeVisible()
  await page.getByRole('radio', { name: 'Near me' }).click()
  await expect(row).toContainText('You’re on it')
  await at(400)
  await page.reload()
  await expect(row).toContainText('within 450 m')
  await at(5000)
  await page.reload()
  await expect(page.getByRole('form', { name: 'Find a trail' }).getByRole('status')).toHaveText('Location not accurate enough')
  await expect(page.getByRole('radio', { name: 'Near me' })).toBeDisabled()
  await expect(page.getByRole('region', { name: /^St Helens / })).toBeVisible()
})

test('TRAILS-2 a trail’s page shows its profile and posts; members see its Actions, and a report from it has the trail filled in', async ({
  page,
}) => {
  await logIn(page, 'member', '/trails/old-salty-dog')
  await expect(page.getByRole('img', { name: /^Elevation from 267 m at the start to 1 m at the finish/ })).toBeVisible()
  const strip = page.getByRole('region', { name: 'Emergency posts' })
  await strip.getByRole('heading', { name: '5 emergency posts' }).click()
  await expect(strip.getByRole('link').first()).toContainText('SH')
  await page.getByRole('main').getByRole('link', { name: 'Report', exact: true }).click()
  await expect(page).toHaveURL(/\/actions\/add\?/)
  const description = `Washed-out berm ${Date.now().toString(36)}`
  await page.getByLabel('Brief description of problem').fill(description)
  await expect(page.getByLabel('Area')).toHaveValue('St Helens')
  await expect(page.getByLabel('Trail', { exact: false }).last()).toHaveValue(trail)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await page.goto('/trails/old-salty-dog')
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByRole('link', { name: description }).click()
  await expect(page).toHaveURL(/\/actions\/view\//)
})

test('TRAILS-3 the list and a trail’s page can be read without scripts, and an unknown trail returns 404', { tag: '@core' }, async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/trails')
  await expect(page).toHaveTitle('Trails – St Helens Trails')
  await expect(page.getByRole('region', { name: /^Dreaming Pools Closed/ })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.getByRole('link', { name: new RegExp(`^${trail}`) }).click()
  await expect(page).toHaveTitle(`${trail} – St Helens Trails`)
  await expect(page.getByRole('main')).toContainText('St Helens: ')
  await page.getByRole('heading', { name: '5 emergency posts' }).click()
  await expect(page.getByRole('region', { name: 'Emergency posts' }).getByText('SH09', { exact: true })).toBeVisible()
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Old Salty Dog: Blue, intermediate, Descent, 6\.0 km, St Helens\./,
  )
  const structured = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(structured).toMatchObject({
    '@type': 'SportsActivityLocation',
    name: trail,
    url: expect.stringMatching(/\/trails\/old-salty-dog$/),
  })
  // The sample data is fictional, so the structured data omits coordinates.
  expect(structured).not.toHaveProperty('geo')
  const unknown = await page.goto('/trails/nowhere')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' }).last()).toBeVisible()
  await context.close()
})

test('TRAILS-1 TRAILS-2 axe finds no violations on the list or a trail’s page, and nothing scrolls sideways at 320 px', async ({
  page,
}) => {
  for (const path of ['/trails', '/trails/bay-of-fires', '/trails/old-salty-dog']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    for (const size of [{ width: 320, height: 700 }, DESKTOP]) {
      await page.setViewportSize(size)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
    await expect(page.getByRole('img', { name: /^Map of / })).toBeVisible()
    await expectAccessible(page, path)
  }
})

test('TRAILS-1 TRAILS-2 the list and a trail’s page open offline from the cache', { tag: '@service-worker' }, async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await goOffline(page, context)
  await page.goto('/trails')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(21)
  await page.goto('/trails/bay-of-fires')
  await page.getByRole('heading', { name: /emergency posts$/ }).click()
  await page.getByText('BT/BF01 to BF10, 12 posts').click()
  await expect(page.getByRole('link', { name: /^BF02/ })).toBeVisible()
  await expect(page.getByText('Partially Open').first()).toBeVisible()
})
