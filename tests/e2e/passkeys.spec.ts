import { runApp } from '@trailwarden/testkit/running-app'
import { expectAccessible } from './axe.ts'
import { expect, test } from './e2e-test.ts'
import { addPasskey, aFinger, logOut, passkeyButton } from './passkeys.ts'
import { emailOf, fillLogin, logIn, PASSWORD, register } from './people.ts'
import { copySites } from './sites.ts'

test('SEC-PASSKEY a passkey is added, signs in with the right finger alone, and can be removed; a recovery code works once', async ({
  page,
  mailbox,
}) => {
  test.slow()
  const finger = await aFinger(page)
  const { email } = await register(page)
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await addPasskey(page, 'not my password')
  await expect(page.getByText('The password is not right.')).toBeVisible()
  await page.keyboard.press('Escape')
  await addPasskey(page)
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByText('10 of 10 are left')).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await mailbox.emailTo(email, /A passkey was added/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden()

  await logOut(page)
  await page.goto('/login')
  await finger.isRight(false)
  await passkeyButton(page).click()
  await expect(page.getByText('Couldn’t log you in. The passkey was not used. Try again.')).toBeVisible()
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
  await expect(page.getByText('9 of 10 are left')).toBeVisible()
  await mailbox.emailTo(email, /recovery code .* was used/)
  await logOut(page)
  await page.goto('/login')
  await fillLogin(page, email)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This recovery code is wrong or was used before.').first()).toBeVisible()

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

test('SEC-PASSKEY where the network asks for it, a manager can do what a member can until the passkey is added', async ({
  page,
  mailbox,
}) => {
  test.slow()
  const sites = copySites({ signIn: { passkeyFromRole: 2 } })
  const app = await runApp({ SMTP_URL: mailbox.url, SITES_DIR: sites.folder })
  try {
    await aFinger(page)
    await page.goto(`${app.url}/login?next=/passkeys`)
    await fillLogin(page, emailOf('manager'))
    await expect(page.getByText('Your role needs a passkey. Add one under Account, Passkeys.')).toBeVisible()
    await expect(page.getByRole('note')).toContainText('Until you add one, you can do what a Member can do.')
    await page.goto(`${app.url}/management/users`)
    await expect(page).toHaveURL(/access-denied/)
    await page.goto(`${app.url}/passkeys`)
    await addPasskey(page)
    await expect(page.getByText('Passkey added')).toBeVisible()
    await page.goto(`${app.url}/management/users`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Sam Member' })).toBeVisible()
  } finally {
    await app.stop()
    sites.remove()
  }
})
