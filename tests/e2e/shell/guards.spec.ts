import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin, logIn, register } from '../helpers/people.ts'

test('ROUTE-02 a page that requires a higher role redirects to /access-denied, which names the role', { tag: '@core' }, async ({
  page,
}) => {
  await logIn(page, 'member')
  for (const path of ['/management', '/management/users', '/users/add', '/users/edit/00000000-0000-4000-8000-000000000001']) {
    await page.goto(path)
    await expect(page).toHaveURL('/access-denied?role=2')
  }
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('You don’t have access to this page.')
  await expect(panel).toContainText('Your role is Member, but this page requires the Manager role.')
  await panel.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('ROUTE-02 the open page closes when the person loses the role it requires', async ({ page }) => {
  await logIn(page, 'manager', '/management/users')
  await page.route('**/api/me', async (route) => {
    const reply = await route.fetch()
    const { person } = await reply.json()
    return route.fulfill({ response: reply, json: { person: { ...person, role: 1 } } })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL('/access-denied?role=2')
  // The page may still have a pending request, so errors are ignored.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('ROUTE-03 a route that requires login redirects to login and then back, with its query', { tag: '@core' }, async ({ page }) => {
  for (const path of ['/change-name', '/change-email', '/change-password', '/passkeys', '/delete-account', '/users/add', '/management'])
    await expect(page.goto(path).then(() => page)).resolves.toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  await page.goto('/account/profile?from=letter')
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fprofile%3Ffrom%3Dletter')
  await fillLogin(page, emailOf('member'))
  await expect(page).toHaveURL('/account/profile?from=letter')
  // Login leaves no history entry, so Back doesn't return to it.
  await page.goBack()
  await expect(page).not.toHaveURL(/login/)
})

test('ROUTE-03 the Login button returns to the page where it was pressed', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, emailOf('member'))
  await expect(page).toHaveURL('/help')
})

test('ROUTE-03 a login link never leads to another site or runs code', async ({ page }) => {
  const payloads = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%09/evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ]
  await logIn(page, 'member')
  const strangers: string[] = []
  page.on('request', (request) => /evil/.test(new URL(request.url()).host) && strangers.push(request.url()))
  page.on('dialog', (dialog) => strangers.push(dialog.message()))
  const home = new URL(page.url()).origin
  for (const next of payloads) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await expect(page, next).not.toHaveURL(/login/)
    expect(new URL(page.url()).origin, next).toBe(home)
  }
  // The app also ignores the foreign address after a person has logged in through such a link.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?next=//evil.example')
  await fillLogin(page, emailOf('member'))
  await expect(page).toHaveURL('/')
  expect(strangers).toEqual([])
})

test('ROUTE-06 each tab has the URL /{base}/{tab}; people see only their role’s tabs and can’t open others', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/account/settings')
  const tabs = page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link')
  await expect(tabs).toHaveText(['Settings'])
  await page.goto('/account/details')
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails')
  await fillLogin(page, emailOf('member'))
  await expect(tabs).toHaveText(['Details', 'Profile', 'Settings'])
  await tabs.filter({ hasText: 'Profile' }).click()
  await expect(page).toHaveURL('/account/profile')
  await expect(tabs.filter({ hasText: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/management/users')
  await expect(page).toHaveURL('/access-denied?role=2')
  await page.goto('/account/nothing')
  await expect(page).toHaveURL('/404')
})

test('SHELL-02 the menu shows the logged-in person and the pages for their role, or a Login button', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByText('Visitor')).toBeVisible()
  const forAll = ['Alerts', 'Offline maps', 'Information']
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Map', 'Trails', 'Report a problem', ...forAll, 'Login', 'Settings and help'])
  await menu.getByRole('link', { name: 'Settings and help' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/help')
  await menu.getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, emailOf('manager'))
  await expect(menu.getByText('Max Manager')).toBeVisible()
  await expect(menu.getByText('manager@example.org')).toBeVisible()
  await expect(menu.getByText('Manager · Level 2', { exact: true })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Map',
    'Trails',
    'Add an Action',
    'Actions',
    'Management',
    ...forAll,
    'Account',
    'Help',
  ])
  await menu.getByRole('link', { name: 'Management' }).click()
  await expect(page).toHaveURL('/management/overview')
  await expect(menu.getByRole('link', { name: 'Management' })).toHaveAttribute('aria-current', 'page')
})

test('SHELL-02 the menu on a phone also shows who is logged in, and hides management pages from members', async ({ page }) => {
  const { displayName, email } = await register(page, { displayName: 'Wil' })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu.getByText(displayName)).toBeVisible()
  await expect(menu.getByText(email)).toBeVisible()
  const own = ['Add an Action', 'My Actions', 'Alerts', 'Offline maps', 'Information', 'Account', 'Help', 'Emergency']
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Map', 'Trails', ...own])
  await menu.getByRole('link', { name: 'My Actions' }).click()
  await expect(page).toHaveURL('/actions/mine')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('link', { name: 'My Actions' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account/details')
  await expect(menu).toBeHidden()
})

test('SHELL-05 managers have a quick-add menu, visitors have a Login button, and members have neither', { tag: '@core' }, async ({
  page,
}) => {
  for (const [viewport, place] of [
    [undefined, page.getByRole('navigation', { name: 'Main', exact: true })],
    [DESKTOP, page.getByRole('banner')],
  ] as const) {
    if (viewport) await page.setViewportSize(viewport)
    await page.context().clearCookies()
    await page.goto('/')
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(place.getByRole('button', { name: 'Add' })).toBeHidden()
    await logIn(page, 'manager')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
    await place.getByRole('button', { name: 'Add' }).click()
    const items = ['Add an Action', 'Post an update', 'Post a notice', 'Add a point', 'Add a user']
    await expect(page.getByRole('menuitem')).toHaveText(items)
    await page.getByRole('menuitem', { name: 'Add an Action' }).click()
    await expect(page).toHaveURL('/actions/add')
  }
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await logIn(page, 'member')
  await expect(page.getByRole('button', { name: 'Add' })).toHaveCount(0)
})
