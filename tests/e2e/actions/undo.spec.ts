import { about, make } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

test('SYN-4 Undo for several changes stays for 10 s, and the receipt that follows shows the same count', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const word = about('Undo').replaceAll(' ', '')
  const names = Array.from({ length: 26 }, (_, i) => `no. ${i + 1}`)
  await make(
    page,
    names.map((name) => ({ description: `${word} ${name}`, rating: 'Low' })),
  )
  await page.goto('/actions/outstanding')
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(word)
  const bar = page.getByRole('status').filter({ hasText: /Sending|All sent/ })
  let pushes = 0
  await context.route('**/api/push', async (route) => {
    const response = await route.fetch()
    pushes += 1
    // The first change is acknowledged before the bar shows pending changes, and the others afterwards.
    if (pushes > 1) await bar.waitFor()
    await route.fulfill({ response })
  })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('region', { name: 'Selected Actions' }).getByRole('button', { name: 'Rate' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  const messages = page.getByRole('status', { name: 'Messages' })
  await expect(messages).toHaveText('26 changed.Undo')
  await expect(bar).toHaveText(/All sent/)
  await expect(messages).toHaveText('26 changed.Undo')
  await page.clock.fastForward(10_000)
  // If the receipt had appeared immediately, it would have disappeared by now.
  await expect(messages).toHaveText('Changes to 26 Actions sentSee')
})
