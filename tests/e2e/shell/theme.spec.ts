import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'

const DARK = 'rgb(13, 21, 25)'

test('UX-2.15 the theme follows the system from the first paint and while the page is open, until someone selects one', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => {
    // One script sets the theme before the next takes over. In between, the page must not turn light.
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const { theme = '' } = document.documentElement.dataset
      if (document.body && theme !== shown.at(-1)) shown.push(theme)
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  await page.goto('/')
  const root = page.locator('html')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const openTheme = () => menu.getByRole('button', { name: /^This / }).click()
  await openTheme()
  await expect(menu.getByRole('radio', { name: 'System' })).toBeChecked()
  await expect(page.locator('body')).toHaveCSS('background-color', DARK)
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['dark'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')

  await menu.getByText('Light', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await openTheme()
  await expect(menu.getByRole('radio', { name: 'Light' })).toBeChecked()
  await expect(root).toHaveAttribute('data-theme', 'light')

  await page.goto('/account/settings')
  const settings = page.getByRole('main').getByRole('group', { name: 'Theme' })
  await expect(settings.getByRole('radio', { name: 'Light' })).toBeChecked()
  await openTheme()
  await settings.getByText('System', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(menu.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('UX-2.15 pages that render without the app’s scripts are dark if the system’s theme is dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('body')).toHaveCSS('background-color', DARK)
  await page.goto('/emergency')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
