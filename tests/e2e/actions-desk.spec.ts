import type { Page } from '@playwright/test'
import { about, elsewhere, goOffline, photo, rowOf } from './actions.ts'
import { expectAccessibleNow } from './axe.ts'
import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'
import { logIn } from './people.ts'

/** Makes actions as another device would, and gives their ids. */
const make = (page: Page, patches: readonly object[]): Promise<string[]> =>
  page.evaluate(async (patches) => {
    const { epoch, personId } = await (await fetch('/api/pull')).json()
    const recordedAt = new Date().toISOString()
    const commands = patches.map((patch, i) => ({
      id: crypto.randomUUID(),
      n: i + 1,
      kind: 'action',
      recordId: crypto.randomUUID(),
      baseVersion: null,
      recordedAt,
      patch: { area: 'Blue Tier', ...patch },
    }))
    const reply = await fetch('/api/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-trailwarden-person': personId, 'x-trailwarden-epoch': epoch },
      body: JSON.stringify({ deviceId: crypto.randomUUID(), commands }),
    })
    const { answers } = await reply.json()
    if (answers.some(({ outcome }: { outcome: string }) => outcome !== 'applied')) throw new Error(JSON.stringify(answers))
    return commands.map(({ recordId }) => recordId)
  }, patches)

/** A word in all descriptions of a test, by which its rows are found. */
const mark = (what: string) => about(what).replaceAll(' ', '')

async function openList(page: Page, word: string, query = '') {
  await page.goto(`/actions/outstanding${query}`)
  await page.getByRole('textbox', { name: 'Search actions' }).fill(word)
}

const press = async (page: Page, keys: string) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
})

