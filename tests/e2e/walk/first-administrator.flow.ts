import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { cardOf, fillIn, nextPush, photo, takePhoto } from '../helpers/actions.ts'
import { addFingerprint, addPasskeyByLink, logOut, passkeyButton, requestPasskeyLink } from '../helpers/passkeys.ts'
import { logIn } from '../helpers/people.ts'

const PASSWORD = 'loose gravel here'

test('the first administrator sets a password, adds a passkey, logs in with it and records an Action', async ({ page }) => {
  const { WALK_LINK: link = '', WALK_EMAIL: email = '', WALK_EMAILS: emails = '' } = process.env
  const passkeyLink = () => /https:\/\/localhost\/passkeys#token=[\w-]+/.exec(readFileSync(emails, 'utf8'))?.[0] ?? ''
  await addFingerprint(page)
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, { email, password: PASSWORD }, '/passkeys')
  await requestPasskeyLink(page, PASSWORD)
  await expect.poll(passkeyLink, { timeout: 60_000 }).not.toBe('')
  await addPasskeyByLink(page, passkeyLink())
  await logOut(page)
  await page.goto('/login')
  await passkeyButton(page).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await page.goto('/management/users')
  await expect(page.getByRole('link', { name: 'Administrator (you)' })).toBeVisible()

  await page.goto('/actions/add')
  const sent = nextPush(page)
  await fillIn(page, 'Fallen tree of the walk')
  await takePhoto(page, await photo(page, 800, 600))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(cardOf(page, 'Fallen tree of the walk')).toBeVisible()
  await sent
})
