import type { Locator } from '@playwright/test'
import { about, addAction } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const SMALL = { width: 320, height: 640 }

test('OVERVIEW the first tab of Management shows what needs attention, and every figure opens its list, by keyboard too', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/overview')
  const description = about('Log over the bridge')
  await addAction(page, description)
  await page.goto('/management')
  await expect(page).toHaveURL('/management/overview')
  await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link').first()).toHaveText('Overview')
  const looks = page.getByRole('list', { name: 'Needs attention' })
  const unrated = looks.getByRole('link', { name: /^[1-9]\d* ?, Unrated ?, Oldest / })
  await expect(async () => {
    await page.reload()
    await expect(unrated).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(looks.getByRole('listitem')).toHaveCount(7)
  const follow = async (figure: Locator, url: string | RegExp) => {
    await figure.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(url)
    await expect(page.getByText(description).first()).toBeVisible()
    await page.goBack()
  }
  await follow(unrated, '/actions/outstanding?rating=Unrated')
  const part = page.locator('[data-figures=ratings]').getByRole('link', { name: /^\d+ Unrated, Bay of Fires$/ })
  await follow(part, '/actions/outstanding?rating=Unrated&network=bay-of-fires')
  await follow(page.locator('[data-figures=ages]').getByRole('link', { name: /^Under 1 week/ }), '/actions/outstanding?age=0d-7d')
  const trails = page.getByRole('region', { name: 'Trails by open Actions' })
  await trails.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/actions\/outstanding\?trail=/)
})

test('OVERVIEW shows charts as tables, one at a time or all together, and remembers the choice; the selected network filters every figure', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/overview')
  const ages = page.getByRole('region', { name: 'Age of open Actions' }).first()
  await ages.getByRole('button', { name: 'Table' }).click()
  await expect(ages.getByRole('table')).toBeVisible()
  await expect(page.locator('[data-figures=ratings]').getByRole('table')).toBeHidden()
  await page.getByRole('button', { name: 'Show as tables' }).click()
  for (const name of ['ratings', 'ages', 'time-to-fix', 'weeks']) await expect(page.locator(`[data-figures=${name}] table`)).toBeVisible()
  await expectAccessibleNow(page, 'tables')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show as charts' })).toBeVisible()
  const rows = page.locator('[data-figures=ratings] tbody tr')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Network').selectOption({ label: 'St Helens' })
  await expect(page).toHaveURL('/management/overview?network=st-helens')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').first().click()
  await expect(page).toHaveURL(/network=st-helens/)
})

test('OVERVIEW keeps the previous figures with their age without a connection, and a figure that fails doesn’t affect the others', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/overview')
  await expect(page.locator('[data-figures=ratings]')).toBeVisible()
  await page.route('**/api/management/overview*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/^Figures are .* old\. No connection\.$/)).toBeVisible()
  await expect(page.locator('[data-figures=ratings]')).toBeVisible()
  await page.unroute('**/api/management/overview*')
  await page.route('**/api/management/overview*', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), reports: null, emails: null } })
  })
  await page.reload()
  const looks = page.getByRole('list', { name: 'Needs attention' })
  await expect(looks.getByRole('button', { name: /New public reports ?, Couldn’t load this\. Try again/ })).toBeVisible()
  await expect(looks.getByRole('link', { name: /Unrated/ })).toBeVisible()
  await page.unroute('**/api/management/overview*')
  await looks.getByRole('button').first().click()
  await expect(looks.getByRole('button')).toHaveCount(0)
})

test('OVERVIEW is accessible and fits at every screen size', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/overview')
  await expect(page.locator('[data-figures=weeks]')).toBeVisible()
  for (const size of [DESKTOP, PHONE, SMALL]) {
    await page.setViewportSize(size)
    await expectAccessibleNow(page, `${size.width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})