test('ACT-09 filters are in the address: a link shows the same, each is seen and can be taken away', async ({ page, browser, app }) => {
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
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme')
  await filters.getByRole('button', { name: 'Assigned to' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Nobody' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  const [context, theirs] = await elsewhere(browser, app.url, 'manager', '/actions/outstanding?rating=High,Extreme&assigned=nobody')
  await theirs.setViewportSize(DESKTOP)
  await expect(theirs.getByRole('button', { name: 'Rating 2' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Assigned to Nobody' })).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Search actions' }).fill(word)
  await expect(theirs.getByRole('row').filter({ hasText: word })).toHaveCount(1)
  await context.close()
  await page.goto('/actions/outstanding?rating=Medium&trail=Nowhere')
  await expect(page.getByText('No Actions match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
})

test('ACT-08 a row opens its action beside the list, at an address of its own; Escape closes it and the focus is on the row again', async ({
  page,
}) => {
  const word = mark('Beside')
  const [id] = await make(page, [{ description: `${word} one`, detail: 'Big gum down.', rating: 'High' }, { description: `${word} two` }])
  await openList(page, word)
  await rowOf(page, `${word} one`).getByText(`${word} one`).click()
  await expect(page).toHaveURL(`/actions/outstanding?open=${id}`)
  const panel = page.getByRole('region', { name: /^Action \d{4}$/ })
  await expect(panel.getByRole('heading', { name: `${word} one` })).toBeVisible()
  await expect(panel).toContainText('Big gum down.')
  await expect(rowOf(page, `${word} two`)).toBeVisible()
  await panel.getByLabel('Rating').selectOption('Extreme')
  await expect(rowOf(page, `${word} one`)).toContainText('Extreme')
  await panel.getByLabel('Assigned to').selectOption('Sam Member')
  await expect(rowOf(page, `${word} one`)).toContainText('Sam Member')
  await rowOf(page, `${word} one`).focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(rowOf(page, `${word} one`)).toBeFocused()
  await page.goto(`/actions/outstanding?open=${id}`)
  await expect(panel.getByRole('heading', { name: `${word} one` })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
})

test('SYNC-01 several are rated at once without signal, and it can be undone', async ({ page, context }) => {
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

test('ACT-04 resolving asks what was done, from High up also for an after-photo or why there is none; reopening asks why', async ({
  page,
}) => {
  const word = mark('Fixed')
  const [id] = await make(page, [{ description: `${word} one`, rating: 'High' }])
  await openList(page, word, `?open=${id}`)
  const panel = page.getByRole('region', { name: /^Action \d{4}$/ })
  await panel.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Resolve \\d{4} ${word} one\\?$`) })
  await expect(dialog).toContainText('An after-photo is asked for from High up. You can go on without one and say why.')
  await expectAccessibleNow(page, 'resolve')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  await dialog.getByLabel('What was done').fill('Cut both ends.')
  await dialog
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'now.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 800, 600) })
  await expect(dialog.getByRole('img', { name: 'How it is now' })).toBeVisible()
  await expect(dialog.getByLabel('Why there is no after-photo')).toBeHidden()
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
  await again.getByLabel('Why is it open again').fill('It fell again.')
  await again.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Open again: It fell again.')
  await expect(page.getByText('Unresolved', { exact: true })).toBeVisible()
})

test('ACT-03 duplicates are merged into the one to keep, and undone; each keeps its number', async ({ page }) => {
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
  await expect(page.getByRole('link', { name: 'The action that stays' })).toHaveAttribute('href', `/actions/view/${staying}`)
})

test('keyboard-only triage of 20 actions: moved through, rated, assigned, selected, resolved', async ({ page }) => {
  test.slow()
  const word = mark('Keys')
  await make(
    page,
    Array.from({ length: 20 }, (_, i) => ({ description: `${word} ${String(i + 1).padStart(2, '0')}` })),
  )
  await page.goto('/actions/outstanding')
  const search = page.getByRole('textbox', { name: 'Search actions' })
  await expect(search).toBeVisible()
  await press(page, '/')
  await expect(search).toBeFocused()
  await page.keyboard.type(word)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(20)
  // Out of the field, to the table's first row.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press(page, 'j')
  await expect(rows.first()).toBeFocused()
  // Each is rated in turn: Medium by the key 2.
  for (let i = 0; i < 20; i++) {
    await press(page, 'r')
    await expect(page.getByRole('menuitem', { name: 'Medium' })).toBeVisible()
    await press(page, '2')
    await expect(page.getByRole('menu')).toBeHidden()
    if (i < 19) await press(page, 'j')
  }
  await expect(rows.filter({ hasText: 'Medium' })).toHaveCount(20)
  await expect(rows.last()).toBeFocused()
  // The last five go to a person: a range, then a name.
  await press(page, 'x k k k k Shift+X')
  await expect(page.getByText('5 selected')).toBeVisible()
  await press(page, 'a')
  await expect(page.getByRole('menuitem', { name: 'Sam Member' })).toBeVisible()
  await press(page, 's Enter')
  await expect(rows.filter({ hasText: 'Sam Member' })).toHaveCount(5)
  // They are resolved together, in one's own words.
  await expect(page.getByRole('menu')).toBeHidden()
  await press(page, 'e')
  await expect(page.getByLabel('What was done')).toBeFocused()
  await page.keyboard.type('All cleared on Saturday.')
  await press(page, 'Control+Enter')
  await expect(rows).toHaveCount(15)
  // And the other fifteen one by one, each followed by the next.
  for (let left = 14; left >= 0; left--) {
    await expect(rows.last()).toBeFocused()
    await press(page, 'e')
    await expect(page.getByLabel('What was done')).toBeFocused()
    await page.keyboard.type('Done.')
    await press(page, 'Control+Enter')
    await expect(rows).toHaveCount(left)
  }
})

test('ACT-09 the board: cards move by keys and say so, and Waiting asks what for', async ({ page }) => {
  const word = mark('Board')
  await make(page, [{ description: `${word} one`, rating: 'High' }])
  await openList(page, word, '?view=board')
  const column = (title: string) => page.getByRole('list', { name: title, exact: true })
  const card = column('Open').getByRole('link', { name: `${word} one` })
  await card.focus()
  await press(page, 'm ArrowRight ArrowRight Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What for').fill('Timber')
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

test('ACT-09 a view is saved under a name and opened again', async ({ page }) => {
  await page.goto('/actions/outstanding?rating=High,Extreme')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Worst first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/actions/all')
  await page.getByRole('link', { name: 'Worst first' }).click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme')
  await page.getByRole('button', { name: 'Remove the view Worst first' }).click()
  await expect(page.getByRole('link', { name: 'Worst first' })).toBeHidden()
})

test('ACT-09 the order is in the address and in a saved view; g o and g a lead to the overview and back', async ({ page }) => {
  await page.goto('/actions/outstanding?rating=High,Extreme')
  const rating = page.getByRole('columnheader', { name: 'Rating' })
  await rating.getByRole('button').first().click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&order=rating')
  await expect(rating).toHaveAttribute('aria-sort', 'ascending')
  await rating.getByRole('button').first().click()
  await expect(page).toHaveURL('/actions/outstanding?rating=High,Extreme&order=-rating')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Mildest first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await press(page, 'g o')
  await expect(page).toHaveURL('/management/overview')
  await expect(page.getByRole('heading', { name: 'Needs a look' })).toBeVisible()
  await press(page, 'g a')
  await expect(page).toHaveURL('/actions/outstanding')
  await page.getByRole('link', { name: 'Mildest first' }).click()
  await expect(rating).toHaveAttribute('aria-sort', 'descending')
  // Without g the key asks who is to do it.
  await expect(page.getByRole('menu')).toBeHidden()
})

test('single keys are turned off in Account; arrows and Enter stay', async ({ page }) => {
  const word = mark('Quiet')
  await make(page, [{ description: `${word} one` }])
  await page.goto('/account/settings')
  await page.getByRole('switch', { name: /^Keys in lists/ }).uncheck()
  await openList(page, word)
  const row = rowOf(page, `${word} one`)
  await row.focus()
  await press(page, 'x ? e')
  await expect(page.getByText('1 selected')).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, 'Enter')
  await expect(page.getByRole('region', { name: /^Action \d{4}$/ })).toBeVisible()
  await page.goto('/account/settings')
  await page.getByRole('switch', { name: /^Keys in lists/ }).check()
})

test('axe finds nothing in the list with its panel, selection and keys, at 1440, 390 and 320 in both themes', async ({ page }) => {
  const word = mark('Axe')
  const [id] = await make(page, [{ description: `${word} one`, rating: 'High' }, { description: `${word} two` }])
  await openList(page, word, `?open=${id}`)
  await page.getByRole('checkbox', { name: `Select ${word} two` }).check()
  await expectAccessibleNow(page, 'panel and selection')
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await rowOf(page, `${word} two`).focus()
  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await expectAccessibleNow(page, 'keys')
  await page.keyboard.press('Escape')
  for (const size of [PHONE, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('textbox', { name: 'Search actions' })).toBeVisible()
    await expectAccessibleNow(page, String(size.width))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
})

test('what was resolved over a year ago stays on the server, and is fetched when asked for: by words, or by its link; opened again it is everybody’s', async ({
  page,
  context,
  browser,
  app,
}) => {
  const word = mark('Long ago')
  const id = app.run('packages/testkit/src/archived-actions.ts', word).stdout
  await page.goto('/actions/all?status=Resolved')
  await page.getByRole('textbox', { name: 'Search actions' }).fill(word)
  const rows = page.getByRole('row').filter({ hasText: word })
  const archive = page.getByRole('search', { name: 'Older actions' })
  await expect(archive).toBeVisible()
  await expect(rows).toHaveCount(0)
  await expectAccessibleNow(page, 'archive')
  await archive.getByLabel('Number or words').fill(`${word} nothing`)
  await archive.getByRole('button', { name: 'Fetch' }).click()
  await expect(archive.getByRole('status')).toHaveText('None match these words.')
  await archive.getByLabel('Number or words').fill(word)
  await page.keyboard.press('Enter')
  await expect(archive.getByRole('status')).toHaveText('3 actions fetched. There are no more.')
  await expect(rows).toHaveCount(3)

  // Held like all others: without signal they are still here, and no more can be fetched.
  await goOffline(page, context)
  await expect(archive.getByRole('status')).toHaveText('No signal: they can be fetched later.')
  await page.goto(`/actions/view/${id}`)
  await expect(page.getByRole('heading', { name: word })).toBeVisible()
  await context.setOffline(false)

  const [others, theirs] = await elsewhere(browser, app.url, 'admin', `/actions/view/${id}`)
  await expect(theirs.getByRole('heading', { name: word })).toBeVisible()
  await theirs.getByRole('button', { name: 'Reopen' }).click()
  await theirs.getByLabel('Why is it open again').fill('It fell again')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await openList(page, word)
  await expect(rows).toHaveCount(1)
  await theirs.goto('/actions/view/00000000-0000-4000-8000-0000000000ff')
  await expect(theirs.getByText('It is no longer there.')).toBeVisible()
  await others.close()
})
