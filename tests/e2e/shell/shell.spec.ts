import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { openDeviceMenu } from '../helpers/menu.ts'

test('SHELL-01 the top bar shows Go Back, the page title and action items', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('heading', { level: 1 })).toHaveText('St Helens Trails')
  await expect(bar.getByRole('button', { name: 'Share view' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Report a problem' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Emergency' })).toBeVisible()
  await page.goto('/nowhere')
  await expect(bar.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await bar.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test('SHELL-04 the theme follows the system until someone selects light or dark, and the choice survives a reload', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'light')
  const openTheme = () =>
    page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('button', { name: /^This / })
      .click()
  const theme = page.getByRole('group', { name: 'Theme' })
  await openTheme()
  await expect(theme.getByRole('radio')).toHaveCount(3)
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
  await theme.getByText('Dark', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 21, 25)')
  await openTheme()
  await theme.getByText('Light', { exact: true }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('a dark page is dark from its first paint', async ({ page, context }) => {
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 21, 25)')
})

test('the menu on a phone opens, navigates, and closes with Escape', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu.getByText('Visitor')).toBeVisible()
  await menu.getByRole('link', { name: 'Trails' }).click()
  await expect(page).toHaveURL('/trails')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('SHELL-07 a slow screen shows Loading, and after 5 s a link back', { tag: ['@core', '@service-worker'] }, async ({ browser, app }) => {
  // The screen's code must come from the network, where the test holds it back.
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  // A pending request would prevent the browser from closing, so every request gets a response in the end.
  const released = Promise.withResolvers<void>()
  await page.route('**/not-found-*.js', async (route) => {
    await released.promise
    await route.abort()
  })
  await page.goto('/')
  await page.evaluate(() => {
    history.pushState({}, '', '/404')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel (go back)' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel (go back)' })).toBeVisible({ timeout: 6000 })
  await page.getByRole('button', { name: 'Cancel (go back)' }).click()
  await expect(page.getByText('Loading')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Trails Information' })).toBeVisible()
  released.resolve()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('SHELL-08 a new page fades in over 300 ms, but not for people who prefer reduced motion', { tag: '@core' }, async ({ page }) => {
  await page.goto('/404')
  await page.getByRole('link', { name: 'Go Home' }).click()
  const main = page.getByRole('main')
  await expect(main).toHaveCSS('animation-duration', '0.3s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(main).toHaveCSS('animation-name', 'none')
})

test('SHELL-09 SHELL-11 toasts appear at the bottom right without duplicates and hide when dismissed or after a time; Share view copies the address', {
  tag: '@core',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const share = page.getByRole('button', { name: 'Share view' })
  await share.click()
  await share.click()
  const toast = page.getByText('Link copied')
  await expect(toast).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const box = await toast.boundingBox()
  expect(box?.x).toBeGreaterThan(DESKTOP.width / 2)
  expect(box?.y).toBeGreaterThan(DESKTOP.height / 2)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toBeHidden()
  await share.click()
  await expect(toast).toBeVisible()
  await expect(toast).toBeHidden({ timeout: 4000 })
})

test('SHELL-09 SHELL-11 a failed copy shows its own message for 3 s', { tag: '@core' }, async ({ page, context }) => {
  await context.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not permitted'))
  })
  await page.setViewportSize(DESKTOP)
  await page.clock.install()
  await page.goto('/')
  const share = page.getByRole('button', { name: 'Share view' })
  await expect(share).toBeEnabled()
  // Nothing loads while the clock is paused, so the button's code must have loaded.
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
  await share.click()
  const toast = page.getByText('Couldn’t copy the link. not permitted')
  await expect(toast).toBeVisible()
  await page.clock.runFor(2900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(100)
  await expect(toast).toBeHidden()
})

test('SHELL-10 the shell uses the primary colour and the specified widths of tooltips, the menu and the contents list', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 107, 135)')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCSS('width', '200px')
  await page.getByRole('button', { name: 'Share view' }).hover()
  await expect(page.getByText('Share view')).toHaveCSS('max-width', '200px')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Share view')).toBeHidden()
  await page.goto('/information/emergency')
  // The app replaces the server's page, whose buttons are inert.
  await expect(page.locator('button[inert]')).toHaveCount(0)
  const column = (name: string) =>
    page.getByRole('navigation', { name }).evaluate((nav) => {
      const beside = [...document.querySelectorAll('[data-sidebar] > *')].find((one) => one.contains(nav))
      return beside?.getBoundingClientRect().width
    })
  expect([await column('Information pages'), await column('On this page')]).toEqual([248, 216])
})

test('SHELL-03 SHELL-12 share, reload, update, install and offline maps are under This phone in the menu', {
  tag: '@core',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('button')
  await menu.filter({ hasText: 'This computer' }).click()
  await expect(menu).toHaveText(['This computer', 'Share view', 'Reload', 'Update', 'Install app', 'Offline maps'])
  await menu.filter({ hasText: 'Install app' }).click()
  await expect(page).toHaveURL('/help/install')
  await menu.filter({ hasText: 'Offline maps' }).click()
  await expect(page).toHaveURL('/offline')

  await page.setViewportSize(PHONE)
  await page.goto('/')
  const onPhone = await openDeviceMenu(page)
  await onPhone.getByRole('button', { name: 'Share view' }).click()
  await expect(onPhone).toBeHidden()
  await expect(page.getByText('Link copied')).toBeVisible()
  await openDeviceMenu(page)
  // The text appears for only 0.1 s, which the test could miss on a busy machine, so the page itself records it.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('Reloading…')) sessionStorage.setItem('said', 'Reloading…')
    }).observe(document.body, { childList: true, subtree: true })
  })
  const reloaded = page.waitForEvent('load')
  await onPhone.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Reloading…')
})

test('ROUTE-04 any other path leads to /404 with Page Not Found, Go Back and Go Home', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { level: 2, name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/404')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('Home – St Helens Trails')
})

test('the whole shell can be used by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu).toBeVisible()
  // Focus stays inside the open menu, no matter how often Tab is pressed.
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(await menu.evaluate((node) => node.closest('.MuiDrawer-root')?.contains(document.activeElement))).toBe(true)
  }
  await menu.getByRole('button', { name: /^This / }).focus()
  await page.keyboard.press('Enter')
  await menu.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Emergency' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' })).toBeFocused()
})
