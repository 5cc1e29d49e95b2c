import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { openSignOnProvider, type SignOnTestProvider } from '@trailwarden/testkit/servers/sign-on-provider'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin } from '../helpers/people.ts'

let provider: SignOnTestProvider
let app: RunningApp
test.beforeAll(async () => {
  const port = await freePort()
  provider = await openSignOnProvider([`https://localhost:${port}/api/account/sign-on/callback`])
  app = await runDeployedApp({ PORT: String(port), ...provider.environment })
})
test.afterAll(async () => {
  await app.stop()
  await provider.close()
})

test('ACC-12 a person logs in with a council account from the requested page while a service worker is active, and with a password while the provider is down', {
  tag: '@service-worker',
}, async ({ page }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  provider.people.set('jo', { email: 'jo@council.example', email_verified: true, name: 'Jo Berg', groups: ['trail-crew'] })
  provider.people.set('unproven', { email: 'un@council.example', email_verified: false })
  await page.goto(`${app.url}/`)
  // The service worker must handle every navigation from here on.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await page.goto(`${app.url}/management/users`)
  await expect(page).toHaveURL(/\/login\?next=/)
  const button = page.getByRole('button', { name: 'Council sign-in' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await button.click()
  await expect(page.getByRole('heading', { name: 'Council sign-in' })).toBeVisible()
  await page.getByLabel('Login').fill('unproven')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('note')).toContainText('no verified email address')

  await page.goto(`${app.url}/login?next=/management/users`)
  await button.click()
  await page.getByLabel('Login').fill('jo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${app.url}/management/users`)
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Jo Berg (you)' })).toContainText('Manager')

  await page.goto(`${app.url}/account/details`)
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
  await page.goto(`${app.url}/login`)
  await button.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('note')).toContainText('cancelled')

  await provider.close()
  await app.stop()
  await app.start()
  await page.goto(`${app.url}/login`)
  await button.click()
  await expect(page.getByText('Council sign-in isn’t responding. Try again later.')).toBeVisible()
  await fillLogin(page, emailOf('member'))
  await expect(page.getByText('You’re logged in')).toBeVisible()
})
