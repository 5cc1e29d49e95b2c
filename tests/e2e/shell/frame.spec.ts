/** Every screen has a frame with Emergency before, without and after its own files. */
import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/e2e-test.ts'

test.use({ serviceWorkers: 'block' })

const PATHS = [
  ...['/', '/trails', '/trails/old-salty-dog', '/map', '/report', '/offline', '/alerts', '/subscribe', '/login', '/register'],
  ...['/reset-password', '/access-denied', '/information/about', '/help', '/help/map'],
  ...['/actions/outstanding', '/actions/add', '/management/users', '/account/details', '/updates/add'],
]

const NEVER_ANSWERED = () => {}
const emergency = (page: Page) => page.locator('a[href="/emergency"]:visible, a[href="tel:000"]:visible').first()

test('P17 screens of every kind show Emergency before any script has arrived', { tag: '@core' }, async ({ page }) => {
  await page.route('**/assets/*.js', NEVER_ANSWERED)
  for (const path of PATHS) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(emergency(page), path).toBeVisible()
  }
})

test('P17 the map lists the networks, and guide and help pages are complete, before any script has arrived', { tag: '@core' }, async ({
  page,
}) => {
  await page.route('**/assets/*.js', NEVER_ANSWERED)
  await page.goto('/map', { waitUntil: 'commit' })
  await expect(page.getByRole('region', { name: 'Networks' }).getByRole('listitem').filter({ hasText: 'Dreaming Pools' })).toContainText(
    'Closed',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible()
  // Buttons that would do nothing can't be pressed yet.
  await expect(page.locator('button:not([inert])')).toHaveCount(0)
  for (const [path, heading] of [
    ['/help/map', 'Move around'],
    ['/information/emergency', 'If you cannot call'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('article').getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('P17 a frame reports that its screen couldn’t load only after a file has failed', { tag: '@core' }, async ({ page }) => {
  await page.route('**/assets/*.js', NEVER_ANSWERED)
  await page.goto('/report', { waitUntil: 'commit' })
  await expect(emergency(page)).toBeVisible()
  await expect(page.getByText('This screen couldn’t load')).toHaveCount(1)
  await expect(page.getByText('This screen couldn’t load')).toBeHidden()
  await page.unroute('**/assets/*.js')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/report')
  await expect(page.getByRole('heading', { name: 'This screen couldn’t load' })).toBeVisible()
  await expect(emergency(page)).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This screen couldn’t load' })).toHaveCount(0)
  await expect(page.locator('button[inert]')).toHaveCount(0)
  // The form works. Its own bar replaces the frame's links.
  await page.locator('form').getByText('Fallen tree', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Fallen tree' })).toBeChecked()
})

test('the frame hides what it doesn’t know about a logged-in person', async ({ page }) => {
  await page.route('**/assets/*.js', NEVER_ANSWERED)
  await page.goto('/map', { waitUntil: 'commit' })
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  await expect(bar.getByRole('link', { name: 'Report' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('person:profile', '{}'))
  for (const path of ['/map', '/actions/outstanding', '/help/map']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(emergency(page)).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Report' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  }
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('P17 a screen shows a note with links, and Emergency works', async ({ page }) => {
    await page.goto('/report')
    await expect(page.getByRole('heading', { name: 'This screen needs JavaScript' })).toBeVisible()
    await emergency(page).click()
    await expect(page.locator('a[href="tel:000"]').filter({ visible: true })).toHaveCount(1)
  })
})
