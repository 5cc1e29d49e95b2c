import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { chooseArea, goOffline } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logOut } from '../helpers/passkeys.ts'
import { choosePerson, logIn, newEmail, type Sample } from '../helpers/people.ts'

// Trail status is global to the app, so every test in this file has a separate app.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

const UPDATE = /\/updates\/view\/[0-9a-f-]{36}$/

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const networkOnHome = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Trails Information' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

async function choose(page: Page, network: string, status: string, message?: string) {
  await block(page, network).getByRole('radio', { name: status, exact: true }).check()
  if (message !== undefined) await block(page, network).getByLabel('Message').fill(message)
}

async function confirmSending(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(UPDATE)
}

async function elsewhere(browser: Browser, baseURL: string, who: Sample | null, path = '/'): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL, viewport: DESKTOP })
  const page = await context.newPage()
  if (who) await logIn(page, who, path)
  else await page.goto(path)
  return [context, page]
}

test('UPD-01 a manager publishes a prefilled update with its changes marked and one confirmation, sees it posted, and everyone can read it', {
  tag: '@core',
}, async ({ page }) => {
  await logIn(page, 'manager')
  await page.getByRole('button', { name: 'Add' }).last().click()
  await page.getByRole('menuitem', { name: 'Post an update' }).click()
  await expect(page).toHaveURL('/updates/add')
  const send = page.getByRole('main').getByRole('button', { name: 'Send' })
  await expect(block(page, 'Bay of Fires').getByRole('radio', { name: 'Partially Open' })).toBeChecked()
  await expect(block(page, 'St Helens').getByLabel('Message')).toHaveValue('All loops and descents open. Greasy after rain.')
  await expect(page.getByText('No change', { exact: true })).toHaveCount(3)
  // Text and colour aren't enough to tell the choices apart, so each choice has its own shape.
  for (const shape of await block(page, 'St Helens').locator('label svg').all()) await expect(shape).toBeVisible()
  await expect(block(page, 'St Helens').locator('label svg')).toHaveCount(3)
  await expect(send).toBeDisabled()
  await choose(page, 'St Helens', 'Closed', '  Burn-off until Friday  ')
  await expect(block(page, 'St Helens')).toContainText(/Changed.*Was Open since \d\d-[A-Z][a-z]{2}-\d\d/)
  await expect(page.getByText('No change', { exact: true })).toHaveCount(2)
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^St Helens\s*Riders now see\s*Open\s*All loops and descents open. Greasy after rain.\s*Riders will see\s*Closed\s*Burn-off until Friday$/,
    /^Bay of Fires\s*Partially Open\s*Same, confirmed now\s*Closed between two emergency posts after storm damage.$/,
    /^Dreaming Pools\s*Closed\s*Same, confirmed now\s*Creek crossing washed out. Do not enter from either end.$/,
  ])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/updates/add')
  await expect(block(page, 'St Helens').getByLabel('Message')).toHaveValue('  Burn-off until Friday  ')
  await confirmSending(page)
  await expect(page.getByText('Update posted')).toBeVisible()
  await page.goto('/')
  await expect(networkOnHome(page, 'St Helens')).toContainText('Closed')
  await expect(networkOnHome(page, 'St Helens')).toContainText('Burn-off until Friday')

  // Nothing has changed, so sending the update confirms today's status.
  await page.goto('/updates/add')
  await expect(block(page, 'St Helens').getByRole('radio', { name: 'Closed' })).toBeChecked()
  await expect(send).toBeDisabled()
  await page.getByRole('button', { name: 'Confirm no change' }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(UPDATE)
  await expect(page.getByRole('region', { name: 'Who received this update' })).toContainText('No emails sent because nothing changed')
  await page.goto('/management/updates')
  await expect(page.getByRole('listitem').filter({ hasText: 'Burn-off until Friday' })).toHaveCount(2)
})

