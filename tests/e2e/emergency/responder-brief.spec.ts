import { chooseArea } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { callScript, card, north, positionOf } from '../helpers/places.ts'

test('EMG-04 the brief shows signal by carrier both ways along the trail, 2WD access and landing, and marks unknown values as unknown', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/m/BF17')
  await page.getByText('For responders', { exact: true }).click()
  const signal = page.locator('section').filter({ hasText: 'Nearest signal' })
  await expect(signal.getByRole('heading', { level: 3 })).toHaveText(['Call 000 (any network)', 'Telstra', 'Optus'])
  // No carrier has signal at BF17. The list shows the nearest places with signal in both directions, nearest first.
  await expect(signal.getByRole('listitem').nth(0)).toContainText(
    /BF16, 1\.0 km Telstra poor or unreliable, up the trail · 16 min walk, 5 min ride/,
  )
  await expect(signal.getByRole('listitem').nth(1)).toContainText(/BF21, 4\.0 km .* down the trail/)
  await expect(signal.getByRole('listitem')).toHaveCount(6)
  const ways = card(page, 'Nearest 2WD access')
  await expect(ways).toContainText(/Fern Gully Access, 1\.7 km/)
  await expect(ways).toContainText(/Bay of Fires LZ 2, \d+ m north, Unsealed road setdown/)
  // The posts cover a landing zone at distance zero, a post that only a winch can reach, an access route that wasn't surveyed, and a
  // two-digit reading.
  await page.goto('/m/BF20')
  await expect(card(page, 'Helicopter landing')).toContainText('Position of Bay of Fires LZ 2: unknown')
  await expect(card(page, 'Responder brief')).toContainText('Position of Bay of Fires LZ 2: unknown')
  await page.goto('/m/BF01')
  await expect(card(page, 'Helicopter landing')).toContainText('Winch only at BF01')
  await page.goto('/m/BT17')
  await expect(callScript(page).last()).toHaveText('Way in: unknown')
  await page.goto('/m/DP09')
  await expect(card(page, 'Responder brief')).toContainText('Telstra: unknown')
  await expect(page.locator('main')).not.toContainText(/\b0, 0\b|0\.00000|NaN|null|undefined/)
})

test('UX-1.7 the responder brief names a route that nobody has surveyed', async ({ page }) => {
  await page.goto('/m/BF17')
  await expect(card(page, 'Responder brief')).toContainText('Known by name only, route unknown: Wheel Pit Walk (on foot)')
})

test('EMG-05 the dispatcher starts from the code that the caller reads out, and the brief prints on one page', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(DESKTOP)
  await page.goto('/emergency')
  const code = page.getByLabel('Code the caller reads out')
  await code.fill('bf 17')
  const brief = card(page, 'Responder brief')
  for (const title of [
    'Access',
    'Routes to the post',
    'Gates, private land, notes',
    'Last 2WD point',
    'Time from 2WD track',
    'Egress',
    'Helicopter landing',
    'Canopy',
    'Ground',
    'Signal at the post',
    'Surveyed hazards on the way in',
  ])
    await expect(brief.getByRole('term').filter({ hasText: title })).toBeVisible()
  await expect(brief).toContainText('Myrtle Road: Difficult access road')
  await page.getByRole('button', { name: 'Copy all' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Emergency post BF17')
  expect(copied).toContain('SAMPLE DATA - NOT FOR NAVIGATION')
  expect(copied).toContain('Egress: Bay of Fires access 7, off Coast Road')
  for (const post of ['BF17', 'BT/BF02', 'BT17', 'BF01']) {
    await code.fill(post)
    await expect(page.locator('.code')).toHaveText(post)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), post).toHaveLength(1)
  }
})

test('EMG-05 a manager creates a link that shows the hazards on the way in without an account, and an expired link is refused', {
  tag: '@core',
}, async ({ page, browser, app }) => {
  const post = await positionOf(page, 'BF18')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ ...north(post, 20), accuracy: 5 })
  await logIn(page, 'manager', '/actions/add')
  await page.getByLabel('Brief description of problem').fill('Tree across the way in')
  await chooseArea(page, 'Bay of Fires')
  await expect(page.getByText(/Accurate to 5 m|5 m/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tree across the way in')).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get('/api/open-hazards?code=BF18')).json()).hazards.length, { timeout: 20_000 })
    .toBeGreaterThan(0)
  await page.goto('/m/BF18')
  await expect(card(page, 'Responder brief')).toContainText('Tree across the way in')
  await page.getByText('For responders', { exact: true }).click()
  await page.getByLabel('Works for').selectOption('24 hours')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.locator('.link-text').textContent()) ?? ''
  expect(link).toMatch(/\/m\/BF18#brief=[\w-]{40,}$/)

  const visitor = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const theirs = await visitor.newPage()
  await theirs.goto('/m/BF18')
  const toAsk = theirs.getByText('or ask the trail team for a responder link')
  // The page's script closes a fold that was opened before the script had loaded.
  await expect(async () => {
    if (!(await toAsk.isVisible())) await theirs.getByText('For responders', { exact: true }).click()
    await expect(toAsk).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(theirs.locator('main')).not.toContainText('Tree across the way in')
  await theirs.goto('about:blank')
  await theirs.goto(link)
  await expect(theirs.getByText('Tree across the way in')).toBeVisible()
  await expect(theirs.getByText(/This link works until/)).toBeVisible()
  const pdf = (await theirs.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await theirs.goto('about:blank')
  await theirs.goto(`${link.slice(0, -6)}AAAAAA`)
  await expect(theirs.getByText('This link has expired.')).toBeVisible()
  await expect(theirs.locator('main')).not.toContainText('Tree across the way in')
  await visitor.close()
})
