import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { choosePerson, logIn, register } from '../helpers/people.ts'

const LOG = '/management/audit-log'

const table = (page: Page) => page.getByRole('table', { name: 'Audit log' })

async function createRefusedMember(browser: Browser, baseURL: string, displayName: string, times: number) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await register(page, { displayName })
  for (let i = 0; i < times; i++) expect((await context.request.get('/api/users')).status()).toBe(403)
  await context.close()
}

test('SEC-AUDIT an administrator reads everyone’s entries, filters them, loads more and exports them as CSV', async ({
  page,
  browser,
  app,
}) => {
  await createRefusedMember(browser, app.url, 'Audrey Log', 55)
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/management/users')
  await page.getByRole('navigation', { name: 'Management' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText(['When', 'Who', 'What', 'About', 'Details'])
  await expect(page.getByText('You can only see your own entries.')).toBeHidden()

  await choosePerson(page.getByRole('button', { name: 'Person: anyone' }), 'Audrey')
  await page.getByLabel('What', { exact: true }).selectOption('What: Request refused')
  await expect(page).toHaveURL(/event=refused&person=/)
  await expect(page.getByText('The latest 50 entries')).toBeVisible()
  const first = table(page).getByRole('row').nth(1)
  await expect(first).toContainText('Audrey Log')
  await expect(first).toContainText('Not allowed: GET /api/users')

  // After the last page has loaded, the button disappears and the focus moves to the number of entries.
  const more = page.getByRole('button', { name: 'Load more' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All 55 entries')).toBeFocused()
  await expect(table(page).getByRole('row')).toHaveCount(56)
  await expect(more).toBeHidden()

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, -1)
  expect(lines[0]).toBe('\uFEFFEntry,When,When (UTC),Who,What,About,Details,Who ID,About ID')
  expect(lines.length).toBe(56)
  expect(lines[1]).toContain('Audrey Log,Request refused,,Not allowed: GET /api/users,')

  await page.getByRole('button', { name: 'Remove the What filter' }).click()
  await expect(page).not.toHaveURL(/event=/)
  await more.click()
  await expect(page.getByText('All 56 entries')).toBeVisible()
  await expect(table(page).getByRole('row').last()).toContainText('Registered')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(LOG)
  // The second filter is set before the address contains the first. Both must take effect.
  await page.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('[role=search] select')
    const from = document.querySelector<HTMLInputElement>('[role=search] input')
    if (!select || !from) throw new Error('the filters are missing')
    select.selectedIndex = 1
    select.dispatchEvent(new Event('change', { bubbles: true }))
    // React ignores a value that a script sets through the field's own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(from, '2020-01-01')
    from.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(page).toHaveURL(/event=.+&from=/)
  await page.goto(`${LOG}?event=exported`)
  const taken = table(page).getByRole('row').nth(1)
  await expect(taken).toContainText('Alex Admin')
  await expect(taken).toContainText('Audit log')
  await expect(taken).toContainText('55 rows')

  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove the To filter' }).click()
  await expect(taken).toContainText('55 rows')
})

test('SEC-AUDIT a manager sees only their own entries, as cards on a phone, and a member is redirected', async ({ page, browser, app }) => {
  await createRefusedMember(browser, app.url, 'Olive Other', 1)
  await page.setViewportSize(PHONE)
  await logIn(page, 'manager', LOG)
  await expect(page.getByText('You can only see your own entries.')).toBeVisible()
  const cards = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(cards.first()).toContainText('Logged in')
  for (const card of await cards.allInnerTexts()) expect(card).toContain('· Max Manager')
  await page.goto(`${LOG}?event=refused`)
  await expect(page.getByText('No entries match.').or(cards.first())).toBeVisible()
  await expect(page.getByText('Olive Other').filter({ visible: true })).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await logIn(page, 'member')
  await page.goto(LOG)
  await expect(page).toHaveURL('/access-denied?role=2')
})

test('SEC-AUDIT the log shows that it is loading, an error with Try again, and a lost connection', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const where = '**/api/audit-log?*'
  await page.route(where, async (route) => {
    await held
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unavailable', detail: '' }),
    })
  })
  await page.goto(LOG)
  await expect(page.getByRole('status', { name: 'Loading the audit log' })).toBeVisible()
  release()
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load the audit log.' })
  await expect(failure).toContainText('The service is temporarily unavailable. Try again soon.')
  await expectAccessible(page, 'failure')
  await page.unroute(where)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' }).first()).toBeVisible()
  await expect(failure).toBeHidden()

  // Entries that were already loaded remain visible offline. A new filter shows that it needs a connection.
  await context.setOffline(true)
  await expect(page.getByText('You’re offline').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled()
  await page.getByLabel('What', { exact: true }).selectOption('What: Registered')
  await expect(page.getByText('You need a connection to see the audit log.')).toBeVisible()
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByText('You need a connection to see the audit log.')).toBeHidden()
})

test('SEC-AUDIT the CSV contains at most the latest 10,000 entries and mentions the limit; no file is created if the server can’t log the export', async ({
  page,
}) => {
  await logIn(page, 'admin', LOG)
  const entry = { at: '2026-11-14T01:02:03.000Z', event: 'signed-in', actor: null, subject: null, details: {} }
  let id = 1_000_000
  await page.route('**/api/audit-log?*limit=500*', (route) => {
    const entries = Array.from({ length: 500 }, () => ({ ...entry, id: id-- }))
    return route.fulfill({ json: { entries, next: id + 1 } })
  })
  const csv = page.getByRole('button', { name: 'CSV' })
  const [file] = await Promise.all([page.waitForEvent('download'), csv.click()])
  await expect(page.getByText('The file has only the latest 10,000 entries. For older ones, choose an earlier “To” date.')).toBeVisible()
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').length).toBe(10_002)

  let files = 0
  page.on('download', () => files++)
  await page.route('**/api/exports', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'too-many-requests', detail: '' }),
    }),
  )
  await csv.click()
  await expect(page.getByText('Couldn’t export the CSV: Too many attempts. Wait a few minutes and try again.')).toBeVisible()
  await expect(csv).toBeEnabled()
  expect(files).toBe(0)
})
