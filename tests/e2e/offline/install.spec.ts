import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/e2e-test.ts'
import { openDeviceMenu } from '../helpers/menu.ts'

/** Chromium's install prompt never appears in private windows such as those of e2e tests. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        Object.assign(window, { prompted: true })
        return { outcome: 'accepted' }
      },
    })
    dispatchEvent(event)
    return event.defaultPrevented
  })

const cardOf = (page: Page) => page.getByRole('region', { name: 'Install this app' })

test('PWA-01 home offers to install the app; Dismiss turns the offer off permanently, and the reset in Settings turns it back on', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/')
  expect(await offer(page)).toBe(true)
  await expect(cardOf(page)).toContainText('Works offline, with your maps on your device.')
  await cardOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(cardOf(page)).toBeHidden()
  await page.goto('/account/settings')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Show the install prompt again' }).click()
  await reloaded
  await page.goto('/')
  await offer(page)
  await cardOf(page).getByRole('button', { name: 'Install' }).click()
  expect(await page.evaluate(() => 'prompted' in window)).toBe(true)
  await expect(cardOf(page)).toBeHidden()
})

test('PWA-01 PWA-04 without an install prompt, the menu leads to instructions, and offline it explains why installing isn’t possible', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await page.goto('/')
  await (await openDeviceMenu(page)).getByRole('button', { name: 'Install app' }).click()
  await expect(page).toHaveURL('/help/install')
  await context.setOffline(true)
  await (await openDeviceMenu(page)).getByRole('button', { name: 'Install app' }).click()
  await expect(
    page
      .getByRole('status', { name: 'Messages' })
      .getByText('App installation unavailable while offline. Connect to a network to install this app.'),
  ).toBeVisible()
})
