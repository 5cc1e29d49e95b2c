/**
 * Each sheet shows one screen on a phone, a small phone and a desktop, light and dark. With `DRAWINGS=<folder>`, the sheet also shows the
 * design drawing.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type RunningApp, runApp } from '@trailwarden/testkit/app/running-app'
import sharp from 'sharp'
import { test as base, DESKTOP, expect, PHONE } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { SCREENS, type Screen } from './screens.ts'

const test = base.extend<object, { app: RunningApp }>({
  /** The app contains two years of sample data. */
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const photos = mkdtempSync(join(tmpdir(), 'photos-'))
      const app = await runApp({ PHOTOS_DIR: photos }, { fill: 'tools/site/sample-data.ts' })
      await use(app)
      await app.stop()
      rmSync(photos, { recursive: true })
    },
    { scope: 'worker' },
  ],
  /** Replaces the fixture that deletes all Actions before each test. */
  withoutOtherActions: async ({ baseURL: _ }, use) => use(undefined),
})

const root = new URL('../../../', import.meta.url).pathname
const SHEETS = join(root, 'docs/images/screens')
const BESIDE = join(root, 'test-results/beside')

const SIZES = [
  { name: 'phone', ...PHONE },
  { name: '320', width: 320, height: 700 },
  { name: 'desktop', ...DESKTOP },
] as const
const THEMES = ['light', 'dark'] as const
type Shot = { size: (typeof SIZES)[number]['name']; theme: (typeof THEMES)[number]; picture: Buffer }

const SHEET_HEIGHT = 420
const GAP = 10

async function shoot(browser: Browser, app: RunningApp, screen: Screen): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const theme of THEMES) {
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: PHONE,
      colorScheme: theme,
      locale: 'en-AU',
      timezoneId: 'Australia/Hobart',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    if (screen.who) {
      await logIn(page, screen.who)
      await page.goto('/actions/outstanding')
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    }
    // With `font-display: optional`, a page doesn't use a font that arrives late.
    await page.goto('/login')
    await page.evaluate(() => document.fonts.load('16px "Inter Variable"'))
    for (const { name, width, height } of SIZES) {
      if (screen.phoneOnly && name === 'desktop') continue
      await page.setViewportSize({ width, height })
      // In the same document, the app would restore the map's previous view.
      await page.goto('about:blank')
      await page.goto(screen.path)
      await screen.prepare?.(page, context)
      await page.waitForLoadState('networkidle')
      await page.waitForFunction(() => {
        const last = performance.getEntriesByName('map drawn').at(-1)
        return !document.querySelector('canvas') || (last !== undefined && performance.now() - last.startTime > 1000)
      })
      shots.push({ size: name, theme, picture: await page.screenshot() })
    }
    await context.close()
  }
  return shots
}

async function inARow(pictures: readonly Buffer[], height: number) {
  const parts = await Promise.all(pictures.map((one) => sharp(one).resize({ height }).png().toBuffer({ resolveWithObject: true })))
  let left = 0
  const placed = parts.map(({ data, info }) => {
    const at = { input: data, left, top: 0 }
    left += info.width + GAP
    return at
  })
  return sharp({ create: { width: left - GAP, height, channels: 3, background: '#8A9499' } }).composite(placed)
}

for (const screen of SCREENS) {
  test(screen.title, async ({ browser, app }) => {
    test.slow()
    const shots = await shoot(browser, app, screen)
    const ordered = SIZES.flatMap(({ name }) => shots.filter(({ size }) => size === name).map(({ picture }) => picture))
    mkdirSync(SHEETS, { recursive: true })
    await (await inARow(ordered, SHEET_HEIGHT)).webp({ quality: 70, effort: 6 }).toFile(join(SHEETS, `${screen.name}.webp`))
    if (!process.env.DRAWINGS) return
    mkdirSync(BESIDE, { recursive: true })
    for (const { size, theme, picture } of shots) {
      const drawing = join(process.env.DRAWINGS, `${screen.name}-${size}-${theme}.png`)
      if (!existsSync(drawing)) continue
      const drawn = await sharp(drawing).toBuffer()
      await (await inARow([picture, drawn], 900)).png().toFile(join(BESIDE, `${screen.name}-${size}-${theme}.png`))
    }
  })
}
