/** What stands where on the emergency screens: the right words in the first view, and nothing that looks like a code and is none. */
import type { Locator, Page } from '@playwright/test'
import { DESKTOP, expect, OLDER_BROWSER_TOO, PHONE, test } from './e2e-test.ts'
import { callScript, card, enterCode, north, positionOf } from './places.ts'

const SMALL_PHONE = { width: 320, height: 700 }

/** Whole and uncovered: between the bar at the top and the call at the bottom. */
async function expectInView(page: Page, one: Locator, what: string) {
  const [box, top, bottom] = await Promise.all([
    one.boundingBox(),
    page.locator('.emergency > header').boundingBox(),
    page.locator('.call-bar').boundingBox(),
  ])
  if (!box || !top || !bottom) throw new Error(`${what} is not shown`)
  expect(box.y, `${what} begins below the bar at the top`).toBeGreaterThanOrEqual(top.y + top.height)
  expect(box.y + box.height, `${what} ends above the call`).toBeLessThanOrEqual(bottom.y)
}

test(
  'UX-1.1 Emergency without location shows no code that could be read out; a code is put together from signs and number',
  OLDER_BROWSER_TOO,
  async ({ page, context }) => {
    await context.clearPermissions()
    await page.goto('/emergency')
    await expect(page.getByText('Location is off for this site.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Turn on$|^How to$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What code is on the nearest post?' })).toBeVisible()
    expect(await page.locator('main').textContent()).not.toMatch(/[A-Z]{2}\s?\d/)
    await expect(page.locator('[placeholder]')).toHaveCount(0)
    // What to say without a code stands in the same view.
    await expect(callScript(page)).toHaveCount(5)
    await expectInView(page, callScript(page).last(), 'the last sentence')

    await enterCode(page, 'BF Bay of Fires', '77')
    await expect(page.getByText('There is no BF77. Codes go from BF01 to BF42.')).toBeVisible()
    await expect(page.locator('.code')).toHaveCount(0)
    // The next number begins by itself.
    for (const digit of '17') await page.getByRole('button', { name: digit, exact: true }).click()
    await expect(page.locator('.code')).toHaveText('BF17')
    await expect(callScript(page).nth(2)).toHaveText('Emergency post BF17')
    for (const sentence of await callScript(page).all()) await expectInView(page, sentence, 'a sentence')
    // Fewer signs than the post has, and another series.
    await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
    await enterCode(page, 'SH St Helens', '7')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.locator('.code')).toHaveText('SH07')
  },
)

test('UX-1.1 Turn on asks again, and a position that comes later shows the way to the post whose code was entered', async ({ page }) => {
  const { latitude, longitude } = north(await positionOf(page, 'BF17'), 210)
  // Refused the first time with the question still open, as when someone taps it away; allowed the second time.
  await page.addInitScript(
    (coords) => {
      let asked = 0
      navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
      navigator.geolocation.watchPosition = (found, failed) => {
        asked++
        if (asked === 1) failed?.({ code: 1 } as GeolocationPositionError)
        else found({ coords: { ...coords, accuracy: 6 }, timestamp: Date.now() } as GeolocationPosition)
        return asked
      }
    },
    { latitude, longitude },
  )
  await page.goto('/emergency')
  await enterCode(page, 'BF Bay of Fires', '17')
  await expect(page.locator('.code')).toHaveText('BF17')
  await expect(page.locator('.dial')).toHaveCount(0)
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.locator('.dial')).toBeVisible()
  await expect(page.locator('.nearest')).toContainText('210 m south')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Nearest post' })).toBeVisible()
})

for (const viewport of [PHONE, SMALL_PHONE])
  test(`UX-1.2 at ${viewport.width} × ${viewport.height} a post’s page says what to tell in the first view, and the help that is opened comes into view`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/m/BF17')
    await expectInView(page, page.locator('.code'), 'the code')
    await expect(callScript(page)).toHaveCount(5)
    for (const sentence of await callScript(page).all()) await expectInView(page, sentence, 'a sentence')
    const before = (await page.locator('main').textContent())?.split('Tell 000')[0] ?? ''
    expect(before.match(/BF17/g), 'the code once').toHaveLength(1)

    const other = page.getByRole('button', { name: 'At another post? Enter its code' })
    await expect(other).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('heading', { name: 'What code is on the nearest post?' })).toBeHidden()

    await page.getByRole('button', { name: 'Sending someone for help?' }).click()
    await expect
      .poll(async () => {
        const [field, bar] = await Promise.all([page.getByLabel('Who is hurt').boundingBox(), page.locator('.call-bar').boundingBox()])
        return field !== null && bar !== null && field.y >= 0 && field.y + field.height <= bar.y
      })
      .toBe(true)
    await other.click()
    await expect(page.getByRole('heading', { name: 'What code is on the nearest post?' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  })

test('UX-1.2 on a desktop the facts stand left, the sketch right, and what to tell is in the first view', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/m/BF17')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emergency post BF17')
  await expect(callScript(page).last()).toBeInViewport({ ratio: 1 })
  const [script, sketch] = await Promise.all([card(page, 'Tell 000').boundingBox(), page.locator('.sketch').first().boundingBox()])
  expect(script?.width).toBeLessThanOrEqual(560)
  expect(sketch?.x).toBeGreaterThan((script?.x ?? 0) + (script?.width ?? 0))
  await page.getByRole('button', { name: 'Another post', exact: true }).click()
  await page.getByLabel('Code the caller reads out').fill('bf 77')
  await expect(page.locator('.code-field').getByText('There is no BF77. Codes go from BF01 to BF42.')).toBeVisible()
})

test('EMG-MAP the sketch around a post lies on the base map, tile by tile in its place; without tiles it stands by itself', async ({
  page,
  context,
}) => {
  await page.goto('/m/BF17')
  const sketch = page.getByRole('img', { name: 'Sketch of the trails around BF17' })
  const ground = sketch.locator('image')
  await expect.poll(() => ground.count()).toBeGreaterThan(8)
  // The tile under the post is the one that the map shows there: its place follows from the post's own.
  const { latitude, longitude } = await positionOf(page, 'BF17')
  const [x, y] = await sketch.evaluate(
    (svg, at) => {
      const n = 2 ** 15
      const column = ((at.longitude + 180) / 360) * n
      const row = ((1 - Math.asinh(Math.tan((at.latitude * Math.PI) / 180)) / Math.PI) / 2) * n
      const tile = svg.querySelector(`image[href*="/15/${Math.floor(column)}/${Math.floor(row)}."]`)
      const number = (name: string) => Number(tile?.getAttribute(name))
      return [number('x') + (column % 1) * number('width'), number('y') + (row % 1) * number('height')]
    },
    { latitude, longitude },
  )
  expect(Math.abs(x ?? Number.NaN)).toBeLessThan(1)
  expect(Math.abs(y ?? Number.NaN)).toBeLessThan(1)
  await context.route(/\/tiles\//, (route) => route.abort())
  await page.reload()
  await expect(sketch.locator('.plate-selected')).toHaveText('BF17')
})
