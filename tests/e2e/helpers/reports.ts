import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { HERE, takePhoto } from './actions.ts'
import { DESKTOP, PHONE } from './e2e-test.ts'

export async function openHomeAtTree(page: Page, context: BrowserContext) {
  await page.setViewportSize(PHONE)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  await page.goto('/')
}

export async function sendReport(page: Page, { words, jpeg }: { words?: string; jpeg?: Buffer }): Promise<string> {
  await page.goto('/report')
  if (jpeg) await takePhoto(page, jpeg)
  await page.locator('form').getByText('Fallen tree', { exact: true }).click()
  if (words) {
    await page.getByText('Add details or your email').click()
    await page.getByLabel('Anything else?').fill(words)
  }
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
  return String(await page.locator('output').textContent())
}

/** The report's button is visible only at desktop size. */
export const inQueue = (manager: Page, number: string) => manager.getByRole('button', { name: `${number} Fallen tree` })

export async function openReport(manager: Page, number: string): Promise<Locator> {
  await manager.setViewportSize(DESKTOP)
  await inQueue(manager, number).click()
  return manager.getByRole('region', { name: `Report ${number}` })
}
