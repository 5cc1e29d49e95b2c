import type { Page } from '@playwright/test'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { positionOf } from '../helpers/places.ts'

const NARROW = { width: 320, height: 640 }
const LEAST_PX = 48

const FOR_VISITORS = [
  '/',
  '/map',
  '/trails',
  '/trails/old-salty-dog',
  '/report',
  '/offline',
  '/alerts',
  '/subscribe',
  '/emergency',
  '/m/SH10',
  '/login',
  '/register',
  '/account/settings',
  '/404',
]
const FOR_MEMBERS = ['/', '/actions/mine', '/actions/add', '/account/details', '/account/profile', '/waiting', '/change-name', '/passkeys']

/** The part of each control that a finger reaches, including the space around it. Links within a sentence don't count. */
async function smallControls(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch]',
    )
    const found: string[] = []
    for (const control of controls) {
      const { display, visibility, pointerEvents } = getComputedStyle(control)
      const isText = control.tagName === 'A' && display === 'inline'
      if (isText || visibility === 'hidden' || pointerEvents === 'none' || control.matches(':disabled, [inert] *')) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const isOurs = (atX: number, atY: number) => {
        const hit = document.elementFromPoint(atX, atY)
        const label = control.closest('label')
        return hit !== null && (control.contains(hit) || (label !== null && hit.closest('label') === label))
      }
      // Hidden, or under a bar that stays in place.
      if (width < 2 || !isOurs(x, y)) continue
      const reach = (dx: number, dy: number) => {
        let px = 0
        while (px < least && isOurs(x + dx * (px + 0.5), y + dy * (px + 0.5))) px += 0.5
        return px
      }
      const size = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)] as const
      const name = control.getAttribute('aria-label') ?? (control.textContent || control.id)
      if (Math.min(...size) < least - 1) found.push(`${name.trim().slice(0, 40)}: ${size.join(' × ')}`)
    }
    return found
  }, LEAST_PX)
}

async function expectLarge(page: Page, paths: readonly string[]) {
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').locator(':not(:empty):visible').first()).toBeVisible()
    await expect(page.locator('button[inert]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    found.push(...(await smallControls(page)).map((one) => `${path} ${one}`))
  }
  expect.soft(found).toEqual([])
}

for (const size of [PHONE, NARROW]) {
  test(`UX-SIZES every control of a visitor’s or member’s screen can be touched on 48 px at ${size.width} px`, async ({
    page,
    context,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...(await positionOf(page, 'SH09')), accuracy: 8 })
    await expectLarge(page, FOR_VISITORS)
    await logIn(page, 'member')
    await expectLarge(page, FOR_MEMBERS)
  })

  test(`UX-SIZES the button that sends a form is 56 px high at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/report')
    await expect(page.getByRole('button', { name: 'Send report' })).toHaveCSS('height', '56px')
    await logIn(page, 'member', '/actions/add')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCSS('height', '56px')
  })

  test(`UX-SIZES the top bar’s Login button is drawn at 40 px and can be touched on 52 px at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/trails')
    const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
    await expect(login).toHaveCSS('height', '40px')
    const touched = () =>
      login.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        const isLink = (y: number) => link.contains(document.elementFromPoint(left + width / 2, y))
        return [top - 5.5, top + height + 5.5].map(isLink)
      })
    await expect.poll(touched).toEqual([true, true])
  })
}
