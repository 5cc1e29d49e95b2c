import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './people.ts'

export async function addFingerprint(page: Page) {
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

/** A person who logged in with only a password needs the link to add a passkey. */
export async function requestPasskeyLink(page: Page, password = PASSWORD) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
}

export async function addPasskeyByLink(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Add a passkey on this device' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
}

export const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

export async function logOut(page: Page) {
  await page.goto('/account/details')
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
}
