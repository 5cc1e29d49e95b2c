import { expect, test } from './e2e-test.ts'

test('UX-1.6 a visitor’s page asks every three seconds, only while it is visible, and at once on return', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/api/public/status', (route) => {
    asked++
    return route.continue()
  })
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  // A question is asked once the one before was answered: each step lets one be.
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
