import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { openPaymentProvider, type PaymentProvider } from '@trailwarden/testkit/servers/payment-provider'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin, logIn } from '../helpers/people.ts'

test.describe('site with plans', () => {
  let provider: PaymentProvider
  let team: RunningApp
  test.beforeAll(async () => {
    provider = await openPaymentProvider()
    team = await runDeployedApp({ SITE: 'field-team', ...provider.environment })
    provider.sendEventsTo(`${team.url}/api/billing/webhook`)
  })
  test.afterAll(async () => {
    await team.stop()
    await provider.close()
  })

  test('BILL-01 BILL-02 BILL-03 PWA-04 a member reads the plans, subscribes and gets the higher role, and is a member again when the subscription ends', {
    tag: '@service-worker',
  }, async ({ page, context }) => {
    await page.setViewportSize(PHONE)
    await page.goto(team.url)
    await expect(page.getByRole('region', { name: 'Trails Information' }).getByText('East Ridge')).toBeVisible()
    await page.goto(`${team.url}/login?next=/account/billing`)
    await fillLogin(page, emailOf('member'))
    await expect(page).toHaveURL(`${team.url}/account/billing`)
    const tabs = page.getByRole('navigation', { name: 'Account', exact: true })
    await expect(tabs.getByRole('link', { name: 'Billing' })).toHaveAttribute('aria-current', 'page')
    const plan = page.getByRole('region', { name: 'Crew, by the month' })
    await expect(plan.getByRole('heading', { name: 'Crew, by the month' })).toBeVisible()
    await expect(plan.getByText('$12 a month')).toBeVisible()
    await expect(plan.getByRole('listitem').filter({ hasText: 'Post trail updates' })).toBeVisible()
    await expectAccessibleNow(page)

    await context.setOffline(true)
    await expect(page.getByText('You are offline. Connect to the internet to manage your billing.')).toBeVisible()
    await expect(plan).toBeHidden()
    await context.setOffline(false)

    const subscribe = plan.getByRole('button', { name: 'Subscribe' })
    provider.fail(true)
    await subscribe.click()
    await expect(page.getByText('An error occurred: The service is temporarily unavailable. Try again soon.')).toBeVisible()
    provider.fail(false)

    await subscribe.click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText('Checkout cancelled. You haven’t been charged.')).toBeVisible()

    await subscribe.click()
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect(page.getByText('Thank you. Your plan is active.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible()
    await expect(page.getByText('Crew, by the month')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
    await expectAccessibleNow(page)
    const roleHere = () => page.evaluate(() => JSON.parse(localStorage.getItem('person:profile') ?? '{}').role)
    await expect.poll(roleHere).toBe(2)

    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await page.getByRole('link', { name: 'Cancel subscription' }).click()
    await expect(page).toHaveURL(`${team.url}/account/billing`)
    await expect(subscribe).toBeVisible()
    await expect.poll(roleHere).toBe(1)
  })
})

test('BILL-01 a site without plans has no billing tab, page or request', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await logIn(page, 'member', '/account/details')
  await expect(page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link')).toHaveText([
    'Details',
    'Profile',
    'Settings',
  ])
  await page.goto('/account/billing')
  await expect(page).toHaveURL('/404')
  expect(asked.filter((url) => url.includes('/api/billing'))).toEqual([])
})
