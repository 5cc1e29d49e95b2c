import { DESKTOP, expect, OLDER_BROWSER_TOO, test } from '../helpers/e2e-test.ts'

async function visitOnce(page: import('@playwright/test').Page, url: string) {
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

test('PWA-03 after one visit, the app opens on any path while the server is stopped, and home shows the age of its status', {
  tag: ['@core', '@service-worker'],
}, async ({ page, privateApp }) => {
  await visitOnce(page, privateApp.url)
  await privateApp.stop()
  await page.goto(`${privateApp.url}/404`)
  await expect(page.getByRole('heading', { level: 2, name: 'Page Not Found' })).toBeVisible()
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await page.goto(privateApp.url)
  const card = page.getByRole('region', { name: 'Trails Information' })
  await expect(card).toContainText('Partially Open')
  await expect(card).toContainText('3 h ago')
  await expect(card.getByRole('note')).toContainText(/Last checked [23] h ago/)
})

test(
  'PWA-03 in flight mode, a deep link opens in a new tab, reports the lost signal, and recovers automatically',
  OLDER_BROWSER_TOO,
  async ({ page, context, privateApp }) => {
    await visitOnce(page, privateApp.url)
    await page.close()
    await context.setOffline(true)
    const tab = await context.newPage()
    await tab.goto(`${privateApp.url}/some/deep/link`)
    await expect(tab.getByRole('heading', { level: 2, name: 'Page Not Found' })).toBeVisible()
    await expect(tab.getByText('No signal')).toBeVisible()
    await tab.getByRole('link', { name: 'Go Home' }).click()
    await expect(tab.getByText('Partially Open')).toBeVisible()
    await context.setOffline(false)
    await expect(tab.getByText('No signal')).toBeHidden()
  },
)

test('PWA-01 manifest, icons and service worker meet Chromium’s criteria for installing the app', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await visitOnce(page, '/')
  const devtools = await context.newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: 'St Helens Trails', display: 'standalone', theme_color: '#006B87' })
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(new URL('/service-worker.js', page.url()).href)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // E2e tests run in a private window, which must be the only reason why the app can't be installed.
  expect(installabilityErrors.filter((error) => error.errorId !== 'in-incognito')).toEqual([])
})

test('HOME-02 the cached home leaves space for trail status, and shows no status or logged-in person until the app starts', async ({
  page,
  app,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.setViewportSize(DESKTOP)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.goto(`${app.url}/home-shell.html`)
  await expect(page.getByText('Bay of Fires')).toBeVisible()
  await expect(menu).toBeVisible()
  // The first paint would wait for the app if the page started the app immediately.
  await expect(page.locator('link[data-app][href$=".js"]')).toHaveCount(1)
  await expect(page.locator('script[type=module]')).toHaveCount(0)
  // The picture of home's map doesn't wait for the app.
  await expect
    .poll(() =>
      page
        .locator('#home-map img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)
  for (const text of ['Partially Open', 'Closed between two emergency posts', 'Confirmed ', 'As of '])
    await expect(page.getByText(text).first()).toBeHidden()
  await page.evaluate(() => localStorage.setItem('person:profile', '{}'))
  await page.reload()
  await expect(page.getByText('Bay of Fires')).toBeVisible()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
})
