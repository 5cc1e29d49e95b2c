import type { BrowserContext, Page } from '@playwright/test'
import jsQr from 'jsqr'
import { DESKTOP, expect, OLDER_BROWSER_TOO, PHONE, test } from '../helpers/e2e-test.ts'
import { callScript, card, enterCode, north, positionOf } from '../helpers/places.ts'

async function standAt(context: BrowserContext, place: { latitude: number; longitude: number }, accuracy: number) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...place, accuracy })
}

async function visitOnceThenLoseSignal(page: Page, context: BrowserContext) {
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
  await context.route(/\/tiles\/|\/assets\/(ol|map)[^/]*\.js/, (route) => route.abort())
}

test(
  'EMG-01 Emergency is one tap away on phone and desktop, and the form beneath it keeps its input',
  OLDER_BROWSER_TOO,
  async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('Email').fill('robin@example.org')
    for (const [viewport, bar] of [
      [PHONE, page.getByRole('navigation', { name: 'Main', exact: true })],
      [DESKTOP, page.getByRole('banner').first()],
    ] as const) {
      await page.setViewportSize(viewport)
      await bar.getByRole('link', { name: 'Emergency' }).click()
      const layer = page.getByRole('dialog', { name: 'Emergency' })
      await expect(layer.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
      await layer.getByRole('button', { name: 'Close' }).click()
      await expect(layer).toBeHidden()
      await expect(page.getByLabel('Email')).toHaveValue('robin@example.org')
    }
    const manifest = await (await page.request.get('/manifest.webmanifest')).json()
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/emergency', '/report', '/map', '/'])
  },
)

test('SEC-FUZZ the markup of a post’s page contains no server file name or stack frame', async ({ page }) => {
  const markup = await (await page.request.get('/m/BF17')).text()
  expect(markup).toContain('BF17')
  expect(markup).not.toMatch(/file:\/\/|prerender\.js|data-c?stck|data-msg/)
})

test('EMG-01 without scripts, Emergency shows its guidance and tel:000, and a post’s page is complete', { tag: '@core' }, async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/emergency')
  await expect(page).toHaveTitle('Emergency – St Helens Trails')
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency' })).toBeVisible()
  await expect(callScript(page).nth(2)).toContainText('code on the post')
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await expect(page.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112')
  await page.goto('/m/BF17')
  await expect(callScript(page).nth(2)).toHaveText('Emergency post BF17 Bravo Foxtrot One Seven')
  await page.getByText('For responders', { exact: true }).click()
  await expect(page.getByText('-41.17045, 148.12125').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Responder brief' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await context.close()
})

test('EMG-01 EMG-02 after one visit, a phone at a post shows the post’s code within 2 s, without a network, map or tiles', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await standAt(context, north(await positionOf(page, 'BF17'), 8), 15)
  await visitOnceThenLoseSignal(page, context)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.code')) return
      sessionStorage.setItem('code shown after', String(performance.now()))
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/emergency')
  await expect(page.locator('.code')).toHaveText('BF17')
  expect(Number(await page.evaluate(() => sessionStorage.getItem('code shown after')))).toBeLessThan(2000)
  await expect(page.getByText('You are at BF17')).toBeVisible()
  await expect(page.getByText('Works without signal')).toBeVisible()
  await expect(callScript(page).nth(2)).toHaveText('Nearest emergency post BF17 Bravo Foxtrot One Seven. I am at it')
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await expect(page.getByText('Sample data – not for navigation').first()).toBeVisible()
  await page.goto('/m/BT%2FBF02')
  await expect(page.locator('.code')).toHaveText('BT/BF02')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' }).click()
  await expect(page.getByRole('dialog', { name: 'Emergency' }).locator('.code')).toHaveText('BF17')
})

