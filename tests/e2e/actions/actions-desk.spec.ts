import type { Page } from '@playwright/test'
import { about, elsewhere, goOffline, make, photo, rowOf } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { choosePerson, logIn } from '../helpers/people.ts'

const mark = (what: string) => about(what).replaceAll(' ', '')

async function openList(page: Page, word: string, query = '') {
  await page.goto(`/actions/outstanding${query}`)
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(word)
  await expect(page).toHaveURL((url) => url.searchParams.get('text') === word)
}

async function saveView(page: Page, name: string) {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function openView(page: Page, name: string) {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

const press = async (page: Page, keys: string) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
})

test('ACT-09 the URL contains the filters and the search, so that a link shows the same list; each filter is visible and can be removed', {
  tag: '@core',
}, async ({ page, browser, app }) => {
  const word = mark('Filtered')
  await make(page, [
    { description: `${word} one`, rating: 'High' },
    { description: `${word} two`, rating: 'Low' },
    { description: `${word} three`, rating: 'Extreme', assignedTo: '00000000-0000-4000-8000-000000000002' },
  ])
  await openList(page, word)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(3)
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Rating' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'High' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Extreme' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/actions/outstanding?rating=High,Extreme&text=${word}`)
  await expect(rows).toHaveCount(2)
  await filters.getByRole('button', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Nobody' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  const [context, theirs] = await elsewhere(
    browser,
    app.url,
    'manager',
    `/actions/outstanding?rating=High,Extreme&assigned=nobody&text=${word}`,
  )
  await theirs.setViewportSize(DESKTOP)
  await expect(theirs.getByRole('button', { name: 'Rating 2' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Assigned to Nobody' })).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Search Actions' })).toHaveValue(word)
  await expect(theirs.getByRole('row').filter({ hasText: word })).toHaveCount(1)
  await context.close()
  await page.goto('/actions/outstanding?rating=Medium&trail=Nowhere')
  await expect(page.getByText('No Actions match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
})

test('ACT-08 a row opens its Action beside the list with its own URL; Escape closes it and returns the focus to the row', async ({
  page,
}) => {
  const word = mark('Beside')
  const [id] = await make(page, [{ description: `${word} one`, detail: 'Big gum down.', rating: 'High' }, { description: `${word} two` }])
  await openList(page, word)
  await rowOf(page, `${word} one`).getByText(`${word} one`).click()
  await expect(page).toHaveURL(`/actions/outstanding?text=${word}&open=${id}`)
  const panel = page.getByRole('region', { name: /^Action \d{4}$/ })
  await expect(panel.getByRole('heading', { name: `${word} one` })).toBeVisible()
  await expect(panel).toContainText('Big gum down.')
  await expect(rowOf(page, `${word} two`)).toBeVisible()
  await panel.getByLabel('Rating').selectOption('Extreme')
  await expect(rowOf(page, `${word} one`)).toContainText('Extreme')
  await choosePerson(panel.getByLabel('Assigned to'), 'Sam')
  await expect(rowOf(page, `${word} one`)).toContainText('Sam Member')
  await rowOf(page, `${word} one`).focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(`/actions/outstanding?text=${word}`)
  await expect(rowOf(page, `${word} one`)).toBeFocused()
  await page.goto(`/actions/outstanding?open=${id}`)
  await expect(panel.getByRole('heading', { name: `${word} one` })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
})

test('SYNC-01 a manager rates several Actions at the same time offline, and can undo the change', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  const word = mark('Many')
  await make(
    page,
    ['one', 'two', 'three'].map((name) => ({ description: `${word} ${name}`, rating: 'Low' })),
  )
  await openList(page, word)
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(3)
  await goOffline(page, context)
  for (const name of ['one', 'two', 'three']) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected Actions' })
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Rate' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await expect(page.getByText('3 changed. Saved on this computer.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: word }).filter({ hasText: 'High' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: word }).filter({ hasText: 'Low' })).toHaveCount(3)
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByRole('row').filter({ hasText: `${word} one` })).not.toContainText('Saved on this computer', { timeout: 30_000 })
})

test('ACT-04 resolving requires a note, and for High and above a photo of the fix or a reason for not having one; reopening requires a reason', {
  tag: '@core',
}, async ({ page }) => {
  const word = mark('Fixed')
  const [id] = await make(page, [{ description: `${word} one`, rating: 'High' }])
  await openList(page, word, `?open=${id}`)
  const panel = page.getByRole('region', { name: /^Action \d{4}$/ })
  await panel.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Resolve \\d{4} ${word} one\\?$`) })
  await expect(dialog).toContainText('High and Extreme Actions need a photo of the fix. If you don’t have one, say why.')
  await expectAccessibleNow(page, 'resolve')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  await dialog.getByLabel('What was done').fill('Cut both ends.')
  await dialog
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'now.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 800, 600) })
  await expect(dialog.getByRole('img', { name: 'After the fix' })).toBeVisible()
  await expect(dialog.getByLabel('Why is there no photo of the fix?')).toBeHidden()
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(page.getByText('Action resolved.')).toBeVisible()
  await expect(rowOf(page, `${word} one`)).toBeHidden()
  await page.goto(`/actions/view/${id}`)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Cut both ends.')
  await expect(page.getByText('After the fix')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  const again = page.getByRole('dialog', { name: /^Reopen/ })
  await again.getByRole('button', { name: 'Reopen' }).click()
  await expect(again.getByText('Required')).toBeVisible()
  await again.getByLabel('Why reopen it?').fill('It fell again.')
  await again.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Reopened: It fell again.')
  await expect(page.getByText('Unresolved', { exact: true })).toBeVisible()
})

