import type { Page } from '@playwright/test'
import { expect, test } from './e2e-test.ts'

/** A private window, as every e2e test has, is never offered to install: the test makes the offer that Chromium would. */
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

test('PWA-01 installing is offered on home; Dismiss turns it off for good, the reset in settings turns it on', async ({ page }) => {
  await page.goto('/')
  expect(await offer(page)).toBe(true)
  await expect(cardOf(page)).toContainText('Opens without signal and keeps your maps.')
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

test('PWA-01 PWA-04 without an offer the menu leads to how it is done; offline it says why not', async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Install app' }).click()
  await expect(page).toHaveURL('/help/install')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Install app' }).click()
  await expect(
    page
      .getByRole('status', { name: 'Messages' })
      .getByText('App installation unavailable while offline. Connect to a network to install this app.'),
  ).toBeVisible()
})