test('EMG-02 Emergency marks a poor fix and lists possible posts, shows the age of an old fix, and shows coordinates first off the network', {
  tag: '@core',
}, async ({ page, context }) => {
  const post = await positionOf(page, 'BF17')
  await standAt(context, north(post, 210), 800)
  await page.clock.install()
  await page.goto('/emergency')
  await expect(page.getByText('Position only accurate to 800 m')).toBeVisible()
  await expect(callScript(page).nth(2)).toHaveText(/^No post found yet\. Position -41\.\d{3}, 148\.\d{3}, only accurate to 800 m$/)
  await expect(page.getByText(/I am .* of it/)).toBeHidden()
  await context.setGeolocation({ ...north(post, 210), accuracy: 6 })
  await expect(callScript(page).nth(2)).toHaveText(/^Nearest emergency post BF17 .*I am 2[0-9]0 m from it, towards BF16$/)
  await expect(page.getByText(/^BF17 is 2\d0 m on down the trail$/)).toBeVisible()
  await expect(page.getByText('Towards the south', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Accurate to 6 m/)).toBeVisible()
  await expect(card(page, 'My position')).toContainText(/-41\.\d{5}, 148\.\d{5}/)
  const position = card(page, 'More about this place')
  await page.getByText('More about this place').click()
  await expect(position.locator('.notations').first()).toBeVisible()
  await expect(position).toContainText(/41° 10\.\d{3}′ S, 148° 07\.\d{3}′ E/)
  await expect(position).toContainText(/MGA2020 zone 55, E \d{3} \d{3}, N \d \d{3} \d{3}/)
  await context.setGeolocation({ latitude: -41.9, longitude: 147.2, accuracy: 6 })
  await expect(page.getByRole('heading', { name: 'You are off the trail network' })).toBeVisible()
  await expect(callScript(page).nth(1)).toContainText('latitude minus 41.90000, longitude 147.20000')
  const titles = await page.locator('main h2').allTextContents()
  expect(titles.indexOf('My position')).toBeLessThan(titles.indexOf('Tell 000'))
  await context.setGeolocation({ ...north(post, 210), accuracy: 6 })
  await expect(callScript(page).nth(2)).toContainText('BF17')
  await page.clock.fastForward(90_000)
  await expect(page.getByText('Position from 1 min ago. You may have moved.')).toBeVisible()
  // After five minutes, the app no longer shows the accuracy of the location.
  await page.clock.fastForward(240_000)
  await expect(callScript(page).nth(2)).toHaveText(/^No post found yet\. Position -41\.\d{3}, 148\.\d{3}, accuracy not known$/)
})