test('ACT-03 a manager merges duplicates into one Action and unmerges them again; each keeps its number', async ({ page }) => {
  const word = mark('Same')
  const [staying, , third] = await make(page, [
    { description: `${word} one`, rating: 'High' },
    { description: `${word} two` },
    { description: `${word} three` },
  ])
  await openList(page, word)
  for (const name of ['one', 'two', 'three']) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
  await page.getByRole('button', { name: 'Merge duplicates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 3 Actions into one?' })
  await expect(dialog.getByRole('radio', { name: new RegExp(`${word} one`) })).toBeChecked()
  await expectAccessibleNow(page, 'merge')
  await dialog.getByRole('button', { name: /^Merge into \d{4}$/ }).click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)
  for (const name of ['one', 'three']) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
  await page.getByRole('button', { name: 'Merge duplicates' }).click()
  await page.getByRole('button', { name: /^Merge into \d{4}$/ }).click()
  await expect(rows).toHaveCount(2)
  await page.goto(`/actions/view/${third}`)
  await expect(page.getByRole('link', { name: 'Another Action' })).toHaveAttribute('href', `/actions/view/${staying}`)
})

test('a manager triages 20 Actions by keyboard only: moves through them, rates, assigns, selects and resolves', async ({ page }) => {
  test.slow()
  const word = mark('Keys')
  await make(
    page,
    Array.from({ length: 20 }, (_, i) => ({ description: `${word} ${String(i + 1).padStart(2, '0')}` })),
  )
  await page.goto('/actions/outstanding')
  const search = page.getByRole('textbox', { name: 'Search Actions' })
  await expect(search).toBeVisible()
  await press(page, '/')
  await expect(search).toBeFocused()
  await page.keyboard.type(word)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(20)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, 'j')
  await expect(rows.first()).toBeFocused()
  for (let i = 0; i < 20; i++) {
    await press(page, 'r')
    await expect(page.getByRole('menuitem', { name: 'Medium' })).toBeVisible()
    await press(page, '2')
    await expect(page.getByRole('menu')).toBeHidden()
    if (i < 19) await press(page, 'j')
  }
  await expect(rows.filter({ hasText: 'Medium' })).toHaveCount(20)
  await expect(rows.last()).toBeFocused()
  await press(page, 'x k k k k Shift+X')
  await expect(page.getByText('5 selected')).toBeVisible()
  await press(page, 'a')
  await expect(page.getByRole('option', { name: 'Sam Member' })).toBeVisible()
  await press(page, 's Enter')
  await expect(rows.filter({ hasText: 'Sam Member' })).toHaveCount(5)
  await expect(page.getByRole('menu')).toBeHidden()
  await press(page, 'e')
  await expect(page.getByLabel('What was done')).toBeFocused()
  await page.keyboard.type('All cleared on Saturday.')
  await press(page, 'Control+Enter')
  await expect(rows).toHaveCount(15)
  // Resolving one Action opens the next.
  for (let left = 14; left >= 0; left--) {
    await expect(rows.last()).toBeFocused()
    await press(page, 'e')
    await expect(page.getByLabel('What was done')).toBeFocused()
    await page.keyboard.type('Done.')
    await press(page, 'Control+Enter')
    await expect(rows).toHaveCount(left)
  }
})

test('ACT-09 board cards can be moved by keyboard, which is announced; Waiting prompts for what the Action depends on', {
  tag: '@core',
}, async ({ page }) => {
  const word = mark('Board')
  await make(page, [{ description: `${word} one`, rating: 'High' }])
  await openList(page, word, '?view=board')
  const column = (title: string) => page.getByRole('list', { name: title, exact: true })
  const card = column('Open').getByRole('link', { name: `${word} one` })
  await card.focus()
  await press(page, 'm ArrowRight ArrowRight Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Waiting for').fill('Timber')
  await dialog.getByRole('button', { name: 'Set to Waiting' }).click()
  await expect(column('Waiting')).toContainText('Timber')
  await expect(page.getByText('Moved to Waiting')).toBeAttached()
  await expectAccessibleNow(page, 'board')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: /^Waiting 1/ }).click()
  await column('Waiting').getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: /^Open \d/ }).click()
  await expect(column('Open')).toContainText(word)
  await expectAccessibleNow(page, 'board on a phone')
})

