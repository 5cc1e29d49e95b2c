import { expect, test } from '../helpers/e2e-test.ts'

test('UX-1.6 a visitor’s page polls every three seconds while it’s visible, and as soon as it’s visible again', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/api/public/status', (route) => {
    asked++
    return route.continue()
  })
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  // The page sends the next request only after the previous response, so each clock step allows only one request.
  for (const times of [2, 3]) {
    await expect
      .poll(async () => {
        await page.clock.runFor(1100)
        return asked
      })
      .toBe(times)
  }
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  const before = asked
  await page.clock.runFor(600_000)
  expect(asked).toBe(before)
  await setVisibility('visible')
  await expect.poll(() => asked).toBe(before + 1)
})
