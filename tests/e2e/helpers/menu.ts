import type { Locator, Page } from '@playwright/test'

/** Opens "This phone" in the menu of a phone. */
export async function openDeviceMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await menu.getByRole('button', { name: /^This / }).click()
  return menu
}
