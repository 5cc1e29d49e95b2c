import { elsewhere, photo } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin, logIn, newEmail, PASSWORD, register, storedProfile } from '../helpers/people.ts'
import { toastsOf } from '../helpers/toasts.ts'

test('ACC-01 registering creates a member, confirms it and opens home; a logged-in person is redirected to home', { tag: '@core' }, async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  const toasts = await toastsOf(page)
  const { email } = await register(page, { displayName: 'Robin O’Hill' })
  await expect.poll(() => toasts).toEqual(['Creating your account…', 'Account created'])
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByText('Robin O’Hill')).toBeVisible()
  await expect(menu.getByText(email)).toBeVisible()
  await expect(menu.getByText('Member')).toBeVisible()
  await page.goto('/register')
  await expect(page).toHaveURL('/')
})

test('ACC-01 the form and a toast refuse an address that already has an account, and its owner gets an email', {
  tag: '@core',
}, async ({ page, mailbox }) => {
  const { email } = await register(page)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/register')
  await page.getByLabel('Display name').fill('Somebody')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Couldn’t create your account. You can’t use this email address.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await mailbox.emailTo(email, /already have an account/)
})

test('ACC-02 login reports a wrong password and clears the field, opens home after the right one, and shows its links', {
  tag: '@core',
}, async ({ page }) => {
  const toasts = await toastsOf(page)
  await page.goto('/login')
  const main = page.getByRole('main')
  for (const [name, href] of [
    ['Reset password', '/reset-password'],
    ['Register', '/register'],
    ['Request an Account', '/information/request-account'],
    ['Support', 'mailto:support@example.org'],
  ] as const)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  await fillLogin(page, emailOf('member'), 'not my password')
  await expect(page.getByText('Couldn’t log you in. The email address and password don’t match.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await fillLogin(page, emailOf('member'))
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect.poll(() => toasts.slice(-2)).toEqual(['Logging in…', 'You’re logged in'])
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('ACC-02 login and registration work by keyboard only, and the password can be shown', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(emailOf('member'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/register')
  await page.getByLabel('Display name').focus()
  for (const text of ['Kit', newEmail(), PASSWORD]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account created')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('ACC-04 a password reset emails a link to a page where a new password can be set once', { tag: '@core' }, async ({
  page,
  mailbox,
}) => {
  const { email } = await register(page)
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Password reset email sent to ${email}`)).toBeVisible()
  const link = await mailbox.linkTo(email, /Set a new password/)
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByLabel('Confirm password', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Couldn’t reset your password. This is one of the most common passwords. Choose another.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a newer password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a newer password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login')
  // The URL changes before the screen does, and the previous screen also has an Email field.
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Login' })).toBeVisible()
  await fillLogin(page, email, 'a newer password')
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link has expired or already been used. Ask for a new one.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
})

test('ACC-04 a reset reports a missing response, and responds the same whether or not the address has an account', async ({
  page,
  mailbox,
}) => {
  const nobody = newEmail()
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(nobody)
  await page.route('**/api/account/reset-password', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Couldn’t reset your password. The server didn’t respond. Try again when you have signal.')).toBeVisible()
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Email').fill(nobody)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Password reset email sent to ${nobody}`)).toBeVisible()
  expect(mailbox.countTo(nobody)).toBe(0)
})

test('ACC-05 a new address takes effect once its link is followed, and the old address is notified', { tag: '@core' }, async ({
  page,
  mailbox,
}) => {
  const { email } = await register(page)
  const other = newEmail()
  await page.goto('/change-email')
  await expect(page.getByLabel('Current email')).toHaveValue(email)
  await page.getByLabel('New email').fill(other)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Couldn’t change your email address. That password is incorrect.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Open the link we sent to ${other}`)).toBeVisible()
  await expect(page).toHaveURL('/account/details')
  await mailbox.emailTo(email, /about to change/)
  await page.goto(await mailbox.linkTo(other, /Confirm your new email/))
  await page.getByRole('button', { name: 'Use this email address' }).click()
  await expect(page.getByText(`You can now log in with ${other}.`)).toBeVisible()
  await expect.poll(() => storedProfile(page)).toContain(other)
})

test('ACC-06 the name form shows the current name and a warning, and a change updates every screen immediately', { tag: '@core' }, async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await register(page, { displayName: 'Old Name' })
  await page.goto('/change-name')
  await expect(page.getByLabel('Current name')).toHaveValue('Old Name')
  await expect(page.getByRole('note')).toContainText('you may need to log in again')
  await page.getByLabel('New name').fill('New Name')
  await page.route('**/api/account/change-name', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Couldn’t change your name. The server didn’t respond')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name changed')).toBeVisible()
  await expect(page).toHaveURL('/account/details')
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('New Name')).toBeVisible()
})

test('ACC-07 deleting the account requires confirmation, removes the account, logs the person out and opens home', {
  tag: '@core',
}, async ({ page }) => {
  const toasts = await toastsOf(page)
  const { email } = await register(page)
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('permanent and can’t be undone')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/account/details')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect.poll(() => toasts.slice(-2)).toEqual(['Deleting your account…', 'Account deleted'])
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(email)
  await page.goto('/login')
  await fillLogin(page, email)
  await expect(page.getByText(/Couldn’t log you in/)).toBeVisible()
})

test('ACC-07 account deletion isn’t offered offline, and the server doesn’t allow it', { tag: ['@core', '@service-worker'] }, async ({
  page,
  context,
}) => {
  await logIn(page, 'member', '/account/details')
  await expect(page.getByRole('link', { name: 'Delete account' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('link', { name: 'Delete account' })).toBeHidden()
})

test('ACC-08 account tabs show the details, the profile with phone and read-only role, and the settings with the theme', {
  tag: '@core',
}, async ({ page }) => {
  const { email, displayName } = await register(page)
  await page.goto('/account')
  await expect(page).toHaveURL('/account/details')
  const main = page.getByRole('main')
  await expect(main.getByText(displayName, { exact: true })).toBeVisible()
  for (const name of [`Name and phone ${displayName}, no phone number`, `Email ${email}`, 'Passkeys None yet', 'Password Change it'])
    await expect(main.getByRole('link', { name })).toBeVisible()
  const ending = main.getByRole('region', { name: 'Permanent changes' })
  await expect(ending.getByRole('link', { name: 'Delete account' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Log out/ })).toBeVisible()
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await main.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByLabel('Role')).toBeDisabled()
  await expect(page.getByLabel('Role')).toHaveValue(/ \(Level \d\)$/)
  await expect(page.getByText('You don’t have access to this field')).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0491 570 156')
  await main.getByRole('link', { name: 'Settings' }).click()
  await main.getByRole('group', { name: 'Theme' }).getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('TBL-02 a person’s photo appears in the menu and in the managers’ list, and the initials return when it’s removed', async ({
  page,
  browser,
  app,
}) => {
  await page.setViewportSize(DESKTOP)
  const { displayName } = await register(page, { displayName: 'Pat Picture' })
  await page.goto('/account/profile')
  const buffer = await photo(page, 1200, 800)
  await page.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Picture saved')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' }).locator('img[src^="/api/photos/"]')
  await expect
    .poll(() => menu.evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.naturalWidth === img.naturalHeight]))
    .toEqual([true, true])

  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await theirs.setViewportSize(DESKTOP)
  await theirs.goto('/management/users')
  const row = theirs.getByRole('row').filter({ hasText: displayName })
  await expect.poll(() => row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await other.close()

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await expect(page.locator('img[src^="/api/photos/"]')).toHaveCount(0)
})

test('ACC-08 the account page lists the person’s sessions and can end a session on another device', async ({ page, browser, app }) => {
  const person = await register(page)
  const elsewhere = await browser.newContext({ baseURL: app.url })
  const other = await elsewhere.newPage()
  await logIn(other, person, '/account/details')
  await page.goto('/account/details')
  const card = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Where you’re logged in' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByText('This device')).toHaveCount(1)
  await card.getByRole('button', { name: 'End' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(other).toHaveURL('/login?next=%2Faccount%2Fdetails')
  await elsewhere.close()
})

test('ACC-09 UX-2.13 each field shows its own error messages', { tag: '@core' }, async ({ page }) => {
  await page.goto('/register')
  const expectIssues = async (label: string, cases: Record<string, string | null>) => {
    for (const [typed, issue] of Object.entries(cases)) {
      await page.getByLabel(label, { exact: true }).fill(typed)
      await page.getByLabel(label, { exact: true }).blur()
      const field = page.getByLabel(label, { exact: true })
      if (issue === null) await expect(field, typed).toHaveAttribute('aria-invalid', 'false')
      else await expect(field, typed).toHaveAccessibleDescription(new RegExp(`${issue.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`))
    }
  }
  await expectIssues('Display name', {
    '': 'Required',
    42: 'Invalid characters',
    Bartholomewson: 'Too long',
    'Robin #4': 'Invalid characters',
    'SES Unit 4': null,
    [`Robin ${'a'.repeat(21)}`]: 'Too long',
    [`Bartholomews ${'a'.repeat(20)}`]: null,
  })
  await expectIssues('Email', { 'no address': 'Invalid email address', 'a@b': 'Invalid email address', 'a@b.example': null })
  await expectIssues('Password', { '12345': 'Use at least 6 characters', 'long enough': null })
  await expectIssues('Confirm password', { 'something else': 'The passwords don’t match', 'long enough': null })
  // A later change of the password must also show that the two passwords differ.
  await page.getByLabel('Password', { exact: true }).fill('long enough too')
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription('The passwords don’t match')
})

test('ACC-10 a session survives closing the browser, and the app opens logged in while the server is stopped', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, privateApp, browser }) => {
  // The test starts a separate app twice, which can exceed the usual time limit on a busy machine.
  test.slow()
  await page.goto(privateApp.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${privateApp.url}/login`)
  await fillLogin(page, emailOf('member'))
  await expect(page.getByText('You’re logged in')).toBeVisible()

  const again = await browser.newContext({ storageState: await context.storageState(), viewport: DESKTOP })
  const reopened = await again.newPage()
  await reopened.goto(privateApp.url)
  await expect(reopened.getByText('Sam Member')).toBeVisible()
  await again.close()

  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await privateApp.stop()
  await page.close()
  const offline = await context.newPage()
  await offline.setViewportSize(DESKTOP)
  await offline.goto(`${privateApp.url}/account/details`)
  await expect(offline.getByRole('main').getByText('Sam Member', { exact: true })).toBeVisible()
  await expect(offline).toHaveURL(`${privateApp.url}/account/details`)
})

test('ACC-10 only a real "no session" response logs the person out; errors and unexpected responses don’t', async ({ page }) => {
  const focusPage = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await logIn(page, 'member', '/account/details')
  const strange = [
    { status: 500, contentType: 'application/problem+json', body: '{"code":"internal","detail":""}' },
    { status: 401, contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' },
    { status: 200, contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' },
    { status: 200, contentType: 'application/json', body: '{}' },
    { status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable","detail":""}' },
  ]
  for (const answer of strange) {
    await page.route('**/api/me', (route) => route.fulfill(answer))
    // The second response proves that the app has processed the first.
    for (let times = 0; times < 2; times++) {
      const answered = page.waitForResponse('**/api/me')
      await focusPage()
      await answered
    }
    expect(await storedProfile(page), answer.body).toContain(emailOf('member'))
    await page.unroute('**/api/me')
  }
  await page.route('**/api/me', (route) => route.fulfill({ json: { person: null } }))
  // The app sends only one request at a time, and an earlier request may still be pending.
  await expect(async () => {
    await focusPage()
    await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails', { timeout: 2000 })
  }).toPass()
  expect(await storedProfile(page)).toBeNull()
})

test('the second person on a shared device sees none of the first person’s data, and other tabs switch too', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'manager', '/management/users')
  await expect(page.getByText('Alex Admin')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/management/users')
  await expect(tab.getByText('Alex Admin')).toBeVisible()
  await page.goto('/account/details')
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page).toHaveURL('/')
  await expect(tab).toHaveURL('/login?next=%2Fmanagement%2Fusers')
  await logIn(page, 'member')
  // The other tab continues to the manager's page, to which the member has no access.
  await expect(tab).toHaveURL('/access-denied?role=2')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Alex Admin')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(emailOf('manager'))
  await page.goto('/management/users')
  await expect(page).toHaveURL('/access-denied?role=2')
})
