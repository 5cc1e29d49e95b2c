/** Screenshots of the screens in forced colours and with text at 200 %, in `test-results/accessibility`. */
import { mkdirSync } from 'node:fs'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { SCREENS } from './screens.ts'

const folder = new URL('../../../test-results/accessibility/', import.meta.url).pathname

export function takeAll(mode: string, forcedColors: 'active' | 'none'): void {
  mkdirSync(folder, { recursive: true })
  for (const screen of SCREENS)
    test(`${screen.title}, ${mode}`, async ({ page, context }) => {
      await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
      if (screen.who) await logIn(page, screen.who)
      for (const { width, height } of screen.phoneOnly ? [PHONE] : [PHONE, DESKTOP]) {
        await page.setViewportSize({ width, height })
        await page.goto(screen.path)
        await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
        await screen.prepare?.(page, context)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `${folder}${screen.name}-${mode}-${width}.png` })
      }
    })
}
