import type { BrowserContext, Page } from '@playwright/test'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { callScript, card, enterCode, north, positionOf } from '../helpers/places.ts'

async function stand(context: BrowserContext, place: { latitude: number; longitude: number }, accuracy: number) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...place, accuracy })
}

const pastSh09 = async (page: Page) => north(await positionOf(page, 'SH09'), 60)

test('EMG-R2 EMG-R4 with 8 m accuracy, Emergency shows the post, directions as text and five decimals, and nothing like a compass', {
  tag: '@core',
}, async ({ page, context }) => {
  await stand(context, await pastSh09(page), 8)
  await page.goto('/emergency')
  await expect(callScript(page).nth(1)).toHaveText('Mountain bike trail Old Salty Dog, St Helens network')
  await expect(callScript(page).nth(2)).toHaveText('Nearest emergency post SH09 Sierra Hotel Zero Nine. I am 60 m past it, towards SH10')
  await expect(page.getByText('SH09 is 60 m back up the trail', { exact: true })).toBeVisible()
  await expect(page.getByText('Towards the south', { exact: true })).toBeVisible()
  await expect(card(page, 'My position')).toContainText(/-41\.37\d{3}, 148\.23\d{3}/)
  await expect(page.locator('[transform*=rotate]')).toHaveCount(0)
})

