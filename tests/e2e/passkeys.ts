/** Passkeys with an authenticator that lives in Chromium's debugger: a finger that can be the right or the wrong one. */
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './people.ts'

export async function aFinger(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { isRight: (isUserVerified: boolean) => debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) }
}

export async function addPasskey(page: Page, password = PASSWORD) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

export const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

export async function logOut(page: Page) {
  await page.goto('/account/details')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
}