test('UX-2.1 publishing opens the update, which shows who was notified', { tag: '@service-worker' }, async ({
  page,
  context,
  browser,
  mailbox,
  privateApp,
}) => {
  const [readers, reader] = await elsewhere(browser, privateApp.url, null, '/subscribe')
  const email = newEmail()
  await reader.getByRole('radio', { name: 'St Helens' }).check()
  await reader.getByLabel('Email').fill(email)
  await reader.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await reader.goto(new URL(await mailbox.linkTo(email, /Confirm your trail alerts/)).href.replace(/^https?:\/\/[^/]+/, ''))
  await reader.getByRole('button', { name: 'Send me trail status alerts' }).click()
  await expect(reader.getByText(/^You’ll now get an email/)).toBeVisible()
  await readers.close()

  await logIn(page, 'manager', '/management/updates')
  await page.getByRole('link', { name: 'Post an update' }).click()
  await choose(page, 'St Helens', 'Closed', 'Burn-off until Friday')
  await confirmSending(page)
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('Update posted')
  const posted = page.getByRole('region', { name: 'Who received this update' })
  await expect(posted).toContainText('Emailed to 1 person')
  await expect(posted).toContainText('Shown to everyone on Home')
  await expect(page.getByRole('region', { name: 'What visitors see' })).toContainText('Burn-off until Friday')
  expect((await mailbox.emailTo(email, /St Helens closed/)).text).toContain('Burn-off until Friday')
  // The form is no longer in the history, so Back returns to the page before the form.
  await page.goBack()
  await expect(page).toHaveURL('/management/updates')

  await page.goto('/updates/add')
  await choose(page, 'St Helens', 'Open', 'The fire is out')
  await goOffline(page, context)
  await confirmSending(page)
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('Saved on this phone. It will be sent when you have signal.')
  await expect(page.getByRole('region', { name: 'Who received this update' })).toContainText(
    'No one yet. Riders still see the previous update.',
  )
  await context.setOffline(false)
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('Update posted', { timeout: 30_000 })
  await expect(posted).toContainText('Emailed to 1 person')
})

test('UX-2.5 nothing shifts while an update is being typed: neither its draft nor a lost signal shows a bar', {
  tag: '@service-worker',
}, async ({ page, context }) => {
  await logIn(page, 'manager', '/updates/add')
  const message = block(page, 'St Helens').getByLabel('Message')
  await message.click()
  const before = await message.boundingBox()
  await page.evaluate(() => {
    document.body.dataset.shift = '0'
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
      document.body.dataset.shift = String(shifts.reduce((sum, { value }) => sum + value, Number(document.body.dataset.shift)))
    }).observe({ type: 'layout-shift' })
  })
  await page.keyboard.type(' Back open on Friday', { delay: 20 })
  // A bar about the draft would be visible by the time the draft is stored.
  const draftsStored = () =>
    page.evaluate(async () => {
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('trailwarden-'))?.name ?? ''
      const db = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => done(opening.result)
      })
      const count = await new Promise<number>((done) => {
        const counting = db.transaction('drafts').objectStore('drafts').count()
        counting.onsuccess = () => done(counting.result)
      })
      db.close()
      return count
    })
  await expect.poll(draftsStored).toBe(1)
  await goOffline(page, context)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await page.keyboard.type(', we think', { delay: 20 })
  expect(await message.boundingBox()).toEqual(before)
  await expect(page.getByText(/unfinished draft/)).toBeHidden()
  // The tag "Changed" is centred, so its text may move slightly. Otherwise, typing causes no layout shift.
  expect(Number(await page.evaluate(() => document.body.dataset.shift))).toBeCloseTo(0, 3)

  // After the person leaves the field, both bars report the lost signal, and neither reports the open form as an unfinished draft.
  await message.blur()
  await expect(page.getByText('No signal. No one will see it until it’s sent')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No signal' })).toHaveText('No signal. Trails, posts and Emergency still work.')
})

test('UPD-02 UPD-03 UPD-04 the log shows all updates and each single update, and exports them with the previous app’s column names', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/updates/add')
  await choose(page, 'Dreaming Pools', 'Partially Open', 'Upper half only, "slowly"')
  await expect(page.getByRole('region', { name: 'How it will look on Home' })).toContainText('Upper half only')
  await confirmSending(page)
  await page.goto('/management/updates')
  await expect(page.getByRole('columnheader')).toHaveText(['View', 'Sent', 'Author', 'Bay of Fires', 'St Helens', 'Dreaming Pools'])
  const row = page.getByRole('row').filter({ hasText: 'Max Manager' })
  await expect(row).toContainText(/Partially Open.*Open.*Partially Open\s*Upper half only/s)
  await expect(page.getByRole('row').filter({ hasText: 'Sample data' })).toBeVisible()

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^updates-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe(
    'id,created_at,created_by,created_by_name,poimena_status,poimena_message,stacked_loop_status,stacked_loop_message,dreaming_pools_status,dreaming_pools_message',
  )
  expect(lines[1]).toContain('Max Manager,Partially Open,Closed between two emergency posts after storm damage.,Open,')
  expect(lines[1]).toContain('Partially Open,"Upper half only, ""slowly"""')

  await row.getByRole('link', { name: /^View the update of/ }).click()
  await expect(page).toHaveURL(/\/updates\/view\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'What visitors see' })).toContainText('Upper half only, "slowly"')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(
    /Posted(Just now|\d+ min ago), \w{3} \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d.*Max Manager/s,
  )
  await page.goto('/updates/view/00000000-0000-4000-8000-0000000000ff')
  await expect(page.getByText('This no longer exists.')).toBeVisible()
})

