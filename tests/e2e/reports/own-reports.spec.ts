import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { about, chooseArea, elsewhere, goOffline, HERE, photo, takePhoto } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { openHomeAtTree, openReport, sendReport } from '../helpers/reports.ts'

const RESTORED = 'We’ve restored your unsaved draft.'

/** A draft's location must not be replaced by where its author is when they continue. */
const FAR_AWAY = { latitude: -41.3328, longitude: 148.2402, accuracy: 6 }
const placeOf = (page: Page) => page.getByLabel('Location', { exact: true }).locator('b')

const toForm = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Report a problem' }).first().click()

const countRows = (page: Page, table: string) =>
  page.evaluate(async (name) => {
    let sum = 0
    for (const { name: database = '' } of await indexedDB.databases()) {
      if (!database.startsWith('trailwarden-')) continue
      sum += await new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(database)
        opening.onerror = reject
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      })
    }
    return sum
  }, table)

test('REP-1 leaving the report form keeps a visitor’s draft and photo without a prompt, and sending the report deletes the draft', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  await openHomeAtTree(page, context)
  await toForm(page)
  await takePhoto(page, await photo(page, 800, 600))
  await page.locator('form').getByText('Overgrown', { exact: true }).click()
  await page.getByText('Add details or your email').click()
  await page.getByLabel('Anything else?').fill('Both sides of the bridge')
  const where = (await placeOf(page).textContent()) ?? ''
  expect(where).not.toMatch(/No location|Finding you/)
  await page.goBack()
  await expect(page.getByText('Draft saved for 24 hours')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await context.setGeolocation(FAR_AWAY)
  await page.goto('/report')
  await expect(page.getByText(RESTORED)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo as it will be sent' })).toBeVisible()
  await expect(page.getByLabel('Anything else?')).toHaveValue('Both sides of the bridge')
  await expect(page.getByRole('radio', { name: 'Overgrown' })).toBeChecked()
  await expect(placeOf(page)).toHaveText(where)
  await expectAccessible(page, 'restored draft')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
  expect(await countRows(page, 'drafts')).toBe(0)
  await page.getByRole('link', { name: 'Done' }).click()
  await toForm(page)
  await expect(page.getByRole('radio', { name: 'Overgrown' })).not.toBeChecked()
  await expect(page.getByText(RESTORED)).toHaveCount(0)
  // A late write of the draft would happen within this time.
  await setTimeout(1500)
  expect(await countRows(page, 'drafts')).toBe(0)

  await page.locator('form').getByText('Overgrown', { exact: true }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => countRows(page, 'drafts')).toBe(0)
})

test('REP-1 leaving the Action form keeps a member’s draft and photo, and saving the Action deletes the draft', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  await logIn(page, 'member', '/')
  await toForm(page)
  const description = about('Loose plank')
  await takePhoto(page, await photo(page, 800, 600))
  await page.getByLabel('Brief description of problem').fill(description)
  await expect(placeOf(page)).not.toHaveText(/No location|Finding you/)
  const where = (await placeOf(page).textContent()) ?? ''
  await page.goBack()
  await expect(page.getByText('Draft saved for 24 hours')).toBeVisible()
  await context.setGeolocation(FAR_AWAY)
  await page.goto('/actions/add')
  await expect(page.getByText(RESTORED)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo as it will be sent' })).toBeVisible()
  await expect(page.getByLabel('Brief description of problem')).toHaveValue(description)
  await expect(placeOf(page)).toHaveText(where)
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/actions/outstanding')
  expect(await countRows(page, 'drafts')).toBe(0)
})

test('REP-2 a visitor sees and removes their own reports on home and at /report: unsent, sent, and with their outcome', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  test.slow()
  await openHomeAtTree(page, context)
  await expect(page.getByRole('region', { name: 'Your reports' })).toHaveCount(0)
  const first = await sendReport(page, { words: 'Right across' })
  await page.goto('/report')
  const own = page.getByRole('region', { name: 'Your reports' })
  await expect(own.getByRole('link', { name: new RegExp(`Fallen tree\\s*Received · Report ${first}`) })).toBeVisible()

  await goOffline(page, context)
  await page.locator('form').getByText('Washout or mud', { exact: true }).click()
  await page.getByRole('button', { name: 'Save report' }).click()
  await page.getByRole('link', { name: 'Done' }).click()
  const links = own.getByRole('link')
  await expect(links).toHaveText([/Washout or mud\s*Waiting to be sent/, /Fallen tree\s*Received/])
  await expect(page.getByRole('status').getByText('No signal. 1 report waiting to be sent.')).toBeVisible()
  await expectAccessible(page, 'own reports')
  await context.setOffline(false)
  await expect(page.getByText(/^Report \d{4} sent$/)).toBeVisible()
  await expect(links.first()).toHaveText(/Washout or mud\s*Received · Report \d{4}/)

  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  const report = await openReport(manager, first)
  await report.getByText('High', { exact: true }).click()
  await report.getByRole('button', { name: 'Accept as High' }).click()
  await expect(manager.getByText(`Accepted as ${first}`)).toBeVisible()
  // Home requests the reports only when it opens, possibly before the manager's decision has reached the server.
  await expect(async () => {
    await page.goto('/')
    await expect(own.getByRole('link', { name: /Fallen tree/ })).toHaveText(/Checked|Crew assigned/, { timeout: 10_000 })
  }).toPass()
  await office.close()
  await own.getByRole('link', { name: /Fallen tree/ }).click()
  await expect(page).toHaveURL(/\/r\//)
  await page.getByRole('button', { name: /^Remove from this/ }).click()
  await expect(own.getByRole('link')).toHaveText([/Washout or mud/])
})

test('REP-3 a decided report stays readable in its list, in search, and on its Action with text, contact and reply', async ({
  page,
  context,
  browser,
  app,
}) => {
  test.slow()
  await openHomeAtTree(page, context)
  const words = about('Split log')
  await page.goto('/report')
  await page.locator('form').getByText('Fallen tree', { exact: true }).click()
  await page.getByText('Add details or your email').click()
  await page.getByLabel('Anything else?').fill(words)
  await page.getByLabel('Your email').fill('jess@example.org')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
  const accepted = String(await page.locator('output').textContent())
  const declined = await sendReport(page, { words: 'Not ours' })

  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  const report = await openReport(manager, accepted)
  await report.getByText('High', { exact: true }).click()
  await report.getByRole('button', { name: 'Accept as High' }).click()
  await expect(manager.getByText(`Accepted as ${accepted}`)).toBeVisible()
  const other = await openReport(manager, declined)
  await other.getByRole('button', { name: 'Decline' }).click()
  await manager.getByRole('dialog').getByText('Not on our trails').click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()

  const lists = manager.getByRole('group', { name: 'Lists of reports' })
  await lists.getByRole('button', { name: /^Declined/ }).click()
  await expect(manager.getByRole('button', { name: new RegExp(`^${declined} “Not ours”`) })).toContainText(
    /Declined by Max Manager, .* · Not on our trails/,
  )
  await manager.getByLabel('Search decided reports').fill('jess@example.org')
  const found = manager.getByRole('button', { name: new RegExp(`^${accepted} “${words}”`) })
  await found.click()
  await expectAccessible(manager, 'decided reports')
  await manager.getByRole('link', { name: `Open ${accepted}` }).click()
  const onAction = manager.getByRole('region', { name: 'Reports' })
  await expect(onAction).toContainText(words)
  await expect(onAction.getByRole('link', { name: 'jess@example.org' })).toBeVisible()
  await expect(onAction).toContainText(/Answer\s*The reporter can follow the Action’s progress through their link\./)
  const answer = new URL((await onAction.getByRole('link', { name: 'Reply by email' }).getAttribute('href')) ?? '')
  expect(answer.pathname).toBe('jess@example.org')
  expect(answer.searchParams.get('subject')).toBe(`Report ${accepted}`)
  expect(answer.searchParams.get('body')).toContain(`> ${words}`)
  await office.close()
})

test('A11Y-3 Send report is never disabled: if pressed too early, it names the missing field and focuses it', async ({ page, context }) => {
  await openHomeAtTree(page, context)
  await toForm(page)
  const send = page.getByRole('button', { name: 'Send report' })
  await expect(page.getByText('First, choose what’s wrong')).toBeVisible()
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByText('Choose what’s wrong', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Fallen tree' })).toBeFocused()
  await expect(send).toBeEnabled()
  await expectAccessible(page, 'what is missing')
  await page.locator('form').getByText('Fallen tree', { exact: true }).click()
  await expect(page.getByText('Choose what’s wrong', { exact: true })).toHaveCount(0)
  await send.click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
})
