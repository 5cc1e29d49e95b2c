import { expect, type Page } from '@playwright/test'
import { make } from './actions.ts'
import { logIn } from './people.ts'

const PUBLIC = ['/', '/trails', '/map', '/emergency', '/m/BF17', '/report', '/alerts']
const SIGNED_IN = ['/actions/outstanding', '/actions/add', '/management/reports']

type More = { visitor?: readonly string[]; manager?: readonly string[] }

/** The screens for visitors come first, because the others need a login. */
export async function visitScreens(page: Page, look: (path: string) => Promise<void>, more: More = {}) {
  const open = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('main').locator(':not(:empty):visible').first()).toBeVisible()
    // The buttons of the server's frame are inert until the app has replaced it.
    await expect(page.locator('button[inert]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await look(path)
  }
  for (const path of [...PUBLIC, ...(more.visitor ?? [])]) await open(path)
  await logIn(page, 'manager')
  await make(page, [{ description: 'Rock on the trail', rating: 'Extreme' }])
  for (const path of [...SIGNED_IN, ...(more.manager ?? [])]) await open(path)
}