test('UX-2.13 TBL-01 the log groups updates by author or by a network’s status', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/updates')
  const sample = page.getByRole('row').filter({ hasText: 'Sample data' })
  await expect(sample).toBeVisible()
  const group = page.getByRole('combobox', { name: 'Group by' })
  await group.selectOption({ label: 'Group: Author' })
  const author = page.getByRole('button', { name: /^Sample data \d/ })
  await expect(author).toHaveAttribute('aria-expanded', 'true')
  await author.click()
  await expect(author).toHaveAttribute('aria-expanded', 'false')
  await group.selectOption({ label: 'Group: Bay of Fires' })
  await expect(page.getByRole('button', { name: /^Partially Open \d/ })).toBeVisible()
})

test('UPD-01 UPD-02 a manager posts an update without a mouse: from home through the form and the confirmation to the log', async ({
  page,
}) => {
  await logIn(page, 'manager')
  const keys = page.keyboard
  await page.getByRole('button', { name: 'Add' }).last().focus()
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Post an update' }).focus()
  await keys.press('Enter')
  await expect(page).toHaveURL('/updates/add')
  await block(page, 'Dreaming Pools').getByRole('radio', { name: 'Closed' }).focus()
  await keys.press('ArrowLeft')
  await expect(block(page, 'Dreaming Pools').getByRole('radio', { name: 'Partially Open' })).toBeChecked()
  await keys.press('Tab')
  await expect(block(page, 'Dreaming Pools').getByLabel('Message')).toBeFocused()
  await keys.press('ControlOrMeta+a')
  await keys.type('Crossing open to foot traffic')
  await keys.press('Tab')
  await expect(block(page, 'Dreaming Pools').getByText('Trails in Dreaming Pools')).toBeFocused()
  await keys.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Send' })).toBeFocused()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).focus()
  await keys.press('Enter')
  await expect(page).toHaveURL(UPDATE)
  await expect(page.getByRole('region', { name: 'Who received this update' })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).focus()
  await keys.press('Enter')
  await expect(page).toHaveURL('/')
  await page.goto('/management/updates')
  await expect(page.getByText('Crossing open to foot traffic').first()).toBeVisible()
})

test('UPD-01 an update written offline is clearly marked as not public, and a superseded update is never sent without review', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, privateApp }) => {
  await logIn(page, 'manager', '/updates/add')
  await choose(page, 'Dreaming Pools', 'Open', 'Creek is down')
  await goOffline(page, context)
  await block(page, 'Dreaming Pools').getByLabel('Message').blur()
  await expect(page.getByText('No signal. No one will see it until it’s sent')).toBeVisible()
  await confirmSending(page)
  await expect(page.getByRole('status').filter({ hasText: 'Your update isn’t public yet' })).toBeVisible()
  // The bar links to the list of updates once the app knows that the draft was sent.
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', '/management/updates')
  await page.getByRole('status').getByRole('link').click()
  await expect(page).toHaveURL('/management/updates')
  await expect(page.getByText('Not public yet. Riders will see the previous update until this one is sent.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  // An unpublished update isn't shown on home, not even to its author.
  await expect(networkOnHome(page, 'Dreaming Pools')).toContainText('Closed')

  const [other, theirs] = await elsewhere(browser, privateApp.url, 'admin', '/updates/add')
  await choose(theirs, 'Dreaming Pools', 'Closed', 'Tree across the crossing')
  await confirmSending(theirs)
  await theirs.goto('/')
  await expect(networkOnHome(theirs, 'Dreaming Pools')).toContainText('Tree across the crossing')

  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: '1 update needs you' })).toBeVisible({ timeout: 30_000 })
  await expect(networkOnHome(page, 'Dreaming Pools')).toContainText('Tree across the crossing')
  await page.getByRole('status').getByRole('link', { name: '1 update needs you' }).click()
  const refused = page.getByRole('region', { name: 'Needs you' })
  await expect(refused).toContainText('Someone else has posted a newer update.')
  await refused.getByRole('button', { name: 'Review again' }).click()
  await expect(page.getByText('We’ve restored your unsaved draft.')).toBeVisible()
  await expect(block(page, 'Dreaming Pools')).toContainText(/Changed.*Was Closed/)
  await expect(block(page, 'Dreaming Pools').getByLabel('Message')).toHaveValue('Creek is down')
  await confirmSending(page)
  await theirs.goto('/')
  await expect(networkOnHome(theirs, 'Dreaming Pools')).toContainText('Creek is down')
  await other.close()
})

