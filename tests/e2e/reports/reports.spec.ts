import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { about, cardOf, elsewhere, goOffline, open, openMore, photo, resolve, takePhoto } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { expectClosesByBack } from '../helpers/layers.ts'
import { logIn } from '../helpers/people.ts'
import { inQueue, openHomeAtTree, openReport, sendReport } from '../helpers/reports.ts'

/** A person needs time to read before each tap. */
const HUMAN_MS = 1200

async function reportFallenTree(page: Page, jpeg: Buffer, send: string) {
  const started = Date.now()
  let taps = 0
  const tap = async (target: ReturnType<Page['locator']>) => {
    await setTimeout(HUMAN_MS)
    await target.click()
    taps++
  }
  await tap(page.getByRole('main').getByRole('link', { name: 'Report a problem' }).first())
  await takePhoto(page, jpeg)
  await tap(page.locator('form').getByText('Fallen tree', { exact: true }))
  await tap(page.getByRole('button', { name: send }))
  return { taps, seconds: () => (Date.now() - started) / 1000 }
}

test('ACT-01 a visitor gets a numbered receipt within four taps and 20 s; accepting the report creates an Action that the link shows', {
  tag: '@core',
}, async ({ page, context, browser, app }) => {
  test.slow()
  await openHomeAtTree(page, context)
  const { taps, seconds } = await reportFallenTree(page, await photo(page, 800, 600), 'Send report')
  const number = page.locator('output')
  await expect(number).toHaveText(/^\d{4}$/)
  expect(seconds()).toBeLessThanOrEqual(20)
  expect(taps).toBeLessThanOrEqual(4)
  await expectAccessible(page, 'receipt')
  const given = String(await number.textContent())
  await page.getByRole('link', { name: 'Follow this report' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The reported problem' })).toBeVisible()
  await expectAccessible(page, 'follow')

  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  const report = await openReport(manager, given)
  await expectAccessible(manager, 'queue')
  // On a phone, the bar is within thumb reach, and tapping it focuses the missing field.
  const bar = report.getByRole('button', { name: 'Choose a rating' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(report.getByRole('button', { name: 'Decline' })).toBeInViewport({ ratio: 1 })
  await expect(report.getByRole('img', { name: 'The reported problem' })).toBeInViewport({ ratio: 1 })
  await bar.click()
  await expect(report.getByRole('radio', { name: 'Low' })).toBeFocused()
  await report.getByText('High', { exact: true }).click()
  await report.getByRole('button', { name: 'Accept as High' }).click()
  await expect(manager.getByText(`Accepted as ${given}`)).toBeVisible()
  await expect(report).toBeHidden()
  await manager.goto('/actions/outstanding')
  await expect(manager.getByText(given).first()).toBeVisible()
  await office.close()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('heading', { level: 2 }).first().textContent()
    })
    .toMatch(/Checked|Assigned/)
})

test('ACT-01 SYNC-01 a report saved offline is sent automatically once, even after the app is closed; if it’s declined, its link shows why', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  test.slow()
  await openHomeAtTree(page, context)
  const jpeg = await photo(page, 800, 600)
  // The service worker has already cached the code of the form.
  await goOffline(page, context)
  const { taps, seconds } = await reportFallenTree(page, jpeg, 'Save report')
  await expect(page.getByRole('heading', { name: /Saved on this/ })).toBeVisible()
  expect(seconds()).toBeLessThanOrEqual(20)
  expect(taps).toBeLessThanOrEqual(4)
  await expectAccessible(page, 'saved')
  const link = await page.getByText(/^\/r\//).textContent()
  await page.close()

  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/')
  await expect
    .poll(
      async () => {
        const reply = await later.request.post('/api/report-links/open', {
          data: { code: link?.slice(3) },
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        return reply.ok() ? (await reply.json()).photos.length : reply.status()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await later.goto(String(link))
  const title = later.getByRole('main').getByText(/^Report \d{4}$/)
  const number = String(await title.textContent()).slice(7)
  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  const report = await openReport(manager, number)
  await expect(inQueue(manager, number)).toHaveCount(1)
  const dialog = manager.getByRole('dialog', { name: 'Decline this report?' })
  const decline = async () => {
    await report.getByRole('button', { name: 'Decline' }).click()
    return dialog
  }
  await expectClosesByBack(manager, 'features/reports/queue/decline-dialog.tsx', decline)
  await decline()
  const answer = about('Cleared this morning')
  await dialog.getByRole('radio', { name: 'Already fixed' }).check()
  await dialog.getByLabel('Message to the reporter').fill(answer)
  await expectAccessible(manager, 'decline')
  await dialog.getByRole('button', { name: 'Decline and notify the reporter' }).click()
  await expect(manager.getByText(`Declined ${number}`)).toBeVisible()
  await expect
    .poll(async () => {
      await later.reload()
      await expect(title).toBeVisible()
      return later.getByText(answer).count()
    })
    .toBe(1)
  await expect(later.getByRole('heading', { name: 'Closed' })).toBeVisible()
  await office.close()
})

test('ACT-01 a post’s page opens the report form with its location, and an unknown link shows an error', async ({ page }) => {
  await page.goto('/m/BF17')
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await expect(page).toHaveURL(/\/report\?at=-41\.\d+,148\.\d+/)
  await expect(page.getByRole('region', { name: 'Location' })).toContainText('At BF17')
  await page.goto('/r/222222222222')
  await expect(page.getByRole('heading', { name: 'We couldn’t find this report' })).toBeVisible()
})

test('RP8 RP9 RP10 declining can mute a reporter: their later reports, except injuries, go to Muted, and they see no difference', async ({
  page,
  context,
  browser,
  app,
}) => {
  test.slow()
  await openHomeAtTree(page, context)
  const spam = await sendReport(page, { words: 'Buy cheap tyres' })
  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  await (await openReport(manager, spam)).getByRole('button', { name: 'Decline' }).click()
  const dialog = manager.getByRole('dialog', { name: 'Decline this report?' })
  await dialog.getByRole('radio', { name: 'Not a genuine report' }).check()
  await dialog.getByRole('switch', { name: 'Mute this reporter' }).click()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(manager.getByText(`Declined ${spam}. Its reporter is muted.`)).toBeVisible()

  const again = await sendReport(page, { words: 'Cheap tyres, cheap tyres' })
  await page.getByRole('link', { name: 'Follow this report' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  const injury = await sendReport(page, { words: 'A rider is hurt' })
  await expect(inQueue(manager, injury)).toContainText('muted reporter')
  await expect(inQueue(manager, again)).toHaveCount(0)
  await openReport(manager, injury)
  await expect(manager.getByText('This report is shown because it may mention an injury or danger.')).toBeVisible()
  await expectAccessible(manager, 'an injury, muted')

  await manager.setViewportSize(DESKTOP)
  await manager.getByRole('button', { name: 'Muted 1' }).click()
  await expect(inQueue(manager, again)).toBeVisible()
  await expect(inQueue(manager, injury)).toHaveCount(0)
  await expect(manager.getByRole('region', { name: `Report ${again}` })).toBeVisible()
  await expect(manager.getByRole('region', { name: 'Muted reporters' })).toContainText('Latest of 3 reports')
  await expectAccessible(manager, 'muted')
  await manager.setViewportSize(DESKTOP)
  await manager.getByRole('button', { name: 'Unmute this reporter' }).click()
  await expect(manager.getByText('Reporter unmuted')).toBeVisible()
  await expect(inQueue(manager, again)).toBeVisible()
  await expect(manager.getByRole('button', { name: /^Muted/ })).toHaveCount(0)
  await office.close()
})

test('a manager moves through the queue of reports by keyboard only, with j and k', async ({ page, context, browser, app }) => {
  await openHomeAtTree(page, context)
  for (const words of ['One', 'Two']) await sendReport(page, { words })
  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  await manager.setViewportSize(DESKTOP)
  const listed = manager.getByRole('navigation', { name: 'Reports to check' }).getByRole('button', { name: /^\d{4} / })
  const [first, second] = [listed.nth(0), listed.nth(1)]
  await expect(first).toHaveAttribute('aria-current', 'true')
  await manager.keyboard.press('k')
  await expect(first).toHaveAttribute('aria-current', 'true')
  await manager.keyboard.press('j')
  await expect(second).toHaveAttribute('aria-current', 'true')
  await manager.keyboard.press('k')
  await expect(first).toHaveAttribute('aria-current', 'true')
  await office.close()
})

test('ACT-01 RP16 RP17 an offline reporter marks a problem as not fixed; it’s sent once, a manager reopens the Action with their text, and the link shows it', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  test.slow()
  await openHomeAtTree(page, context)
  const number = await sendReport(page, { words: 'Right across' })
  await page.getByRole('link', { name: 'Follow this report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Report ${number}` })).toBeVisible()

  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  const first = await openReport(manager, number)
  const description = about('Tree on the climb')
  await first.getByLabel('Title').fill(description)
  await first.getByText('High', { exact: true }).click()
  await first.getByRole('button', { name: 'Accept as High' }).click()
  await expect(manager.getByText(`Accepted as ${number}`)).toBeVisible()
  await manager.setViewportSize(PHONE)
  await manager.goto('/actions/outstanding')
  await open(manager, description)
  await resolve(manager)
  const state = page.getByRole('heading', { level: 2 }).first()
  await expect
    .poll(async () => {
      await page.reload()
      return state.textContent()
    })
    .toBe('Fixed')

  await goOffline(page, context)
  await page.reload()
  await page.getByRole('button', { name: 'Not fixed?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not fixed?' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  const words = about('Its root is still there')
  await dialog.getByLabel('What’s still wrong?').fill(words)
  await expectAccessible(page, 'not fixed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const entry = page.getByRole('listitem').filter({ hasText: words })
  await expect(entry).toContainText('It will be sent when you have signal.')
  await context.setOffline(false)
  await expect(entry).toContainText('The trail team has received this and will review it.', { timeout: 30_000 })
  await expect(entry).toHaveCount(1)
  await expectAccessible(page, 'added')

  await manager.setViewportSize(DESKTOP)
  await manager.goto('/management/reports')
  const added = manager.getByRole('button', { name: /Fallen tree.*not fixed/ })
  await expect(added).toHaveCount(1)
  await added.click()
  await expect(manager.getByText(`“${words}”`)).toBeVisible()
  await expectAccessible(manager, 'added, in the queue')
  await manager.getByRole('button', { name: `Reopen ${number} and add this report` }).click()
  await expect(manager.getByText(`Reopened ${number} and added this report`)).toBeVisible()
  await manager.goto('/actions/outstanding')
  await open(manager, description)
  await expect(manager.getByText(`Not fixed, according to the reporter: ${words}`)).toBeVisible()
  await expect
    .poll(
      async () => {
        await page.reload()
        return state.textContent()
      },
      { timeout: 40_000 },
    )
    .toMatch(/Checked|Assigned/)
  await expect(entry).toContainText('Thank you. We’ve reopened this report.')

  const more = page.getByRole('dialog', { name: 'Add to this report' })
  const addSomething = async () => {
    await page.getByRole('button', { name: 'Add to this report' }).click()
    return more
  }
  await expectClosesByBack(page, 'features/reports/follow/add-dialog.tsx', addSomething)
  await addSomething()
  await expect(more.getByRole('button', { name: 'Send' })).toBeDisabled()
  const buffer = await photo(page, 800, 600)
  await more.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'tree.jpg', mimeType: 'image/jpeg', buffer })
  await expect(more.getByLabel('Note for photo 1')).toBeVisible()
  await more.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'With a photo' })).toContainText('will review it', { timeout: 30_000 })
  await office.close()
})

async function findPlaceOn(page: Page, slug: string) {
  const { trails } = (await (await page.request.get('/api/public/site-data')).json()) as { trails: { id: string; lines: number[][][] }[] }
  const line = trails.find(({ id }) => id === slug)?.lines[0] ?? []
  const [longitude = 0, latitude = 0] = line[Math.floor(line.length / 2)] ?? []
  return { longitude, latitude, accuracy: 6 }
}

test('ACT-01 a public Action is shown on the trail’s page and map, and a visitor nearby confirms it with one tap, even offline', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  test.slow()
  const place = await findPlaceOn(page, 'wedged-in')
  const office = await browser.newContext({ baseURL: app.url })
  const manager = await office.newPage()
  await logIn(manager, 'manager', `/actions/add?at=${place.latitude},${place.longitude}`)
  await manager.getByText('Fallen tree', { exact: true }).click()
  const description = about('Felled by Jo Bloggs')
  await manager.getByLabel('Brief description of problem').fill(description)
  await openMore(manager)
  await manager.getByLabel('Show to riders').check()
  await expectAccessible(manager, 'action form')
  await manager.getByRole('button', { name: 'Save' }).click()
  await expect(manager).toHaveURL('/actions/outstanding')
  const isPublic = async () => (await (await page.request.get('/api/public/hazards')).json()).hazards.length
  await expect.poll(isPublic, { timeout: 30_000 }).toBe(1)

  await page.setViewportSize(PHONE)
  await page.goto('/trails/wedged-in')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('Fallen tree across the trail')
  await expect(page.getByText('Jo Bloggs')).toHaveCount(0)
  await expectAccessible(page, 'trail')
  await problems.getByRole('link', { name: /Fallen tree across the trail/ }).click()
  await expect(page.getByRole('heading', { name: 'Fallen tree across the trail' })).toBeVisible()

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(place)
  await page.goto('/report')
  const near = page.getByRole('region', { name: 'Already reported?' })
  await expect(near).toContainText(/Someone reported this (just now|\d+ min ago)/)
  await expectAccessible(page, 'near')
  await page.locator('form').getByText('Overgrown', { exact: true }).click()
  await expect(near).toBeHidden()
  await page.locator('form').getByText('Fallen tree', { exact: true }).click()
  await near.getByRole('button', { name: 'I see it too' }).click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
  await page.getByRole('link', { name: 'Follow this report' }).click()
  await expect(page.getByRole('heading', { name: /Checked|Assigned/ }).first()).toBeVisible()

  // Another rider opened only home before losing signal.
  const forest = await browser.newContext({ baseURL: app.url, permissions: ['geolocation'], geolocation: place, viewport: PHONE })
  const rider = await forest.newPage()
  await rider.goto('/')
  await goOffline(rider, forest)
  await rider.goto('/report')
  await rider.getByRole('button', { name: 'I see it too' }).click()
  await expect(rider.getByRole('heading', { name: /Saved on this/ })).toBeVisible()
  await forest.setOffline(false)
  await expect(rider.locator('output')).toHaveText(/^\d{4}$/, { timeout: 30_000 })
  await forest.close()

  await open(manager, description)
  await expect(manager.getByText(/^Seen by 2 more people, last/)).toBeVisible()
  await resolve(manager)
  await expect.poll(isPublic, { timeout: 30_000 }).toBe(0)
  await manager.goto('/actions/outstanding')
  await expect(cardOf(manager, description)).toHaveCount(0)
  await office.close()
})
