import type { Locator, Page } from '@playwright/test'
import { DESKTOP, expect, OLDER_BROWSER_TOO, PHONE, test } from '../helpers/e2e-test.ts'
import { callScript, card, enterCode, north, positionOf } from '../helpers/places.ts'

const SMALL_PHONE = { width: 320, height: 700 }

async function expectInView(page: Page, one: Locator, what: string) {
  // The server-rendered content disappears briefly while the app redraws it.
  await expect(async () => {
    const [box, top, bottom] = await Promise.all([
      one.boundingBox(),
      page.locator('.emergency > header').boundingBox(),
      page.locator('.call-bar').boundingBox(),
    ])
    if (!box || !top || !bottom) throw new Error(`${what} is not shown`)
    expect(box.y, `${what} begins below the bar at the top`).toBeGreaterThanOrEqual(top.y + top.height)
    expect(box.y + box.height, `${what} ends above the call`).toBeLessThanOrEqual(bottom.y)
  }).toPass({ timeout: 10_000 })
}

test(
  'UX-1.1 without a location, Emergency shows nothing that could be read out as a code, and accepts a code entered as letters and a number',
  OLDER_BROWSER_TOO,
  async ({ page, context }) => {
    await context.clearPermissions()
    await page.goto('/emergency')
    await expect(page.getByText('Location is off for this site.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Turn on$|^How to$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What code is on the nearest post?' })).toBeVisible()
    expect(await page.locator('main').textContent()).not.toMatch(/[A-Z]{2}\s?\d/)
    await expect(page.locator('[placeholder]')).toHaveCount(0)
    await expect(callScript(page)).toHaveCount(5)
    await expectInView(page, callScript(page).last(), 'the last sentence')

    await enterCode(page, 'BF Bay of Fires', '77')
    await expect(page.getByText('There is no BF77. Codes go from BF01 to BF42.')).toBeVisible()
    await expect(page.locator('.code')).toHaveCount(0)
    for (const digit of '17') await page.getByRole('button', { name: digit, exact: true }).click()
    await expect(page.locator('.code')).toHaveText('BF17')
    await expect(callScript(page).nth(2)).toHaveText('Emergency post BF17 Bravo Foxtrot One Seven')
    for (const sentence of await callScript(page).all()) await expectInView(page, sentence, 'a sentence')
    await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
    await enterCode(page, 'SH St Helens', '7')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.locator('.code')).toHaveText('SH07')
  },
)

for (const viewport of [PHONE, { width: 320, height: 640 }])
  test(`EMG-R2 at ${viewport.width} × ${viewport.height} and 5 km accuracy, the first view shows every sentence for the call`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...(await positionOf(page, 'SH09')), accuracy: 5000 })
    await page.goto('/emergency')
    await expect(callScript(page).nth(2)).toContainText('only accurate to 5 km')
    await expectInView(page, page.getByRole('heading', { name: 'What code is on the nearest post?' }), 'the question')
    for (const sentence of await callScript(page).all()) await expectInView(page, sentence, 'a sentence')
  })

test('UX-1.1 Turn on requests the location again, and a later fix shows the way to the post whose code was entered', async ({ page }) => {
  const { latitude, longitude } = north(await positionOf(page, 'BF17'), 210)
  // The first request fails while the permission is still "prompt", as if the user dismissed the dialog.
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
  await expect(page.getByText(/BF17 is/)).toHaveCount(0)
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText(/^BF17 is 2\d0 m on down the trail\. Towards the south$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(callScript(page).nth(2)).toContainText('I am')
})

for (const viewport of [PHONE, SMALL_PHONE])
  test(`UX-1.2 at ${viewport.width} × ${viewport.height}, a post’s page shows what to say without scrolling, and scrolls opened help into view`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/m/BF17')
    await expectInView(page, page.locator('.code'), 'the code')
    await expect(callScript(page)).toHaveCount(5)
    for (const sentence of await callScript(page).all()) await expectInView(page, sentence, 'a sentence')
    const script = (await card(page, 'Tell 000').textContent()) ?? ''
    expect(script.match(/BF17/g), 'the code once').toHaveLength(1)

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

test('UX-1.2 on a desktop, a post’s page shows facts on the left, the sketch on the right, and what to say without scrolling', async ({
  page,
}) => {
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

test('EMG-MAP the sketch around a post places the base map tiles correctly, and also works without tiles', async ({ page, context }) => {
  await page.goto('/m/BF17')
  const sketch = page.getByRole('img', { name: 'Sketch of the trails around BF17' })
  const ground = sketch.locator('image')
  await expect.poll(() => ground.count()).toBeGreaterThan(8)
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