test('UX-1.6 HOME-06 SYNC-04 the home page shows an update within 5 s while it is open, even to visitors, and keeps the latest one offline', {
  tag: ['@core', '@service-worker'],
}, async ({ page, browser, privateApp }) => {
  const [members, member] = await elsewhere(browser, privateApp.url, 'member')
  await expect(networkOnHome(member, 'St Helens')).toContainText('Open')
  const visitors = await browser.newContext({ baseURL: privateApp.url })
  const visitor = await visitors.newPage()
  await visitor.clock.install()
  await visitor.goto('/')
  await expect(networkOnHome(visitor, 'St Helens')).toContainText('Open')

  await logIn(page, 'manager', '/updates/add')
  await choose(page, 'St Helens', 'Closed', 'Storm')
  // Without polling, the member's page must be notified in another way.
  await member.route('**/api/public/status', (route) => route.abort())
  await confirmSending(page)
  await expect(networkOnHome(member, 'St Helens')).toContainText('Storm', { timeout: 5000 })

  // The page's own clock advances to the next poll, including the maximum random delay, so that a busy machine makes no difference.
  await visitor.clock.runFor(3300)
  await expect(networkOnHome(visitor, 'St Helens')).toContainText('Storm')

  await visitors.setOffline(true)
  await visitor.clock.fastForward(3 * 3_600_000)
  await expect(networkOnHome(visitor, 'St Helens')).toContainText('Storm')
  await expect(visitor.getByRole('region', { name: 'Trails Information' })).toContainText(/Last checked 3 h ago/)
  await members.close()
  await visitors.close()
})

test('USR-01 SET-01 Management has Users, Updates, Settings and the audit log; the hazard reviewer is a manager and gets new Actions', {
  tag: '@core',
}, async ({ page, mailbox }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/users')
  const tabs = page.getByRole('navigation', { name: 'Management' })
  await expect(tabs.getByRole('link')).toHaveText([
    'Overview',
    'Users',
    'Reports',
    'Work days',
    'Points',
    'Updates',
    'Notices',
    'Settings',
    'Audit log',
  ])
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/management/settings')
  const reviewer = page.getByLabel('Hazard reviewer')
  await expect(reviewer).toHaveText('No one yet')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await choosePerson(reviewer, 'Alex')
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText(/Changed (just now|\d+ min ago), \w{3} \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d by Max Manager/)).toBeVisible()
  await expect(reviewer).toHaveText('Alex Admin, admin@example.org')

  await page.goto('/actions/add')
  await page.getByLabel('Brief description of problem').fill('Loose berm')
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Loose berm' })).toContainText('Alex Admin')
  expect((await mailbox.emailTo('admin@example.org', /assigned to you/)).text).toContain('Loose berm')
})

test('SYNC-04 HOME-03 open screens show changes to users, settings, one’s own role and assigned Actions without a reload', {
  tag: ['@core', '@service-worker'],
}, async ({ page, browser, privateApp }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/')
  await expect(page.getByRole('region', { name: 'My Actions' })).toContainText('No outstanding actions assigned to you')
  const [others, theirs] = await elsewhere(browser, privateApp.url, 'manager', '/management/settings')

  await page.goto('/management/settings')
  await choosePerson(page.getByLabel('Hazard reviewer'), 'Alex')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText(/by Alex Admin/)).toBeVisible()
  await expect(theirs.getByLabel('Hazard reviewer')).toHaveText('Alex Admin, admin@example.org')

  await theirs.goto('/management/users')
  const sam = theirs.getByRole('row').filter({ hasText: 'Sam Member' })
  await expect(sam).toContainText('No phone')
  const [members, member] = await elsewhere(browser, privateApp.url, 'member', '/account/profile')
  await member.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  await member.getByRole('button', { name: 'Save' }).click()
  await expect(sam).toContainText('0491 570 156')

  await expect(member.getByRole('link', { name: 'Management' })).toBeHidden()
  await page.goto('/users/edit/00000000-0000-4000-8000-000000000001')
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(sam).toContainText('Manager')
  await logOut(member)
  await logIn(member, 'member')
  await expect(member.getByRole('link', { name: 'Management' }).first()).toBeVisible()

  await page.goto('/')
  await theirs.goto('/actions/add')
  await theirs.getByLabel('Brief description of problem').fill('Sign is gone')
  await chooseArea(theirs)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'My Actions' })).toContainText('Sign is gone')
  await members.close()
  await others.close()
})
