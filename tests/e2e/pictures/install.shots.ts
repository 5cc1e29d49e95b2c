/** Browsers show these screenshots when they offer to install the app. The server finds them by name (apps/server/src/features/site). */
import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { positionOf } from '../helpers/places.ts'

const FOLDER = new URL('../../../sites/st-helens/screenshots/', import.meta.url).pathname
const MOST_BYTES = 300_000

test.use({ locale: 'en-AU', timezoneId: 'Australia/Hobart', colorScheme: 'light' })

/** The map is finished if it hasn't drawn anything new for a second. */
const mapDrawn = (page: Page) =>
  page.waitForFunction(() => {
    const last = performance.getEntriesByName('map drawn').at(-1)
    return last !== undefined && performance.now() - last.startTime > 1000
  })

/** A first visit shows the system font if the app's font arrives late, so the page is visited twice. */
async function visit(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => document.fonts.load('16px "Inter Variable"'))
  await page.reload()
  await page.waitForLoadState('networkidle')
}

async function shoot(page: Page, name: string) {
  mkdirSync(FOLDER, { recursive: true })
  const { size } = await sharp(await page.screenshot())
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(`${FOLDER}${name}.jpg`)
  expect(size, name).toBeLessThan(MOST_BYTES)
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 2 })

  test('home', async ({ page }) => {
    await visit(page, '/')
    await shoot(page, '1-narrow-trail-status')
  })

  test('map', async ({ page }) => {
    await visit(page, '/map#-41.36,148.235,14')
    await mapDrawn(page)
    await shoot(page, '2-narrow-trail-map')
  })

  test('emergency', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...(await positionOf(page, 'SH09')), accuracy: 8 })
    await visit(page, '/emergency')
    await expect(page.locator('.code')).toHaveText('SH09')
    await shoot(page, '3-narrow-what-to-tell-000')
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP })

  test('home', async ({ page }) => {
    await visit(page, '/')
    await shoot(page, '4-wide-trail-status')
  })

  test('map', async ({ page }) => {
    await visit(page, '/map#-41.36,148.235,14')
    await mapDrawn(page)
    await shoot(page, '5-wide-trail-map')
  })
})
