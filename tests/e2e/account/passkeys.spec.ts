import { runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { addFingerprint, addPasskeyByLink, logOut, passkeyButton, requestPasskeyLink } from '../helpers/passkeys.ts'
import { emailOf, fillLogin, logIn, PASSWORD, register } from '../helpers/people.ts'
import { copySites } from '../helpers/sites.ts'

test('SEC-PASSKEY a passkey can be added, accepts only the right finger, and can be removed; a recovery code works once', {
  tag: '@core',
}, async ({ page, mailbox }) => {
  test.slow()
  const finger = await addFingerprint(page)
  const { email } = await register(page)
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await requestPasskeyLink(page, 'not my password')
  await expect(page.getByText('That password is incorrect.')).toBeVisible()
  await page.keyboard.press('Escape')
  await requestPasskeyLink(page)
  await expect(page.getByRole('note')).toContainText(`We sent a link to ${email}`)
  await expectAccessible(page, 'the link is sent')
  await addPasskeyByLink(page, await mailbox.linkTo(email, /Add a passkey/))
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await mailbox.emailTo(email, /A passkey was added/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create new codes' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden()

  await logOut(page)
  await page.goto('/login')
  await finger.isRight(false)
  await passkeyButton(page).click()
  await expect(page.getByText('Couldn’t log you in. The passkey wasn’t used. Try again.')).toBeVisible()
  await finger.isRight(true)
  await passkeyButton(page).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect(page).toHaveURL('/')

  await logOut(page)
  await page.goto('/login?next=/passkeys')
  await fillLogin(page, email)
  await expect(page.getByRole('note')).toContainText('This account has a passkey.')
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await mailbox.emailTo(email, /recovery code .* was used/)
  await logOut(page)
  await page.goto('/login')
  await fillLogin(page, email)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This recovery code is wrong or has already been used.').first()).toBeVisible()

  await passkeyButton(page).click()
  await expect(page).toHaveURL('/')
  await page.goto('/passkeys')
  await page.getByRole('button', { name: /Remove the passkey/ }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await mailbox.emailTo(email, /A passkey was removed/)
  await logOut(page)
  await logIn(page, { email })
})

test('SEC-PASSKEY if the network requires a passkey, a manager has only a member’s permissions until they log in with one', {
  tag: '@service-worker',
}, async ({ page, mailbox }) => {
  test.slow()
  const sites = copySites({ signIn: { passkeyFromRole: 2 } })
  const app = await runDeployedApp({ SMTP_URL: mailbox.url, SITES_DIR: sites.folder })
  try {
    await addFingerprint(page)
    await page.goto(`${app.url}/login?next=/passkeys`)
    await fillLogin(page, emailOf('manager'))
    await expect(page.getByText('Your role needs a passkey. Add one under Account > Passkeys.')).toBeVisible()
    await expect(page.getByRole('note')).toContainText('Until you add one, you only have Member access.')
    await page.goto(`${app.url}/management/users`)
    await expect(page).toHaveURL(/access-denied/)
    await page.goto(`${app.url}/passkeys`)
    await requestPasskeyLink(page)
    await addPasskeyByLink(page, await mailbox.linkTo(emailOf('manager'), /Add a passkey/))
    // The current session began before the passkey existed.
    await page.goto(`${app.url}/management/users`)
    await expect(page).toHaveURL(/access-denied/)
    await page.goto(`${app.url}/passkeys`)
    await expect(page.getByRole('note')).toContainText('You logged in without your passkey')
    await expectAccessible(page)
    await passkeyButton(page).click()
    await expect(page.getByText('You’re logged in')).toBeVisible()
    await expect(page.getByRole('note')).toBeHidden()
    await page.goto(`${app.url}/management/users`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Sam Member' })).toBeVisible()
  } finally {
    await app.stop()
    sites.remove()
  }
})

test('SEC-N1 "This wasn’t me" removes a passkey that someone else added, and a password reset lists the passkey', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await addFingerprint(page)
  const { email } = await register(page)
  await page.goto('/passkeys')
  await requestPasskeyLink(page)
  await addPasskeyByLink(page, await mailbox.linkTo(email, /Add a passkey/))

  const owner = await (await browser.newContext({ baseURL: app.url, viewport: PHONE })).newPage()
  await owner.goto('/reset-password')
  await owner.getByLabel('Email').fill(email)
  await owner.getByRole('button', { name: 'Send' }).click()
  await owner.goto(await mailbox.linkTo(email, /Set a new password/))
  await expect(owner.getByRole('group', { name: /Passkeys added in the last 30 days/ })).toContainText('Chrome on Linux')
  await expectAccessible(owner, 'reset')

  await owner.goto(await mailbox.linkTo(email, /A passkey was added/))
  await expect(owner.getByRole('note')).toContainText('locks out anyone else using your account')
  await expect(owner.getByText(`Log in with ${email}`)).toBeVisible()
  await expectAccessible(owner, 'take back')
  await owner.getByLabel('Password', { exact: true }).fill('loose gravel here')
  await owner.getByLabel('Confirm password', { exact: true }).fill('loose gravel here')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner).toHaveURL('/login')
  await fillLogin(owner, email, 'loose gravel here')
  await expect(owner.getByText('You’re logged in')).toBeVisible()
  await page.goto('/passkeys')
  await expect(page).toHaveURL(/login/)
  await passkeyButton(page).click()
  await expect(page.getByText('This passkey doesn’t belong to any account on this site.')).toBeVisible()
  await owner.context().close()
})

test('SEC-N1 an administrator resets a user’s second factor, and the user sets a new password through a link', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  test.slow()
  await addFingerprint(page)
  const { email } = await register(page, { displayName: 'Lou Lost' })
  await page.goto('/passkeys')
  await requestPasskeyLink(page)
  await addPasskeyByLink(page, await mailbox.linkTo(email, /Add a passkey/))
  const id = await page.evaluate(async () => (await (await fetch('/api/me')).json()).person.id)

  const admin = await (await browser.newContext({ baseURL: app.url, viewport: DESKTOP })).newPage()
  await logIn(admin, 'admin', `/users/view/${id}`)
  await admin.getByRole('button', { name: 'Reset second factor' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Reset Lou Lost’s second factor?' })
  await expectAccessible(admin, 'dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(admin.getByText('Second factor reset')).toBeVisible()
  await admin.setViewportSize(DESKTOP)
  await admin.goto('/management/audit-log?event=second-factor-reset')
  await expect(admin.getByRole('row').filter({ hasText: 'Lou Lost' })).toContainText('Reset a second factor')
  await admin.context().close()

  await page.goto(await mailbox.linkTo(email, /Choose a new password/))
  await page.getByLabel('Password', { exact: true }).fill('loose gravel here')
  await page.getByLabel('Confirm password', { exact: true }).fill('loose gravel here')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, { email, password: 'loose gravel here' })
})
