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
    await expect(page.getByText('There is no post BF77. Codes go from BF01 to BF42.')).toBeVisible()
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

/** Opens a page in the app's own font. Without a network, phones have it from the app's first visit. */
async function openInInter(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => document.fonts.load('500 17px "Inter Variable"'))
  await page.reload()
}

/** Expects the whole script in the first view: every sentence between the bars, none under another, and nothing scrolled. */
async function expectWholeScript(page: Page, count: number, what: string) {
  await expect(callScript(page), what).toHaveCount(count)
  await expectInView(page, page.getByRole('heading', { name: 'Tell 000' }), `${what}: the heading`)
  for (const sentence of await callScript(page).all()) {
    await expectInView(page, sentence, `${what}: ${await sentence.textContent()}`)
    expect(
      await sentence.evaluate((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const corners = [top + 2, bottom - 2].flatMap((y) => [left + 2, right - 2].map((x) => document.elementFromPoint(x, y)))
        return corners.every((hit) => hit !== null && one.contains(hit))
      }),
      `${what}: nothing covers ${await sentence.textContent()}`,
    ).toBe(true)
  }
  expect(await page.evaluate(() => scrollY), what).toBe(0)
}

type Post = { code: string; access: { name: string | null; majorRoad: string | null; vehicle: string | null } }

/** Returns the posts with the longest way in of each network's letters. */
async function longestPosts(page: Page): Promise<string[]> {
  const { markers } = (await (await page.request.get('/api/public/site-data')).json()) as { markers: Post[] }
  const lengthOf = ({ access: { name, majorRoad, vehicle } }: Post) => `${name}${majorRoad}${vehicle}`.length
  const byLetters = new Map<string, Post>()
  for (const post of markers) {
    const letters = post.code.replace(/\d+$/, '')
    const longest = byLetters.get(letters)
    if (!longest || lengthOf(post) > lengthOf(longest)) byLetters.set(letters, post)
  }
  return [...byLetters.values()].map(({ code }) => code)
}

for (const viewport of [PHONE, { width: 320, height: 640 }])
  test(`EMG-03 at ${viewport.width} × ${viewport.height}, every sentence for the call is visible without scrolling, whatever is known about the location`, {
    tag: '@core',
  }, async ({ page, context }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    const place = north(await positionOf(page, 'SH09'), 60)
    await openInInter(page, '/emergency')
    await expect(page.getByText('Location is off for this site.')).toBeVisible()
    await expectWholeScript(page, 5, 'no location')
    for (const code of ['SH10', ...(await longestPosts(page))]) {
      await page.goto(`/m/${encodeURIComponent(code)}`)
      await expectWholeScript(page, 5, `post ${code}`)
    }

    await context.grantPermissions(['geolocation'])
    for (const [accuracy, count, sentence] of [
      [5000, 4, 'only accurate to 5 km'],
      [350, 4, 'only accurate to 350 m'],
      [80, 5, 'only accurate to 80 m'],
      [8, 5, 'I am 60 m past it, towards SH10'],
    ] as const) {
      await context.setGeolocation({ ...place, accuracy })
      await page.goto('/emergency')
      await expect(callScript(page).nth(2)).toContainText(sentence)
      await expectWholeScript(page, count, `accurate to ${accuracy} m`)
    }
    // The third sentence holds the post, large, with its spoken form next to it on two lines.
    const [code, spoken] = await Promise.all([page.locator('.code').boundingBox(), page.locator('.spoken').boundingBox()])
    expect(code?.height).toBe(viewport.width < 360 ? 38 : 44)
    expect(spoken?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0))
    const call = await page.locator('.call-bar .call').boundingBox()
    expect(call?.height).toBe(viewport.width < 360 ? 64 : 72)

    for (const longest of await longestPosts(page)) {
      await context.setGeolocation({ ...north(await positionOf(page, longest), 40), accuracy: 8 })
      await page.goto('/emergency')
      await expect(callScript(page).nth(2)).toContainText(longest)
      await expectWholeScript(page, 5, `at ${longest}`)
    }

    await context.setGeolocation({ ...place, accuracy: 8 })
    await page.goto('/emergency')
    await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
    await enterCode(page, 'BF Bay of Fires', '17')
    await expect(page.getByRole('alert').getByRole('heading')).toBeFocused()
    await page.evaluate(() => scrollTo(0, 0))
    await expectWholeScript(page, 4, 'contradiction')
    for (const choice of await page.getByRole('alert').getByRole('button').all())
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(56)
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
  await expect(page.locator('.code-field').getByText('There is no post BF77. Codes go from BF01 to BF42.')).toBeVisible()
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