test('ACT-09 a manager saves a view under a name and opens it again', async ({ page }) => {
  await page.goto('/actions/outstanding?rating=High,Extreme&text=tree')
  await saveView(page, 'Urgent trees')
  await page.goto('/actions/all')
  await openView(page, 'Urgent trees')
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&text=tree')
  await expect(page.getByRole('textbox', { name: 'Search Actions' })).toHaveValue('tree')
  await page.getByRole('button', { name: 'Urgent trees' }).click()
  await page.getByRole('menuitem', { name: 'Remove the view Urgent trees' }).click()
  await expect(page.getByRole('button', { name: 'Urgent trees' })).toBeHidden()
})

test('ACT-09 the URL and a saved view contain the sort order; g o opens the overview and g a opens the Actions', async ({ page }) => {
  await page.goto('/actions/outstanding?rating=High,Extreme')
  const rating = page.getByRole('columnheader', { name: 'Rating' })
  await rating.getByRole('button').first().click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&order=rating')
  await expect(rating).toHaveAttribute('aria-sort', 'ascending')
  await rating.getByRole('button').first().click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&order=-rating')
  await saveView(page, 'Mildest first')
  await page.getByRole('heading', { level: 1 }).click()
  await press(page, 'g o')
  await expect(page).toHaveURL('/management/overview')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await press(page, 'g a')
  await expect(page).toHaveURL('/actions/outstanding')
  await openView(page, 'Mildest first')
  await expect(rating).toHaveAttribute('aria-sort', 'descending')
  // `a` opens the assignee menu only if `g` wasn't pressed first.
  await expect(page.getByRole('menu')).toBeHidden()
})

test('single-key shortcuts can be turned off in Account, and the arrow keys and Enter still work', async ({ page }) => {
  const word = mark('Quiet')
  await make(page, [{ description: `${word} one` }])
  await page.goto('/account/settings')
  await page.getByRole('switch', { name: /^Keyboard shortcuts/ }).uncheck()
  await openList(page, word)
  const row = rowOf(page, `${word} one`)
  await row.focus()
  await press(page, 'x ? e')
  await expect(page.getByText('1 selected')).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, 'Enter')
  await expect(page.getByRole('region', { name: /^Action \d{4}$/ })).toBeVisible()
  await page.goto('/account/settings')
  await page.getByRole('switch', { name: /^Keyboard shortcuts/ }).check()
})

test('axe finds no violations in the list with its panel, selection and shortcuts, at 1440, 390 and 320 px in both themes', async ({
  page,
}) => {
  const word = mark('Axe')
  const [id] = await make(page, [{ description: `${word} one`, rating: 'High' }, { description: `${word} two` }])
  await openList(page, word, `?open=${id}`)
  await page.getByRole('checkbox', { name: `Select ${word} two` }).check()
  await expectAccessibleNow(page, 'panel and selection')
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await rowOf(page, `${word} two`).focus()
  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleNow(page, 'keys')
  await page.keyboard.press('Escape')
  for (const size of [PHONE, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
    await expectAccessibleNow(page, String(size.width))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
})

test('Actions resolved over a year ago stay on the server, load by search or link, and return to every device if reopened', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  const word = mark('Long ago')
  const id = app.run('packages/testkit/src/database/archived-actions.ts', word).stdout
  await page.goto('/actions/all?status=Resolved')
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(word)
  const rows = page.getByRole('row').filter({ hasText: word })
  const archive = page.getByRole('search', { name: 'Older Actions' })
  await expect(archive).toBeVisible()
  await expect(rows).toHaveCount(0)
  await expectAccessibleNow(page, 'archive')
  await archive.getByLabel('Number or text').fill(`${word} nothing`)
  await archive.getByRole('button', { name: 'Load' }).click()
  await expect(archive.getByRole('status')).toHaveText('No results.')
  await archive.getByLabel('Number or text').fill(word)
  await page.keyboard.press('Enter')
  await expect(archive.getByRole('status')).toHaveText('3 Actions loaded. There are no more.')
  await expect(rows).toHaveCount(3)

  // The device stores loaded Actions like all others, so they remain available offline.
  await goOffline(page, context)
  await expect(archive.getByRole('status')).toHaveText('You need signal to load these Actions.')
  await page.goto(`/actions/view/${id}`)
  await expect(page.getByRole('heading', { name: word })).toBeVisible()
  await context.setOffline(false)

  const [others, theirs] = await elsewhere(browser, app.url, 'admin', `/actions/view/${id}`)
  await expect(theirs.getByRole('heading', { name: word })).toBeVisible()
  await theirs.getByRole('button', { name: 'Reopen' }).click()
  await theirs.getByLabel('Why reopen it?').fill('It fell again')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await openList(page, word)
  await expect(rows).toHaveCount(1)
  await theirs.goto('/actions/view/00000000-0000-4000-8000-0000000000ff')
  await expect(theirs.getByText('This no longer exists.')).toBeVisible()
  await others.close()
})
