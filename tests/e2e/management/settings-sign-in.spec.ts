import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const SIGN_IN = '/management/settings/sign-in'

test('SET-04 an administrator sees how people log in and tests the provider, and the page reports errors and a lost connection', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/management/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(SIGN_IN)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Passkeys')).toContainText(/\d+ of \d+ people use one\./)
  await expect(card('Single sign-on')).toContainText('Not set up.')
  await expect(card('Passwords and codes')).toContainText('Anyone can register')
  await expect(card('How long people stay logged in')).toContainText('180 days, to cover long periods offline')
  await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' })
  await expectAccessible(page, 'nothing set up')

  const singleSignOn = {
    name: 'Council sign-in',
    issuer: 'https://login.council.example',
    domains: ['council.example'],
    roles: { 'trail-crew': 2 },
    twoFactors: [],
    people: 18,
    lastUsedAt: new Date(Date.now() - 3_700_000).toISOString(),
  }
  await page.route('**/api/sign-in-settings', async (route) => {
    const real = await (await route.fetch()).json()
    await route.fulfill({ json: { ...real, singleSignOn } })
  })
  let works = true
  await page.route('**/api/sign-in-settings/test', (route) =>
    route.fulfill({ json: { works, detail: works ? 'Council sign-in is working.' : 'There is no OpenID provider at this address.' } }),
  )
  await page.reload()
  const sso = card('Single sign-on')
  await expect(sso).toContainText('Council sign-in is set up18 people use it. Last login 1 h ago')
  await expect(sso).toContainText('@council.example')
  await expect(sso).toContainText('trail-crew: Manager')
  const button = sso.getByRole('button', { name: 'Test' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(sso.getByRole('status')).toContainText('Council sign-in works')
  works = false
  await button.click()
  await expect(sso.getByRole('status')).toContainText('Council sign-in failed the test')
  await expectAccessible(page, 'failed test')
  for (const width of [320, PHONE.width, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), String(width)).toBeLessThanOrEqual(0)
  }
  await context.setOffline(true)
  await expect(button).toBeDisabled()
  await context.setOffline(false)

  await page.route('**/api/sign-in-settings', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ code: 'unavailable', detail: '' }) }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Couldn’t load the login settings.')
})
