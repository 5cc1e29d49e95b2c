import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { about, addAction, elsewhere, fillIn, goOffline, HERE, photo } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

async function fitsNarrow(page: Page) {
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('WD1 WD4 WORK-1 a manager plans a work day, its jobs are completed on an offline phone, and jobs that a member marks Done need review', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await logIn(page, 'manager', '/actions/outstanding')
  const [branch, drain, title] = [about('Branch over the trail'), about('Drain blocked'), about('Bay of Fires')]
  await addAction(page, branch)
  await addAction(page, drain)

  await page.goto('/management/work-days')
  await page.getByRole('link', { name: 'Plan a work day' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Back by').fill('08:00')
  await page.getByLabel('Meet at').fill('Beach car park')
  await page.getByRole('checkbox', { name: branch }).check()
  await page.getByRole('checkbox', { name: drain }).check()
  const jobs = page.getByRole('region', { name: 'Jobs' })
  await jobs.getByLabel('Minutes').first().fill('40')
  await jobs.getByLabel('Tools').first().fill('Pole saw')
  await expect(page.getByText('Must be later than the start time')).toBeVisible()
  await page.getByLabel('Back by').fill('09:00')
  await expect(page.getByText(/10 min longer than the time available/)).toBeVisible()
  await page.getByLabel('Back by').fill('15:30')
  await page.getByRole('button', { name: `Move ${drain} up` }).click()
  await expect(jobs.getByRole('heading', { level: 3 })).toHaveText([drain, branch])
  await page.getByLabel('People with an account').click()
  await page.getByRole('option', { name: 'Sam Member' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('People with an account')).toHaveText('Sam Member')
  await expectAccessible(page, 'form of a work day')
  await fitsNarrow(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/work-days\/view\//)
  await expect(page.getByText('0 of 2 done')).toBeVisible()
  await expectAccessible(page, 'a work day')
  await fitsNarrow(page)

  const [context, member] = await elsewhere(browser, baseURL ?? '', 'member', '/actions/mine')
  await member.setViewportSize({ width: 390, height: 844 })
  await member.getByRole('region', { name: 'Your work days' }).getByRole('link', { name: title }).click()
  await expect(member.getByText('Job 1 of 2')).toBeVisible()
  await goOffline(member, context)
  await member.getByRole('button', { name: 'Not today' }).click()
  await expect(member.getByText('Say why you’re leaving this for another day')).toBeVisible()
  await member.getByLabel('What was done').fill('No shovel')
  await member.getByRole('button', { name: 'Not today' }).click()
  await expect(member.getByText('Job 2 of 2')).toBeVisible()
  await member.getByLabel('Photo').setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: await photo(member, 800, 600) })
  await expect(member.getByRole('button', { name: '1 after-photo' })).toBeVisible()
  await member.getByLabel('What was done').fill('Cut and cleared')
  await member.getByRole('button', { name: /^Mark \d+ done$/ }).click()
  await expect(member.getByText('1 of 2 done')).toBeVisible()
  await member.reload()
  await expect(member.getByText('1 of 2 done')).toBeVisible()
  await context.setOffline(false)

  await page.setViewportSize(DESKTOP)
  await expect(page.getByText(/Done, needs review · Sam Member/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Not today · Sam Member .* No shovel/)).toBeVisible()
  await expectAccessible(page, 'a work day at a desk')
  await page.getByRole('button', { name: /^Resolve \d+$/ }).click()
  await expect(page.getByText(/^Done · Sam Member/)).toBeVisible()
  await page.getByRole('link', { name: branch }).click()
  await expect(page.getByText('Cut and cleared').first()).toBeVisible()
  await expect(page.getByText('Resolved').first()).toBeVisible()
  await context.close()
})

test('WORK-2 a work day prints with its jobs in order and the number to call, and can be exported as GPX', async ({ page }) => {
  await logIn(page, 'manager', '/actions/outstanding')
  const [tree, title] = [about('Tree down'), about('Sheet')]
  await page.goto(`/actions/add?at=${HERE.latitude},${HERE.longitude}`)
  await fillIn(page, tree)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await page.goto('/work-days/add')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('checkbox', { name: tree }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('0 of 1 done')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(`Work day: ${title}`)
  await expect(sheet).toContainText('call 000')
  await expect(sheet.getByRole('row')).toHaveCount(2)
  for (const name of ['Print sheet', 'After photo', 'Not today']) await expect(page.getByRole('button', { name })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet).toBeHidden()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'GPX' }).click()])
  expect(await readFile(await download.path(), 'utf8')).toMatch(new RegExp(`<wpt lat="-41.175320" lon="148.112100"><name>1 \\d+ ${tree}`))
})
