import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../helpers/e2e-test.ts'
import { LISTS } from '../helpers/lists.ts'
import { logIn } from '../helpers/people.ts'

// Lists must be empty after the first fetch, so the app must not contain other tests' records.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

/** My Actions is also a card on home. */
const ADDRESSES = [...new Set([...Object.values(LISTS), '/'])]
const ID = '00000000-0000-4000-8000-00000000abcd'
const RECORDS = ['/work-days/view', '/updates/view', '/notices/view', '/geopoints/view', '/actions/view'].map((path) => `${path}/${ID}`)
const EMPTY = new RegExp([...Object.keys(LISTS), 'no longer exists'].map((text) => text.replaceAll('.', String.raw`\.`)).join('|'))

function allAddresses(): string[] {
  const source = resolve(import.meta.dirname, '../../../apps/web/src')
  const read = (pattern: string) =>
    globSync(pattern, { cwd: source })
      .map((file) => readFileSync(join(source, file), 'utf8'))
      .join('\n')
  const features = read('{features/*/index.ts,app/combined-screens.ts}')
  const paths = [...features.matchAll(/\bpath: '(\/[^']+)'/g), ...read('app/later-routes.tsx').matchAll(/\bscreen\('([^']+)'/g)]
  const screens = paths.map(([, path = '']) => path)
  const tabs = [...features.matchAll(/\bpage: '(\w+)',\s*path: '([^']+)'/g)].map(([, page, path]) => `/${page}/${path}`)
  const addresses = ['/', '/map', ...screens, ...tabs].flatMap((path) =>
    ['add', `view/${ID}`, `edit/${ID}`].map((rest) =>
      path
        .replace(':verb/:id?', rest)
        .replace(/:(id|code)$/, ID)
        .replace(/\/:\w+\?$/, ''),
    ),
  )
  return [...new Set(addresses)]
}

async function holdFetches(context: BrowserContext): Promise<() => void> {
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  // The form for a user loads the user separately.
  for (const path of ['**/api/pull*', '**/api/users/*'])
    await context.route(path, async (route) => {
      await answered
      await route.continue()
    })
  return answer
}

test('SYN-3 no list claims to be empty before the server has responded to the first fetch', async ({ page, context }) => {
  test.slow()
  const answer = await holdFetches(context)
  await logIn(page, 'admin', '/actions/outstanding')
  for (const path of [...ADDRESSES, ...RECORDS.slice(0, 2)]) {
    await page.goto(path)
    await expect(page.getByText('Loading…').first(), path).toBeVisible()
    await expect(page.getByText(EMPTY), path).toHaveCount(0)
  }
  // The list of reports doesn't show a count of zero before the data has arrived.
  await page.goto('/management/reports')
  const lists = page.getByRole('group', { name: 'Lists of reports' })
  await expect(lists.getByRole('button').first()).toHaveText('To check')
  answer()
  await expect(lists.getByRole('button').first()).toHaveText(/^To check \d+$/)
  await page.goto('/management/work-days')
  await expect(page.getByText('No work days yet')).toBeVisible()
  await page.goto(RECORDS[0] ?? '')
  await expect(page.getByText('no longer exists')).toBeVisible()
})

test('SYN-3 no screen claims that something is empty or missing before the server has responded to the first fetch', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const addresses = allAddresses()
  expect(addresses).toEqual(expect.arrayContaining([...ADDRESSES.filter((path) => !path.includes('?')), ...RECORDS]))
  expect(addresses.filter((path) => path.includes(':') || path.includes('undefined'))).toEqual([])
  await holdFetches(context)
  // Some messages are visible only briefly, so they are collected across all pages.
  const shown: string[] = []
  await page.exposeFunction('noteEmpty', (what: string) => shown.push(what))
  await page.addInitScript(
    ([source]) => {
      const pattern = new RegExp(source ?? '')
      const look = () => {
        const found = pattern.exec(document.querySelector('main')?.textContent ?? '')
        if (found) void (window as unknown as { noteEmpty(what: string): void }).noteEmpty(`${location.pathname} ${found[0]}`)
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    },
    [EMPTY.source],
  )
  await logIn(page, 'admin', '/actions/outstanding')
  for (const path of addresses) {
    await page.goto(path)
    await expect(page.locator('main :not(:empty):visible, [role=dialog] :not(:empty)').first(), path).toBeVisible()
    // The app has started and read the device's data.
    await expect(page.getByRole('status', { name: 'Messages', includeHidden: true })).toBeAttached()
    await page.evaluate(() => navigator.locks.query().then(() => new Promise((done) => requestIdleCallback(done))))
  }
  expect(shown).toEqual([])
})
