import { VERSION_LABEL } from '@trailwarden/testkit/app/version-label'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'

test('HOME-02 the card shows each network’s status, message and update time', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Trails Information' })
  const network = (name: string) => card.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(network('Bay of Fires')).toContainText('Partially Open')
  await expect(network('St Helens')).toContainText('All loops and descents open.')
  await expect(network('Dreaming Pools')).toContainText('Closed')
  await expect(card).toContainText(/Confirmed (just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d/)
})

test('HOME-01 home shows the logo in the top bar, and the Quick Links Emergency Info and Report A Problem', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('heading', { name: 'St Helens Trails' })).toBeVisible()
  await expect(bar.locator('svg[viewBox="0 0 48 48"]').filter({ visible: true })).toHaveCount(1)
  const links = page.getByRole('navigation', { name: 'Quick Links' })
  await expect(links.getByRole('link').first()).toHaveAccessibleName(/^Emergency Info/)
  await links.getByRole('link', { name: 'Emergency Info' }).click()
  await expect(page).toHaveURL('/information/emergency')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText('Emergency Information')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await links.getByRole('link', { name: 'Report A Problem' }).click()
    await expect(page).toHaveURL('/report')
    await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
  }
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.getByRole('link', { name: 'All trails' }).click()
  await expect(page).toHaveURL('/trails')
})

test('HOME-05 UX-2.12 home shows Request an Account and the site’s social links, each leading to its own page', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const [title, url] of Object.entries({
    Facebook: 'https://www.example.org/facebook',
    Instagram: 'https://www.example.org/instagram',
  })) {
    const link = page.getByRole('link', { name: title })
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  await page.getByRole('link', { name: 'Request an Account' }).click()
  await expect(page).toHaveURL('/information/request-account')
})

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`SHELL-06 the footer shows the version, a help link and the builder’s credit, and the site shows its own name (${name})`, {
    tag: '@core',
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByText('Mountain Bike Network Safety App')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('St Helens Trails')
    for (const path of ['/', '/information/emergency']) {
      await page.goto(path)
      const footer = page.getByRole('contentinfo')
      await expect(footer).toContainText(`Version ${VERSION_LABEL}`)
      await expect(footer).toContainText('Built by Trailwarden')
      await footer.getByRole('link', { name: 'Help' }).click()
      await expect(page).toHaveURL('/help')
    }
  })
}

test('HOME-04 Staying Safe shows the five tips', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  for (const tip of [
    'Stay in control and on track',
    'Helmets are compulsory',
    'Be prepared',
    'Use the emergency posts',
    'Keep your phone on',
  ]) {
    await expect(page.getByRole('heading', { name: tip })).toBeVisible()
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Use the emergency posts' })).toContainText(
    'Call 000 and read out the code on the nearest one.',
  )
})

test('home shows the statuses, their age and a call button without scripts', { tag: '@core' }, async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('Partially Open')).toBeVisible()
  await expect(page.getByText('Creek crossing washed out.')).toBeVisible()
  // Ages wouldn't update without scripts, so the page shows absolute times.
  const card = page.getByRole('region', { name: 'Trails Information' })
  await expect(card.getByText(/^Confirmed \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d$/)).toBeVisible()
  await expect(card.getByText(/^As of \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d$/)).toBeVisible()
  await expect(card).not.toContainText(/ago|just now/i)
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' }).click()
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await context.close()
})

test('HOME-02 a status past its age limit is shown as unconfirmed with its last value, and ages use network time across a daylight-saving change', {
  tag: '@core',
}, async ({ page }) => {
  await page.clock.install({ time: new Date('2026-04-05T12:00:00Z') })
  // Daylight saving ends in Hobart on 5 April 2026 at 03:00. 15:30 UTC on 4 April is 02:30 (UTC+11), and 17:30 UTC is 03:30 (UTC+10).
  const networks = ['2026-03-28T15:30:00.000Z', '2026-04-04T15:30:00.000Z', '2026-04-04T17:30:00.000Z'].map((postedAt, i) => ({
    id: `n${i}`,
    name: `Network ${i}`,
    status: 'Open',
    message: '',
    postedAt,
  }))
  await page.route('**/api/public/status', (route) =>
    route.fulfill({ json: { asOf: '2026-04-05T12:00:00.000Z', postedAt: '2026-04-04T17:30:00.000Z', networks } }),
  )
  await page.route('**/api/public/page-data', (route) => route.abort())
  // The test's clock shows an earlier time than the served page.
  await page.route('/', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replace(/"(asOf|postedAt)":"[^"]*"/g, '"$1":"2026-01-01T00:00:00.000Z"'),
    })
  })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Trails Information' })
  const old = card.getByRole('listitem').nth(0)
  await expect(old).toContainText('Not confirmed for 7 days')
  await expect(old).toContainText('Last status: Open.')
  // Networks with different publication times each show their own time. The top of the card shows the oldest.
  await expect(card.getByRole('listitem').nth(1)).toContainText('Confirmed 20 h ago, Sun 05-Apr-26 02:30')
  await expect(card.getByRole('listitem').nth(2)).toContainText('Confirmed 18 h ago, Sun 05-Apr-26 03:30')
  await expect(card.getByRole('button')).toHaveText('Confirmed 29-Mar-26, Sun 29-Mar-26 02:30')
})

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`home doesn’t shift while it’s loading (${name})`, { tag: '@service-worker' }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(() => {
      const shifts: number[] = []
      const note = (entries: PerformanceEntryList) => {
        for (const entry of entries) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }
      const observer = new PerformanceObserver((list) => note(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      const total = () => {
        note(observer.takeRecords())
        return shifts.reduce((sum, shift) => sum + shift, 0)
      }
      Object.assign(window, { total })
    })
    await page.goto('/')
    // The service worker is ready once it has downloaded the whole app. By then, everything on home has loaded.
    const total = await page.evaluate(async () => {
      await Promise.all([document.fonts.ready, navigator.serviceWorker.ready])
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      return (window as unknown as { total(): number }).total()
    })
    expect(total).toBeLessThan(0.01)
  })
}

test('the server-rendered home defines exactly the theme variables that it uses, and the running app defines all', async ({ page }) => {
  const html = await (await page.request.get('/')).text()
  const served = html.slice(html.indexOf('<body'))
  const used = new Set([...served.matchAll(/var\((--colour-\w+)/g)].map(([, name]) => name))
  const given = new Set([...served.matchAll(/(--colour-\w+):/g)].map(([, name]) => name))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((name) => !given.has(name))).toEqual([])
  expect([...given].filter((name) => !used.has(name))).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeEnabled()
  // The variable belongs to a progress bar, which home doesn't use.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--colour-routeFoot')))
    .not.toBe('')
})