test('EMG-R2 Emergency shows a nearby post and a rough distance at 80 m accuracy, a prompt for a code at 350 m, and a town at 5 km', {
  tag: '@core',
}, async ({ page, context }) => {
  const place = await pastSh09(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation'])
  await stand(context, place, 5000)
  await page.goto('/emergency')
  const band = page.locator('.band')
  await expect(band).toHaveText(/Position only accurate to 5 km\s*Not accurate enough to find you\. 000 needs the code on a post\./)
  await expect(callScript(page)).toHaveText([
    'Ambulance, police or fire?',
    'Mountain bike trails near St Helens, Tasmania',
    'No post found yet. Position about -41.37, 148.23, only accurate to 5 km',
    'What happened, how many are hurt',
  ])
  expect(await page.locator('main').textContent()).not.toMatch(/SH\d\d|min walk|Old Salty Dog|landing/)
  await expect(page.getByRole('button', { name: '7', exact: true })).toBeVisible()

  await context.setGeolocation({ ...place, accuracy: 350 })
  await expect(band).toHaveText(/Position only accurate to 350 m\s*The code on a post is exact\. Look for a post\./)
  await expect(callScript(page).nth(1)).toHaveText('Mountain bike trails, St Helens network. Probably on Old Salty Dog')
  await expect(callScript(page).nth(2)).toHaveText(/^No post found yet\. Position -41\.\d{3}, 148\.\d{3}, only accurate to 350 m$/)
  await expect(page.getByText('It should be SH09, somewhere within 450 m of you. Check the code on the post.')).toBeVisible()
  expect(await page.locator('main').textContent()).not.toMatch(/min walk|landing|Way in/)
  await card(page, 'My position').getByRole('button', { name: 'Copy position' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^-41\.\d{5}, 148\.\d{5} \(only accurate to 350 m\)\n41° \d\d\.\d{3}′/)
  await page.getByRole('link', { name: 'Call 000' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Say: Ambulance\. Position -41\.\d{3}, 148\.\d{3}, only accurate to 350 m\./)
  await page.getByRole('button', { name: 'Cancel' }).click()

  // When the location becomes accurate, the app doesn't discard an entered code.
  await page.getByRole('button', { name: 'SH St Helens', exact: true }).click()
  await page.getByRole('button', { name: '0', exact: true }).click()
  await context.setGeolocation({ ...place, accuracy: 80 })
  await expect(page.getByText('Position found, accurate to 80 metres')).toBeAttached()
  await expect(page.locator('.boxes')).toHaveText('SH0')
  await page.getByRole('button', { name: '9', exact: true }).click()
  await expect(page.getByText('SH09 is about 50 m away', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(callScript(page).nth(2)).toHaveText(
    'Near emergency post SH09 Sierra Hotel Zero Nine, about 50 m away, only accurate to 80 m',
  )
})

test('EMG-R1 a code far from the phone’s location requires confirmation: both locations show until one is selected, and Call 000 stays usable', {
  tag: '@core',
}, async ({ page, context }) => {
  await stand(context, await pastSh09(page), 8)
  await page.goto('/emergency')
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await enterCode(page, 'BF Bay of Fires', '17')
  const band = page.getByRole('alert')
  await expect(band.getByRole('heading')).toHaveText('BF17 is 24 km from this phone')
  await expect(band.getByRole('heading')).toBeFocused()
  await expect(band).toContainText('This phone is at SH09 on Old Salty Dog, accurate to 8 m.')
  await expect(callScript(page)).toHaveText([
    'Ambulance, police or fire?',
    'My phone is near post SH09, trail Old Salty Dog, St Helens network',
    'I entered the code of post BF17, 24 km away, Bay of Fires network',
    'What happened, how many are hurt',
  ])
  // The text to share has both locations too.
  const shared = page.getByRole('link', { name: 'Text message' }).last()
  await expect(shared).toHaveAttribute('href', /SH09.*I%20entered%20the%20code%20of%20post%20BF17%2C%2024%20km%20away$/)
  for (const name of ['Use SH09', 'I’m calling for someone at BF17'])
    expect((await band.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await page.getByRole('link', { name: 'Call 000' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await band.getByRole('button', { name: 'I’m calling for someone at BF17' }).click()
  await expect(band).toHaveCount(0)
  await expect(page.getByText('For someone at BF17, 24 km away')).toBeVisible()
  await expect(callScript(page).nth(1)).toHaveText('Mountain bike trail Bay of Fires')
  await expect(callScript(page).last()).toHaveText('I’m calling from somewhere else, near SH09')
  await page.getByRole('button', { name: 'Change' }).click()
  await band.getByRole('button', { name: 'Use SH09' }).click()
  await expect(callScript(page).nth(2)).toContainText('I am 60 m past it, towards SH10')

  // Back returns to the code, which is still entered.
  await page.getByRole('button', { name: 'At another post? Enter its code' }).click()
  await enterCode(page, 'BF Bay of Fires', '17')
  await expect(band).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/emergency$/)
  await expect(page.locator('.boxes')).toHaveText('BF17')
})

test('EMG-R1 asks for confirmation if a location that arrives later doesn’t match the code; a post’s page only mentions it', async ({
  page,
  context,
}) => {
  const { latitude, longitude } = await pastSh09(page)
  await page.addInitScript(
    (coords) => {
      navigator.geolocation.watchPosition = (found) => {
        addEventListener('found', () => found({ coords: { ...coords, accuracy: 8 }, timestamp: Date.now() } as GeolocationPosition))
        return 1
      }
    },
    { latitude, longitude },
  )
  await page.goto('/emergency')
  await enterCode(page, 'BF Bay of Fires', '17')
  await expect(page.locator('.code')).toHaveText('BF17')
  await page.evaluate(() => dispatchEvent(new Event('found')))
  await expect(page.getByRole('alert')).toContainText('BF17 is 24 km from this phone')

  await context.grantPermissions(['geolocation'])
  await page.goto('/m/BF17')
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('found')))
      return page.getByText('This phone is 24 km from BF17').count()
    })
    .toBe(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(callScript(page)).toHaveCount(5)
})

test('EMG-R3 a post’s page names its trail and network, even without scripts', { tag: '@core' }, async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  for (const [path, words] of [
    ['/m/SH10', 'Mountain bike trail Old Salty Dog, St Helens network'],
    ['/m/BF17', 'Mountain bike trail Bay of Fires'],
    ['/m/BT05', 'Mountain bike trail Blue Tier, Bay of Fires network'],
    ['/m/SH04', 'Mountain bike trails Rock Lobster and Dreaming Pools, St Helens network'],
  ] as const) {
    await page.goto(path)
    await expect(callScript(page).nth(1), path).toHaveText(words)
  }
  await context.close()
})

test('EMG-R3 the call confirmation names the post’s trail, not its network', { tag: '@core' }, async ({ page }) => {
  for (const [path, words] of [
    ['/m/SH10', 'Say: Ambulance. Old Salty Dog trail, emergency post SH10.'],
    ['/m/SH04', 'Say: Ambulance. Rock Lobster and Dreaming Pools trails, emergency post SH04.'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Call 000' }).click()
    await expect(page.getByRole('dialog'), path).toContainText(words)
  }
})

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Measures the layout shift of elements that were already drawn, as browsers count it, and logs what moved. */
async function shiftOf(page: Page, path: string, isDone: () => Promise<void>): Promise<number> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.push(value)
        console.info(`moved by ${value}:`, ...sources.map(({ node }) => node?.textContent?.slice(0, 60)))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await isDone()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))
}

for (const viewport of [PHONE, { width: 320, height: 640 }, DESKTOP])
  test(`EMG-R5 at ${viewport.width} × ${viewport.height}, nothing shifts on Emergency or a post’s page when the post list and location load late`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    const place = await pastSh09(page)
    // Delayed responses make the page draw every state.
    await context.route('**/api/public/site-data', async (route) => {
      const reply = await route.fetch()
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))).catch(() => undefined)
      await route.fulfill({ response: reply })
    })
    const measured: Record<string, number> = {}
    const moved: string[] = []
    page.on('console', (message) => message.type() === 'info' && moved.push(`${page.url()} ${message.text()}`))
    for (const accuracy of [8, 350, 5000]) {
      await stand(context, place, accuracy)
      measured[`/emergency at ${accuracy} m`] = await shiftOf(page, '/emergency', async () => {
        if (viewport.width < 900) await expect(page.getByText(/ccurate to/).first()).toBeVisible()
        else await expect(page.getByLabel('Code the caller reads out')).toBeVisible()
      })
    }
    await stand(context, place, 8)
    measured['/m/SH10'] = await shiftOf(page, '/m/SH10', async () => {
      await expect(page.getByText(/This phone is .* from SH10/)).toHaveCount(1)
    })
    await context.clearPermissions()
    measured['/emergency without location'] = await shiftOf(page, '/emergency', async () => {
      if (viewport.width < 900) await expect(page.getByText('Location is off for this site.')).toBeVisible()
      await expect(page.locator('.badge')).toBeVisible({ timeout: 60_000 })
    })
    test.info().annotations.push({ type: 'layout shift', description: JSON.stringify(measured) })
    for (const [what, shift] of Object.entries(measured)) expect(shift, `${what}\n${moved.join('\n')}`).toBeLessThanOrEqual(0.02)
  })