test('EMG-02 without a location, the caller can enter a post’s code offline', OLDER_BROWSER_TOO, async ({ page, context }) => {
  await context.clearPermissions()
  await visitOnceThenLoseSignal(page, context)
  await page.goto('/emergency')
  await expect(page.getByText('Location is off for this site.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await enterCode(page, 'BF Bay of Fires', '09')
  await expect(page.locator('.code')).toHaveText('BF09')
  await expect(callScript(page).nth(2)).toHaveText('Emergency post BF09 Bravo Foxtrot Zero Nine')
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await enterCode(page, 'SH St Helens', '13')
  await expect(page.locator('.code')).toHaveText('SH13')
  await expect(card(page, 'Responder brief')).toContainText('unknown')
})

test('EMG-03 DOC-05 a call requires one confirmation, with a button above the first; the location can be sent by message or copied', {
  tag: '@core',
}, async ({ page, context }) => {
  await standAt(context, north(await positionOf(page, 'BF17'), 210), 6)
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation'])
  await page.goto('/emergency')
  await expect(page.locator('.code')).toHaveText('BF17')
  const call = page.getByRole('link', { name: 'Call 000' })
  const firstBox = await call.boundingBox()
  await call.click()
  const question = page.getByRole('dialog', { name: 'Call 000 now?' })
  await expect(question).toContainText('Say: Ambulance. Bay of Fires trail, near emergency post BF17.')
  const confirm = question.getByRole('link', { name: 'Call 000' })
  await expect(confirm).toHaveAttribute('href', 'tel:000')
  await expect(question.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112')
  const secondBox = await confirm.boundingBox()
  expect((secondBox?.y ?? 0) + (secondBox?.height ?? 0)).toBeLessThanOrEqual(firstBox?.y ?? 0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(call).toBeFocused()
  const share = card(page, 'Share this location')
  const message = decodeURIComponent((await share.getByRole('link', { name: 'Text message' }).getAttribute('href')) ?? '')
  expect(message).toMatch(
    /^sms:\?body=Emergency\. \d+ m after BF16, towards BF17, on Bay of Fires\. -41\.\d{5}, 148\.\d{5} \(accurate to 6 m, .*\)\. MGA2020 zone 55/,
  )
  await share.getByRole('button', { name: 'Copy' }).click()
  await expect(share.getByText('Copied')).toBeVisible()
  expect(`sms:?body=${await page.evaluate(() => navigator.clipboard.readText())}`).toBe(message)
  await card(page, 'My position').getByRole('button', { name: 'Copy position' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^-41\.\d{5}, 148\.\d{5} \(accurate to 6 m\)\n41°.*\nMGA2020 zone 55/)
})

function contrastOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
      const luminance = (colour: string) => {
        const [r = 0, g = 0, b = 0] = parts(colour).map((part) =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      let behind: Element | null = element
      while (behind && (parts(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement
      const style = getComputedStyle(element)
      const [a, b] = [luminance(style.color), luminance(getComputedStyle(behind ?? element).backgroundColor)].sort((x, y) => y - x)
      return {
        contrast: ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05),
        sizePx: Number.parseFloat(style.fontSize),
        weight: Number(style.fontWeight),
      }
    })
}

test('the code and the call button have AAA contrast in both themes, and nothing is cut off at 320 px and 200 % zoom', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await page.goto('/m/BT%2FBF02')
    await expect(page.getByText('Works without signal')).toBeVisible()
    expect((await contrastOf(page, '.code')).contrast, theme).toBeGreaterThanOrEqual(7)
    const call = await contrastOf(page, '.call-bar .call')
    // WCAG AAA requires a contrast of 4.5 for large text (24 px, or 18.66 px bold) and 7 for other text.
    expect(call.sizePx, theme).toBeGreaterThanOrEqual(24)
    expect(call.contrast, theme).toBeGreaterThanOrEqual(4.5)
  }
  // At 200 % zoom, a screen 390 px wide is equivalent to 195 px.
  for (const [width, height] of [
    [320, 640],
    [195, 422],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0)
    const call = page.getByRole('link', { name: 'Call 000' })
    await call.click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Call 000' })).toBeInViewport()
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('Emergency keeps the screen on while it’s open', async ({ page }) => {
  await page.addInitScript(() => {
    const locks: string[] = []
    Object.assign(window, { locks })
    navigator.wakeLock.request = async (type) => {
      locks.push(`asked ${type}`)
      return { release: async () => void locks.push('released') } as WakeLockSentinel
    }
  })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' }).click()
  const locks = () => page.evaluate(() => (window as unknown as { locks: string[] }).locks)
  await expect.poll(locks).toEqual(['asked screen'])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(locks).toEqual(['asked screen', 'released'])
})

test('EMG-06 the go-for-help card’s QR code, read by a camera, contains the card’s text, and so does the message', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await standAt(context, await positionOf(page, 'BF17'), 6)
  await visitOnceThenLoseSignal(page, context)
  await page.goto('/emergency')
  await expect(page.locator('.code')).toHaveText('BF17')
  await page.getByRole('button', { name: 'Sending someone for help?' }).click()
  await page.getByLabel('Who is hurt').fill('Zoë Müller, 34')
  await page.getByLabel('What happened').fill('Fall, broken leg, awake & cold')
  await page.getByLabel('How many are hurt').fill('1')
  const text = await page.locator('.card-text').textContent()
  expect(text).toMatch(
    /^EMERGENCY - call 000\nWho: Zoë Müller, 34\nWhat: Fall, broken leg, awake & cold\nHow many hurt: 1\nPlace: At BF17, on Bay of Fires\. -41\.17045, 148\.12125 \(accurate to 6 m, .*\nTime: \d\d-\w{3}-\d\d \d\d:\d\d$/,
  )
  const href = await card(page, 'Sending someone for help?').getByRole('link', { name: 'Text message' }).getAttribute('href')
  expect(href).toBe(`sms:?body=${encodeURIComponent(text ?? '')}`)
  await expect.poll(() => readQr(page)).toBe(text)
})

/** A camera also reads the code from the pixels on the screen. */
async function readQr(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: 'QR code' })
  await code.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const picture = (await code.screenshot()).toString('base64')
  const { width, height, reds } = await page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('no canvas')
    drawing.drawImage(image, 0, 0)
    const { data } = drawing.getImageData(0, 0, image.width, image.height)
    // One colour channel is enough for black and white. A string transfers quickly.
    let reds = ''
    for (let i = 0; i < data.length; i += 4) reds += String.fromCharCode(data[i] ?? 0)
    return { width: image.width, height: image.height, reds }
  }, picture)
  const pixels = Uint8ClampedArray.from([...reds].flatMap((red) => Array(3).fill(red.charCodeAt(0)).concat(255)))
  return jsQr.default(pixels, width, height)?.data
}
