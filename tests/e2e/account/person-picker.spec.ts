import { about, elsewhere, make, openMore, rowOf } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'

test('ASG-1 among 2,000 people, “Mara” and Enter selects nobody; arrow keys or a complete name select a person', {
  tag: '@service-worker',
}, async ({ browser, privateApp }) => {
  expect(privateApp.run('packages/testkit/src/devices/crowd.ts').status).toBe(0)
  const [context, page] = await elsewhere(browser, privateApp.url, 'manager')
  await page.setViewportSize(DESKTOP)
  const description = about('Whose is it')
  await make(page, [{ description }])
  const row = rowOf(page, description)
  await expect(row).toContainText('Not assigned')
  await row.focus()
  const field = page.getByRole('combobox', { name: /^Assign \d{4}$/ })
  const options = page.getByRole('option')
  const status = page.getByRole('dialog').getByRole('status')

  await page.keyboard.press('a')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(status).toHaveText('… and 1,954 more. Keep typing.')
  await expect(options).toHaveCount(50)
  await expectAccessibleNow(page, 'person picker')
  await page.keyboard.type('Mara')
  await expect(options.locator('b')).toHaveText(['Aaron Mara', 'Mara Lind', 'Mara Lindqvist', 'Aaron Abel'])
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('No one chosen. 4 people match “Mara”. Keep typing, or use the arrow keys.')
  await expectAccessibleNow(page, 'person picker that chose nobody')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(row).toBeFocused()
  await expect(row).toContainText('Not assigned')

  await page.keyboard.press('a')
  await page.keyboard.type('mara lind')
  await expect(options.locator('b')).toHaveText(['Mara Lind', 'Mara Lindqvist'])
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Mara Lind')
  await expect(row).not.toContainText('Lindqvist')

  await page.keyboard.press('a')
  await page.keyboard.type('mara')
  await expect(options).toHaveCount(4)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Aaron Abel')

  await page.keyboard.press('a')
  await page.keyboard.type('rider1777@')
  await expect(options).toHaveCount(1)
  // The list shows a limited number of matches, so typing stays fast with many people.
  for (const typed of ['r', 'rider', 'o', '']) {
    await field.fill(typed)
    await expect(options).toHaveCount(50)
  }
  await page.keyboard.press('Escape')

  await page.setViewportSize(PHONE)
  await page.goto('/actions/add')
  await openMore(page)
  await page.getByLabel('Assigned To').click()
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  expect(box?.y).toBeGreaterThanOrEqual(56)
  await page.getByRole('combobox').fill('lindqvist')
  await options.click()
  await expect(page.getByLabel('Assigned To')).toHaveText('Mara Lindqvist')
  await context.close()
})

test('ASG-1 a member filters by Nobody and Me, and sees no addresses', { tag: '@service-worker' }, async ({ browser, privateApp }) => {
  const [context, page] = await elsewhere(browser, privateApp.url, 'member')
  await page.setViewportSize(DESKTOP)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Assigned to' }).click()
  await expect(page.getByRole('option')).toHaveText(['NNobody', 'MMe'])
  await expect(page.getByRole('dialog')).not.toContainText('@')
  await context.close()
})
