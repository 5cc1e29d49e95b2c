import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  about,
  addAction,
  cardOf,
  chooseArea,
  elsewhere,
  fillIn,
  goOffline,
  HERE,
  nextPush,
  open,
  photo,
  resolve,
  rowOf,
  takePhoto,
} from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { choosePerson, logIn } from '../helpers/people.ts'

test('ACT-01 ACT-11 ACT-13 a member records an Action with every field and returns to the list', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  await logIn(page, 'member', '/actions/add')
  const description = about('Fallen tree')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(page.getByText('accurate to 7 m')).toBeVisible()
  // Pressed too early, Save names the missing field.
  await save.click()
  await expect(page.getByLabel('Brief description of problem')).toBeFocused()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page, 'Bay of Fires')
  await page.getByLabel('Trail').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: /^Detail/ }).fill('Chest height, blocks both directions.')
  await page.getByLabel('Add a note').fill('A saw is needed.')
  await expect(page.getByLabel('Rating')).toBeHidden()
  await expect(page.getByLabel('Assigned To')).toBeHidden()
  await save.click()
  await expect(page.getByText('Action saved')).toBeVisible()
  await expect(page).toHaveURL('/actions/outstanding')
  await open(page, description)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Bay of Fires')
  await expect(details).toContainText('Chest height, blocks both directions.')
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('A saw is needed.')
})

