import jsQR from 'jsqr'
import { expect, test } from '../helpers/e2e-test.ts'

test('ACC-08 settings contain the theme, the install prompt’s reset, offline maps, and a QR code that opens the app on another phone', {
  tag: '@core',
}, async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Whether the native share sheet exists depends on the machine.
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/account/settings')
  for (const name of ['Offline maps', 'Share this app']) await expect(page.getByRole('heading', { name })).toBeVisible()
  const code = page.getByRole('img', { name: /^QR code for/ })
  const size = 300
  const pixels = await code.evaluate(async (svg, width) => {
    const picture = new Image(width, width)
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
    await picture.decode()
    const canvas = new OffscreenCanvas(width, width).getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.fillStyle = '#fff'
    canvas.fillRect(0, 0, width, width)
    canvas.drawImage(picture, 0, 0, width, width)
    return [...canvas.getImageData(0, 0, width, width).data]
  }, size)
  expect(jsQR.default(Uint8ClampedArray.from(pixels), size, size)?.data).toBe(`${app.url}/`)
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/`)
  await page.evaluate(() => localStorage.setItem('install-prompt', 'off'))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Show the install prompt again' }).click()
  await reloaded
  expect(await page.evaluate(() => localStorage.getItem('install-prompt'))).toBeNull()
})
