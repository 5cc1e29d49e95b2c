import { VERSION_LABEL } from '@trailwarden/testkit/version-label'
import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'

test('SHELL-01 the top bar has Go Back, the page title and action items', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('heading', { level: 1 })).toHaveText('St Helens Trails')
  await expect(bar.getByRole('button', { name: 'Share view' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Emergency' })).toBeVisible()
  await page.goto('/nowhere')
  await expect(bar.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await bar.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test('SHELL-04 the theme is light where the system is, can be switched, and survives a reload', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'light')
  const theme = page.getByRole('group', { name: 'Theme' })
  await theme.getByText('Dark', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 21, 25)')
  await theme.getByText('Light', { exact: true }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('a dark page is dark from its first paint', async ({ page, context }) => {
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(13, 21, 25)')
})

test('the phone menu opens, leads on, and closes by Escape', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu.getByText('Mountain Bike Network Safety App')).toBeVisible()
  await expect(menu.getByText('Visitor')).toBeVisible()
  await expect(menu.getByText(`Version ${VERSION_LABEL}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('SHELL-07 a slow screen shows Loading, and after 5 s a way back', async ({ browser, app }) => {
  // Without a service worker, so that the screen's own code has to come over the (held back) network.
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  // However often it is asked for: a request left unanswered would keep the browser from closing.
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

test('SHELL-08 a new page fades in over 300 ms, and not at all for people who prefer reduced motion', async ({ page }) => {
  await page.goto('/404')
  await page.getByRole('link', { name: 'Go Home' }).click()
  const main = page.getByRole('main')
  await expect(main).toHaveCSS('animation-duration', '0.3s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(main).toHaveCSS('animation-name', 'none')
})

test('SHELL-09 SHELL-11 toasts: bottom right, no duplicates, dismissed by hand or by time; share view copies the address', async ({
  page,
  context,
}) => {
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

test('SHELL-09 SHELL-11 a failure to copy has its own message, for 3 s', async ({ page, context }) => {
  await context.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not permitted'))
  })
  await page.setViewportSize(DESKTOP)
  await page.clock.install()
  await page.goto('/')
  const share = page.getByRole('button', { name: 'Share view' })
  await expect(share).toBeEnabled()
  // What a press needs is there by then: with the clock stopped, nothing would come later.
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

test('SHELL-10 primary colour, tooltip width and drawer width', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 107, 135)')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCSS('width', '200px')
  await page.getByRole('button', { name: 'Share view' }).hover()
  await expect(page.getByText('Share view')).toHaveCSS('max-width', '200px')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Share view')).toBeHidden()
})

test('the overflow menu on a phone shares and reloads', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Share view' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  // The text stands for a tenth of a second, which a busy machine may not get to see from outside: the page notes them itself.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('Reloading…')) sessionStorage.setItem('said', 'Reloading…')
    }).observe(document.body, { childList: true, subtree: true })
  })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'Reload' }).click()
  await reloaded
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Reloading…')
})

test('ROUTE-04 any other path goes to /404: Page Not Found, Go Back, Go Home', async ({ page }) => {
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

test('the whole shell works by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu).toBeVisible()
  // Focus stays inside the open menu, however often one tabs.
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(await menu.evaluate((node) => node.closest('.MuiDrawer-root')?.contains(document.activeElement))).toBe(true)
  }
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
