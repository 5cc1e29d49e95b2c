import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { visitScreens } from '../helpers/screens.ts'

// The browser's text size is 16 px by default.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
})

const textSizes = () => {
  const sizes: Record<string, number> = {}
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    if (!isText || !element.checkVisibility() || element.closest('svg, [aria-hidden=true], nav[aria-label=Main]')) continue
    const { fontSize } = getComputedStyle(element)
    const px = Number.parseFloat(fontSize)
    if (px > 0) sizes[`${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 30)}`] ??= px
  }
  return sizes
}

test('A11Y-4 a text size of 200 % doubles the text on every screen, and nothing is wider than a phone', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize(PHONE)
  const wrong: string[] = []
  await visitScreens(page, async (path) => {
    const large = await page.evaluate(textSizes)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > PHONE.width) wrong.push(`${path} is ${width} px wide`)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '16px'
    })
    const usual = await page.evaluate(textSizes)
    expect(Object.keys(large).length).toBeGreaterThan(10)
    for (const [what, px] of Object.entries(large)) if (px < (usual[what] ?? 0) * 1.9) wrong.push(`${path} ${what}: ${usual[what]} → ${px}`)
  })
  expect(wrong).toEqual([])
})
