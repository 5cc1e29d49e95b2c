import type { Page } from '@playwright/test'
import { openMore } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { visitScreens } from '../helpers/screens.ts'

/** In forced colours, a visible control needs an outline or a fill. */
const shapes = () => {
  const isClear = (colour: string) => colour === 'transparent' || /, 0\)$/.test(colour)
  const behind = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element)
    return isClear(backgroundColor) && element.parentElement ? behind(element.parentElement) : backgroundColor
  }
  return [...document.querySelectorAll<HTMLElement>('a:not([href="#main"]), button, label:has(input[type=radio])')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
    .map((element) => {
      const { backgroundColor, borderBottomWidth, borderTopWidth } = getComputedStyle(element)
      const isFilled = !isClear(backgroundColor) && behind(element) !== behind(element.parentElement ?? element)
      const hasEdge = Number.parseFloat(borderBottomWidth) > 0 && Number.parseFloat(borderTopWidth) > 0
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)
      return { what: `${element.tagName.toLowerCase()} ${name}`, isFilled, hasEdge }
    })
}

for (const { width, height } of [PHONE, DESKTOP]) {
  test(`A11Y-4 every filled control keeps its shape in forced colours at ${width} px`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    const lost: string[] = []
    await visitScreens(page, async (path) => {
      await page.emulateMedia({ forcedColors: 'none' })
      const before = await page.evaluate(shapes)
      await page.emulateMedia({ forcedColors: 'active' })
      const after = await page.evaluate(shapes)
      for (const { what } of before.filter((one) => one.isFilled))
        if (!after.some((one) => one.what === what && (one.hasEdge || one.isFilled))) lost.push(`${path} ${what}`)
    })
    expect(lost).toEqual([])
  })
}

test('A11Y-4 selections and switches are recognisable in forced colours', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/alerts')
  const toggle = page.getByRole('switch').first()
  const parts = () =>
    toggle.evaluate((input) =>
      ['::before', '::after'].map((part) => getComputedStyle(input, part)).map((style) => style.backgroundColor + style.borderTopWidth),
    )
  await expect.poll(async () => (await parts())[1]).toContain('9px')
  const off = await parts()
  await toggle.check()
  const on = await parts()
  expect(on[0]).not.toBe(off[0])
  const fill = (locator: ReturnType<Page['locator']>) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  await logIn(page, 'manager', '/actions/outstanding')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const current = () => fill(menu.getByRole('link', { name: 'Actions' }))
  await expect.poll(current).not.toBe(await fill(menu.getByRole('link', { name: 'Trails' })))
  const highlight = await current()
  await page.goto('/actions/add')
  await openMore(page)
  await page.getByText('Extreme', { exact: true }).click()
  await expect.poll(() => fill(page.locator('label', { hasText: 'Extreme' }))).toBe(highlight)
  expect(await fill(page.locator('label', { hasText: 'Medium' }))).not.toBe(highlight)
})

const heightOfBars = (page: Page) =>
  page.evaluate(() => {
    // After scrolling, bars that aren't sticky are out of view.
    scrollBy(0, 400)
    const rows = new Set<number>()
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position } = getComputedStyle(element)
      const isStuck = position === 'fixed' || position === 'sticky'
      const { top, bottom, width } = element.getBoundingClientRect()
      if (!isStuck || width < innerWidth / 2 || element.querySelector('main') || !element.checkVisibility()) continue
      for (let y = Math.max(0, Math.round(top)); y < Math.min(innerHeight, Math.round(bottom)); y++) rows.add(y)
    }
    return rows.size
  })

for (const size of [
  { width: 844, height: 256 },
  { width: 390, height: 256 },
])
  test(`A11Y-4 bars cover less than half of a screen of ${size.width} × ${size.height}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize(size)
    const wrong: string[] = []
    await visitScreens(page, async (path) => {
      const taken = await heightOfBars(page)
      if (taken >= size.height / 2) wrong.push(`${path} ${taken} px`)
    })
    expect(wrong).toEqual([])
  })

/** Unlike the browser's own setting (text-size.spec.ts), a doubled root text size doesn't change `em` in media queries. */
const widthAtDoubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth
  })

test.describe('home as the server sends it', { tag: '@core' }, () => {
  // Without scripts, the page is in the state before the app has loaded.
  test.use({ javaScriptEnabled: false })

  test('A11Y-4 bars cover less than half of a screen of 390 × 256, and at 200 % text nothing is wider than a phone', async ({ page }) => {
    await page.setViewportSize({ width: PHONE.width, height: 256 })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Trails Information' })).toContainText('Partially Open')
    expect(await heightOfBars(page)).toBeLessThan(128)
    await page.setViewportSize(PHONE)
    expect(await widthAtDoubleText(page)).toBe(PHONE.width)
  })
})

test('A11Y-4 at a root text size of 200 % no screen is wider than a phone', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize(PHONE)
  const wrong: string[] = []
  const look = async (path: string) => {
    const width = await widthAtDoubleText(page)
    if (width > PHONE.width) wrong.push(`${path} is ${width} px wide`)
  }
  await visitScreens(page, look, {
    visitor: ['/login', '/actions', '/offline', '/account/settings'],
    manager: ['/', '/updates/add', '/notices/add'],
  })
  expect(wrong).toEqual([])
})

test('A11Y-4 no bar hides a focused element', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize(PHONE)
  const hidden: string[] = []
  let seen = 0
  await visitScreens(page, async (path) => {
    // Some styles load after the page.
    await page.waitForFunction(() => getComputedStyle(document.documentElement).scrollPaddingBottom !== 'auto')
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      const look = () =>
        page.evaluate(() => {
          const element = document.activeElement
          if (!element || element === document.body) return null
          // The skip link may cover the bar.
          const isSkipLink = element.matches('[href="#main"]')
          const own = element.getBoundingClientRect()
          const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)
          const bars = [...document.querySelectorAll('header, nav, .call-bar, [data-foot-bar]')].filter((bar) => {
            const { position } = getComputedStyle(bar)
            return (
              (position === 'fixed' || position === 'sticky') && bar.checkVisibility() && !bar.contains(element) && !element.contains(bar)
            )
          })
          const isUnder = bars.some((bar) => {
            const box = bar.getBoundingClientRect()
            return own.height > 0 && own.bottom > box.top + 1 && own.top < box.bottom - 1 && own.right > box.left && own.left < box.right
          })
          // An element that is taller than the space between the bars need only be partly visible.
          return { what: `${element.tagName.toLowerCase()} ${name}`, isUnder: isUnder && !isSkipLink && own.height < innerHeight / 2 }
        })
      let under = await look()
      if (!under) break
      // The page scrolls after the focus has moved.
      for (let frame = 0; under?.isUnder && frame < 30; frame++) {
        await page.evaluate(() => new Promise(requestAnimationFrame))
        under = (await look()) ?? under
      }
      seen++
      if (under.isUnder) hidden.push(`${path} ${under.what}`)
    }
  })
  expect(hidden).toEqual([])
  expect(seen).toBeGreaterThan(150)
})
