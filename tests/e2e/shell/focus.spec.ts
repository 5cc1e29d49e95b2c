import type { Locator, Page } from '@playwright/test'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

/** No screen has more tab stops than this limit. */
const MOST_TABS = 500
/** WCAG 1.4.11 requires this contrast between an outline and its background. */
const LEAST_CONTRAST = 3

/** An outline that an element has without focus doesn't indicate focus. */
const markOutlined = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) element.dataset.alwaysOutlined = ''
    }
  })

/**
 * The focus indicator is the element's outline or that of a box around it. `contrast` is null on a map, whose background can be any colour.
 */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })
    const paint = (colours: readonly string[]) => {
      if (!pen) throw new Error('no canvas')
      pen.clearRect(0, 0, 1, 1)
      for (const colour of colours) {
        pen.fillStyle = colour
        pen.fillRect(0, 0, 1, 1)
      }
      const light = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0)
    }
    const behind = (of: Element | null): string[] => (of ? [...behind(of.parentElement), getComputedStyle(of).backgroundColor] : ['white'])
    const outlines = [element, element.parentElement, element.parentElement?.parentElement, element.closest('label')].flatMap((one) =>
      one instanceof HTMLElement && one.dataset.alwaysOutlined === undefined
        ? [{ one, style: getComputedStyle(one) }, ...(one === element ? [{ one, style: getComputedStyle(one, '::before') }] : [])]
        : [],
    )
    const shown = outlines.find(({ style }) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2)
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    const what = `${element.tagName.toLowerCase()} ${name}`
    if (!shown) return { what, isShown: false, contrast: null }
    const { one, style } = shown
    const ground = behind(Number.parseFloat(style.outlineOffset) < 0 ? one : one.parentElement)
    const [light, dark] = [paint([...ground, style.outlineColor]), paint(ground)].sort((a, b) => b - a)
    const contrast = one.closest('[role=application]') ? null : ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
    return { what, isShown: true, contrast }
  })

async function tabThrough(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await markOutlined(page)
  const hidden: string[] = []
  let seen = 0
  for (; seen < MOST_TABS; seen++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    // After the last element, the focus leaves the page.
    if (!now) break
    if (!now.isShown) hidden.push(now.what)
    else if (now.contrast !== null && now.contrast < LEAST_CONTRAST) hidden.push(`${now.what}: contrast ${now.contrast.toFixed(1)}`)
  }
  expect.soft(hidden, path).toEqual([])
  expect.soft(seen, `${path}: all of it`).toBeLessThan(MOST_TABS)
  return seen
}

for (const theme of ['light', 'dark'] as const) {
  test(`A11Y-1 every focused element has a visible focus indicator, on 12 screens, ${theme}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: theme })
    let seen = 0
    for (const path of ['/', '/map', '/trails', '/report', '/login', '/alerts', '/offline']) seen += await tabThrough(page, path)
    await logIn(page, 'admin')
    for (const path of ['/actions/outstanding', '/actions/add', '/management/users', '/management/settings/keys', '/account/settings'])
      seen += await tabThrough(page, path)
    expect(seen).toBeGreaterThan(200)
    console.log(`focus, ${theme}: ${seen} stops on 12 screens, each shown`)
  })
}

const headingOf = (page: Page) =>
  page.evaluate(() => ({
    isOnHeading: document.activeElement === document.querySelector('h1'),
    heading: document.querySelector('h1')?.textContent,
    announced: document.querySelector('[aria-live=polite]:not([role]):not(main *)')?.textContent,
  }))

test('A11Y-2 navigation moves the focus to the heading and announces the title, on 12 routes', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  expect(await headingOf(page)).toMatchObject({ isOnHeading: false, announced: '' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const follow = async (link: Locator, path: string | RegExp, heading: string | RegExp, title = heading) => {
    await link.click()
    await expect(page).toHaveURL(path)
    await expect.poll(async () => (await headingOf(page)).announced, String(path)).toMatch(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await headingOf(page)).toMatchObject({ isOnHeading: true, heading: expect.stringMatching(heading) })
    expect((await headingOf(page)).announced).toBe(await page.title())
  }
  const inMain = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first()
  await follow(menu.getByRole('link', { name: 'Trails' }), '/trails', /^Trails$/, /^Trails –/)
  await follow(inMain(/Blue Tier/), '/trails/blue-tier', /Blue Tier/)
  await follow(menu.getByRole('link', { name: 'Information' }), '/information/about', /^Information$/, /^About –/)
  await follow(
    page.getByRole('navigation', { name: 'Information pages' }).getByRole('link', { name: 'Emergency Information' }),
    '/information/emergency',
    /^Information$/,
    /^Emergency Information –/,
  )
  await follow(menu.getByRole('link', { name: 'Settings and help' }), '/account/settings', /^Account$/, /^Account –/)
  await follow(inMain('Help'), '/help', /^Help$/, /–/)
  await follow(menu.getByRole('link', { name: 'Report a problem' }), '/report', /^Report a problem$/, /^Report a problem –/)
  await follow(menu.getByRole('link', { name: 'Alerts' }), '/alerts', /^Alerts$/, /^Alerts –/)
  await follow(menu.getByRole('link', { name: 'Map', exact: true }), /\/map/, /^Map$/, /^Map –/)
  await follow(menu.getByRole('link', { name: 'Home' }), '/', /./, /^Home –/)
  await follow(page.getByRole('banner').getByRole('link', { name: 'Login' }), /\/login/, /^Login$/, /^Login –/)
  await follow(inMain('Register'), '/register', /^Register$/, /^Register –/)

  await menu.getByRole('link', { name: 'Trails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search trails' })
  await search.fill('blue')
  await expect(page).toHaveURL(/\?/)
  await expect(search).toBeFocused()
})

test('A11Y-2 Back to a long list restores its scroll position, and a layer keeps the focus', async ({ page }) => {
  await page.goto('/help/map')
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await expect
    .poll(() =>
      page.evaluate(() => {
        scrollTo(0, 700)
        return Math.round(scrollY)
      }),
    )
    .toBe(700)
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Trails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/help/map')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(scrolled).toBe(700)

  await page.getByRole('button', { name: 'Search help' }).click()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Search help' })).toBeFocused()
})
