import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'
import { DESKTOP, expect, PHONE } from './e2e-test.ts'

/** Only the results of these rules depend on the theme. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

type Scope = { theme?: 'light' | 'dark'; only?: string[]; except?: string[] }

export async function violationsIn(page: Page | Frame, { theme, only, except = [] }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ theme, only, except }) => {
      const { dataset } = document.documentElement
      if (theme) dataset.theme = theme
      // The colour transition between the themes would change the contrast.
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
        rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { theme, only, except },
  )
}

export async function expectAccessibleNow(page: Page, where = ''): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  const [now, other] = theme === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  expect(await violationsIn(page, { theme: other, only: ABOUT_COLOUR }), `${where} ${other}`).toEqual([])
  expect(await violationsIn(page, { theme: now }), `${where} ${now}`).toEqual([])
}

/** The page redraws some parts when the window size changes. It is left at phone size. */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await expect(page.getByRole('banner').or(page.getByRole('dialog')).first()).toBeVisible()
  await expectAccessibleNow(page, `${where} desktop`)
  await page.setViewportSize(PHONE)
  await expectAccessibleNow(page, `${where} phone`)
}