test('ACT-03 a new Action is Unresolved and Unrated, and gets a four-digit number when it’s sent', async ({ page }) => {
  await logIn(page, 'member')
  const description = about('Loose berm')
  await addAction(page, description)
  await expect(cardOf(page, description)).toContainText('Unrated')
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await expect(page.getByText('Unresolved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(/ID\s*\d{4}/)
})

test('ACT-02 ACT-04 ACT-05 a manager rates, assigns and resolves an Action; resolving records the time and reopening clears it', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/actions/add')
  const description = about('Creek crossing')
  await fillIn(page, description)
  await choosePerson(page.getByLabel('Assigned To'), 'Sam')
  await page.getByText('Extreme', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Unresolved' })).toBeChecked()
  for (const rating of ['Unrated', 'Low', 'Medium', 'High', 'Extreme'])
    await expect(page.getByRole('radio', { name: rating, exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(rowOf(page, description)).toContainText('Extreme')
  await expect(rowOf(page, description)).toContainText('Sam Member')
  await rowOf(page, description)
    .getByRole('link', { name: `View ${description}` })
    .click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).not.toContainText('Resolved')
  await resolve(page)
  await expect(page.getByText('Action resolved')).toBeVisible()
  await expect(details).toContainText(/Resolved\s*(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d/)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('Unresolved', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await rowOf(page, description)
    .getByRole('link', { name: `View ${description}` })
    .click()
  await expect(details).toContainText(/ID\s*\d{4}/)
  await expect(details).not.toContainText('Resolved')
})

test('ACT-07 ACT-08 the view shows all fields, author and editor, "No notes", "No images", and the location with accuracy or "No location"', {
  tag: '@core',
}, async ({ page, context }) => {
  await logIn(page, 'member')
  const bare = about('Sign missing')
  await addAction(page, bare)
  await open(page, bare)
  for (const text of ['No notes', 'No images', 'No location']) await expect(page.getByText(text)).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(/Created\s*(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d, Sam Member/)
  await expect(details).toContainText(/Updated\s*(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d, Sam Member/)

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  const placed = about('Marker leaning')
  await page.goto('/actions/add')
  await expect(page.getByText('accurate to 7 m')).toBeVisible()
  await takePhoto(page, await photo(page, 1600, 1200))
  await fillIn(page, placed)
  await page.getByRole('button', { name: 'Save' }).click()
  await open(page, placed)
  const location = page.getByRole('region', { name: 'Location' })
  await expect(location).toContainText('-41.17532, 148.11210')
  await expect(location).toContainText('Accurate to 7 m')
  await expect(location.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', /query=-41\.17532,148\.11210$/)
  const shown = page.getByRole('img', { name: placed })
  await expect(shown).toBeVisible()
  const size = await shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])
  // The device that took the photo shows the size that it sends. The server stores its usual sizes.
  expect(size).toEqual([1600, 1200])
  await page.getByLabel('Add a note').fill('Seen again today.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    /(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d · Sam Member\s*Seen again today\./,
  )
})

test('ACT-09 tabs depend on the role: Outstanding, All (managers only), My Actions', { tag: '@core' }, async ({ page, browser, app }) => {
  await logIn(page, 'member', '/actions/outstanding')
  await expect(page.getByRole('navigation', { name: 'Actions' }).getByRole('link')).toHaveText(['Outstanding Actions', 'My Actions'])
  const description = about('Drain blocked')
  await addAction(page, description)
  await page.getByRole('link', { name: 'My Actions' }).click()
  await expect(page).toHaveURL('/actions/mine')
  await expect(cardOf(page, description)).toBeVisible()
  const [context, theirs] = await elsewhere(browser, app.url, 'manager', '/actions/mine')
  await expect(theirs.getByRole('navigation', { name: 'Actions' }).getByRole('link')).toHaveText([
    'Outstanding Actions',
    'All Actions',
    'My Actions',
  ])
  await theirs.getByRole('link', { name: 'All Actions' }).click()
  await expect(cardOf(theirs, description)).toBeVisible()
  await theirs.getByRole('link', { name: 'My Actions' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
  await expect(cardOf(theirs, description)).toBeHidden()
  await context.close()
})

test('ACT-10 TBL-01 the table has ten columns at every width, exports CSV, and groups by status: Unresolved open, resolved struck through', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const description = about('Board loose')
  await addAction(page, description)
  await page.getByRole('link', { name: 'All Actions' }).click()
  const columns = ['Rating', 'Action', 'Created', 'Assigned To', 'Status', 'By', 'ID', 'Resolved', 'View', 'Edit']
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(columns)
  // The cells have no width until the browser has laid out the table.
  await expect
    .poll(() => headings.evaluateAll((cells) => cells.slice(-2).map((cell) => Math.round(cell.getBoundingClientRect().width))))
    .toEqual([44, 44])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(headings).toHaveText(columns)
  const row = rowOf(page, description)
  for (const heading of ['Created', 'By']) await expect(headings.filter({ hasText: heading })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  const cutOff = await row
    .locator('td:not(.pick), th')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent))
  expect(cutOff).toEqual([])
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(headings).toHaveText(columns)
  const title = headings.filter({ hasText: 'Action' })
  const before = await title.boundingBox()
  await headings.filter({ hasText: 'Resolved' }).scrollIntoViewIfNeeded()
  await expect(headings.filter({ hasText: 'Resolved' })).toBeInViewport({ ratio: 1 })
  expect(await title.boundingBox()).toEqual(before)
  await expect(row.locator('[data-part=rate]')).toHaveText('Unrated')
  await page.setViewportSize(DESKTOP)
  await expect(page.getByRole('button', { name: /^Unresolved \d/ })).toHaveAttribute('aria-expanded', 'true')
  await rowOf(page, description)
    .getByRole('link', { name: `View ${description}` })
    .click()
  await resolve(page)
  await expect(page.getByText('Action resolved')).toBeVisible()
  await page.goBack()
  const resolved = page.getByRole('button', { name: /^Resolved \d/ })
  await expect(resolved).toHaveAttribute('aria-expanded', 'false')
  await expect(rowOf(page, description)).toBeHidden()
  await resolved.click()
  await expect(rowOf(page, description).getByText(description)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(rowOf(page, description)).toContainText(/\d\d-[A-Z][a-z]{2}-\d\d.*Max Manager.*\d\d-[A-Z][a-z]{2}-\d\d/s)

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^actions-\d{4}-\d\d-\d\d\.csv$/)
  const [titles, ...lines] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  const line = lines.find((one) => one.includes(description))?.split(',')
  const firstColumns = ['Status', 'Action', 'Rating', 'ID', 'Created', 'Assigned To', 'By', 'Resolved']
  expect(titles?.split(',').slice(0, 8)).toEqual(firstColumns)
  for (const title of ['Latitude', 'Longitude', 'Due', 'Overdue', 'Source']) expect(titles?.split(',')).toContain(title)
  expect(line?.[0]).toBe('Resolved')
})

test('ACT-12 deleting an Action requires confirmation, and the app confirms the deletion', { tag: '@core' }, async ({ page }) => {
  await logIn(page, 'manager')
  const description = about('Wasp nest')
  await addAction(page, description)
  await open(page, description)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this Action? This cannot be undone.' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Action deleted')).toBeVisible()
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(page.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
  await expect(cardOf(page, description)).toBeHidden()
})

test('ACT-15 a new Action appears on another person’s screen within 3 s without a reload', { tag: '@core' }, async ({
  page,
  browser,
  app,
}) => {
  const [context, theirs] = await elsewhere(browser, app.url, 'manager')
  await expect(theirs.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
  await logIn(page, 'member', '/actions/add')
  const description = about('Gate chain')
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(theirs, description)).toBeVisible({ timeout: 3000 })
  await context.close()
})

test('SYNC-01 SYNC-02 an Action recorded offline survives closing the app, and is sent automatically when the signal returns', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const description = about('Tree in the dark')
  await expect(page.getByText('No signal. The Action will be saved on this phone and sent later')).toBeVisible()
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this phone. It will be sent when you have signal.')).toBeVisible()
  await expect(cardOf(page, description)).toContainText('Saved on this phone')
  await expect(page.getByText(/^No signal. 1 Action waiting to be sent/)).toBeVisible()
  await page.close()
  const again = await context.newPage()
  await again.goto('/actions/outstanding')
  await expect(cardOf(again, description)).toContainText('Saved on this phone')
  await context.setOffline(false)
  await expect(cardOf(again, description)).not.toContainText('Saved on this phone', { timeout: 30_000 })
  await open(again, description)
  await expect(again.getByText('Sent', { exact: true })).toBeVisible()
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await expect(cardOf(theirs, description)).toHaveCount(1)
  await other.close()
})

test('SYNC-02 a refused change shows why and stays until its author decides', { tag: ['@core', '@service-worker'] }, async ({
  page,
  context,
  browser,
  app,
}) => {
  await logIn(page, 'member')
  const description = about('Rock slab')
  await addAction(page, description)
  await expect(cardOf(page, description)).not.toContainText('Saved on this phone')
  await open(page, description)
  await goOffline(page, context)
  await page.getByLabel('Add a note').fill('Still there on Sunday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('Saved on this phone. It will be sent when you have signal.')
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await open(theirs, description)
  await theirs.getByRole('button', { name: 'Delete' }).click()
  const pushed = nextPush(theirs)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(theirs.getByText('Action deleted')).toBeVisible()
  await pushed
  await other.close()
  await context.setOffline(false)
  await expect(page.getByText('Needs you: This has been deleted.')).toBeVisible({ timeout: 30_000 })
  const attention = page.getByRole('region', { name: 'Needs you' })
  await expect(attention).toContainText('Still there on Sunday.')
  await attention.getByRole('button', { name: 'Save as new' }).click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Still there on Sunday.')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('ACT-01 a member adds an Action by keyboard only', async ({ page }) => {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(HERE)
  await logIn(page, 'manager', '/actions/add')
  const description = about('By keyboard')
  const focused = () =>
    page.evaluate(() => {
      const { tagName, textContent = '' } = document.activeElement ?? document.body
      return document.activeElement?.getAttribute('name') ?? (['BUTTON', 'SUMMARY'].includes(tagName) ? (textContent ?? '') : '')
    })
  const tabTo = async (what: string) => {
    for (let presses = 0; presses < 60 && !(await focused()).includes(what); presses += 1) await page.keyboard.press('Tab')
    expect(await focused()).toContain(what)
  }
  await expect(page.getByLabel('Area')).toHaveValue('Bay of Fires')
  await tabTo('description')
  await page.keyboard.type(description)
  await tabTo('More')
  await page.keyboard.press('Enter')
  await tabTo('area')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Area')).toHaveValue('Blue Tier')
  await tabTo('detail')
  await page.keyboard.type('Loose after the storm')
  await tabTo('rating')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Low' })).toBeChecked()
  await tabTo('Save')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(cardOf(page, description)).toContainText('Blue Tier')
})

/** The test sends changes without the app's checks, so that only the server's checks apply. */
const push = (page: Page, kind: string, recordId: string, patches: object[], baseVersion: number | null = null): Promise<string[]> =>
  page.evaluate(
    async (about) => {
      const { epoch, personId } = await (await fetch('/api/pull')).json()
      const more = { kind: about.kind, recordId: about.recordId, baseVersion: about.baseVersion, recordedAt: new Date().toISOString() }
      const commands = about.patches.map((patch, i) => ({ id: crypto.randomUUID(), n: i + 1, patch, ...more }))
      const reply = await fetch('/api/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-trailwarden-person': personId, 'x-trailwarden-epoch': epoch },
        body: JSON.stringify({ deviceId: crypto.randomUUID(), commands }),
      })
      return (await reply.json()).answers.map((answer: { outcome: string }) => answer.outcome)
    },
    { kind, recordId, patches, baseVersion },
  )

const SETTINGS = '5e771465-0000-4000-8000-000000000001'

test('ACT-06 only managers assign; if they select nobody, the default hazard reviewer is assigned and notified', {
  tag: '@service-worker',
}, async ({ browser, privateApp, mailbox }) => {
  const [context, page] = await elsewhere(browser, privateApp.url, 'manager')
  const reviewerId = '00000000-0000-4000-8000-000000000002'
  expect(await push(page, 'settings', SETTINGS, [{ reviewerId }])).toEqual(['applied'])
  await page.goto('/actions/add')
  await expect(page.getByLabel('Assigned To')).toHaveText('Max Manager')
  const [other, theirs] = await elsewhere(browser, privateApp.url, 'member', '/actions/add')
  const description = about('For the reviewer')
  await fillIn(theirs, description)
  await expect(theirs.getByLabel('Assigned To')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(theirs, description)).toContainText('Max Manager')
  await page.goto('/actions/mine')
  await expect(cardOf(page, description)).toBeVisible()
  await mailbox.emailTo('manager@example.org', /^Action \d{4} in .* is assigned to you$/)
  await other.close()
  await context.close()
})

test('ACT-16 an Action keeps its original ID and URL, and the server refuses a change to the ID', async ({ page }) => {
  await logIn(page, 'manager')
  const description = about('Keeps its id')
  await addAction(page, description)
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  const address = page.url()
  const recordId = new URL(address).pathname.split('/').at(-1) ?? ''
  const other = '0190a000-0000-7000-8000-000000000099'
  const answers = await push(page, 'action', recordId, [{ id: other }, { number: '9999' }, { createdBy: other }], 1)
  expect(answers).toEqual(['invalid', 'invalid', 'invalid'])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Action 9999')
})

test('ACT-05 ratings have colours and sort by urgency: Unrated, Extreme, High, Medium, Low', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const mark = about('Order').replace(' ', '')
  for (const rating of ['Medium', 'Unrated', 'Low', 'Extreme', 'High']) {
    const patch = { description: `${mark} ${rating}`, area: 'Blue Tier', rating, status: 'Unresolved' }
    expect(await push(page, 'action', crypto.randomUUID(), [patch])).toEqual(['applied'])
  }
  await page.goto('/actions/outstanding')
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(mark)
  const rows = page.getByRole('row').filter({ hasText: mark })
  await expect(rows).toHaveCount(5)
  await page.getByRole('columnheader', { name: 'Rating' }).getByRole('button').click()
  await expect(rows).toHaveText(['Unrated', 'Extreme', 'High', 'Medium', 'Low'].map((rating) => new RegExp(`${mark} ${rating}`)))
  const fills = await rows.locator('rect').evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).fill))
  const [grey, purple, red, orange, green] = [
    'rgb(88, 105, 114)',
    'rgb(106, 27, 154)',
    'rgb(198, 40, 40)',
    'rgb(213, 111, 0)',
    'rgb(30, 123, 52)',
  ]
  expect(fills).toEqual([grey, purple, red, orange, green])
})
