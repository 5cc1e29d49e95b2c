import type { APIRequestContext, Page } from '@playwright/test'
import {
  about,
  addAction,
  cardOf,
  elsewhere,
  fillIn,
  goOffline,
  nextPush,
  open,
  openMore,
  openWaiting,
  photo,
  resolve,
  takePhoto,
} from '../helpers/actions.ts'
import { DESKTOP, expect, OLDER_BROWSER_TOO, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

async function onTheTrail(request: APIRequestContext) {
  const { trails } = await (await request.get('/api/public/site-data')).json()
  type Trail = { name: string; area: string | null; lines: [number, number][][] }
  const found = (trails as Trail[]).find(({ area, lines }) => area && (lines[0]?.length ?? 0) > 20)
  if (!found) throw new Error('no trail')
  const { name, area, lines } = found
  const line = lines[0] ?? []
  const [longitude = 0, latitude = 0] = line[Math.floor(line.length / 2)] ?? []
  return { name, area: area ?? '', at: { latitude, longitude } }
}

test('ACT-01 SYNC-01 an Action takes at most five taps offline: location, area and trail are filled in, and a nearby duplicate is found', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, request }) => {
  const { name, area, at } = await onTheTrail(request)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...at, accuracy: 60 })
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const location = page.getByRole('region', { name: 'Location' })
  await expect(location).toContainText(/Near |Roughly here/)
  await expect(location).toContainText('accurate to 60 m')
  await context.setGeolocation({ ...at, accuracy: 5 })
  await expect(location).toContainText(/accurate to 5 m/i)
  await context.setGeolocation({ latitude: at.latitude + 0.01, longitude: at.longitude, accuracy: 80 })
  await openMore(page)
  await expect(page.getByLabel('Area')).toHaveValue(area)
  await expect(page.getByLabel('Trail')).toHaveValue(name)
  await expect(page.getByText('Nearest trail chosen for you')).toBeVisible()
  await expect(location).toContainText(/\d+ m after \w+, towards \w+|At \w+/)

  await page.evaluate(() => {
    document.body.dataset.taps = '0'
    addEventListener('pointerdown', () => (document.body.dataset.taps = String(Number(document.body.dataset.taps) + 1)), true)
  })
  const first = about('Tree across the trail')
  await page.getByLabel('Brief description of problem').click()
  await page.keyboard.type(first)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this phone. It will be sent when you have signal.').first()).toBeVisible()
  expect(Number(await page.evaluate(() => document.body.dataset.taps))).toBeLessThanOrEqual(5)
  await open(page, first)
  await expect(location).toContainText(`${at.latitude.toFixed(5)}, ${at.longitude.toFixed(5)}`)
  await expect(location).toContainText(/accurate to 5 m/i)

  await context.setGeolocation({ ...at, accuracy: 5 })
  await page.goto('/actions/add')
  const hint = page.getByRole('region', { name: 'Already reported?' })
  await expect(hint).toContainText(first)
  await expect(hint).toContainText('Right here')
  await hint.getByRole('button', { name: 'Not the same' }).click()
  await expect(hint.filter({ hasText: first })).toHaveCount(0)
  await page.goto('/actions/add')
  await hint.getByRole('link', { name: 'Add a note to this Action' }).click()
  await expect(page).toHaveURL(/\/actions\/view\//)
  await page.getByLabel('Add a note').fill('Also seen from below.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Also seen from below.')
  await expect(page.getByRole('main').getByText('Saved on this phone. It will be sent when you have signal.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('UX-2.2 a pending change gets a receipt once it’s sent: a toast with its number, and a note on its card for a day', {
  tag: '@service-worker',
}, async ({ page, context }) => {
  await page.clock.install()
  await logIn(page, 'member', '/actions/outstanding')
  await goOffline(page, context)
  const messages = page.getByRole('status', { name: 'Messages' })
  const bar = page.getByRole('status').filter({ hasText: /No signal|All sent/ })
  const description = about('Receipt')
  await page.getByRole('link', { name: 'Add an Action' }).click()
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(messages).toHaveText('Saved on this phone. It will be sent when you have signal.')
  await expect(cardOf(page, description)).toContainText('Saved on this phone')
  await expect(bar).toContainText('No signal. 1 Action waiting to be sent.')

  await context.setOffline(false)
  await expect(messages).toHaveText(/^Action \d{4} sentSee$/, { timeout: 30_000 })
  await expect(cardOf(page, description)).toContainText(/Action \d{4} sent/)
  await expect(bar).toHaveText('All sent')
  await page.clock.fastForward(5000)
  await expect(bar).toBeHidden()
  await messages.getByRole('link', { name: 'See' }).click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await expect(messages).toBeEmpty()

  await page.goto('/actions/outstanding')
  await expect(cardOf(page, description)).toContainText(/Action \d{4} sent/)
  await page.setViewportSize(DESKTOP)
  await expect(page.getByRole('row').filter({ hasText: description })).toContainText(/Action \d{4} sent/)
  await page.clock.fastForward(24 * 3_600_000)
  await expect(page.getByRole('row').filter({ hasText: description })).not.toContainText(/Report/)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: description })).not.toContainText(/Report/)
})

/** Cameras record the location in this metadata segment. */
const withPlace = (jpeg: Buffer) => {
  const exif = Buffer.from('Exif\0\0 41.17532 S 148.11210 E')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)])
}

test(
  'ACT-14 SYNC-01 photos taken offline are saved with their notes, shown as pending, and later sent without camera metadata',
  OLDER_BROWSER_TOO,
  async ({ page, context, browser, app }) => {
    await logIn(page, 'member')
    await goOffline(page, context)
    await page.goto('/actions/add')
    const description = about('Bridge board')
    await takePhoto(page, withPlace(await photo(page, 3000, 2000)))
    await takePhoto(page, await photo(page, 1000, 2000))
    await page.getByRole('button', { name: /^2 photos/ }).click()
    await page.getByLabel('Note for photo 2').fill('Seen from below')
    await page.getByRole('button', { name: 'Close' }).click()
    await fillIn(page, description)
    await page.getByRole('button', { name: 'Save' }).click()
    await open(page, description)
    await expect(page.getByRole('img', { name: description })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Seen from below' })).toBeVisible()
    await expect(page.getByText('Photo saved on this phone. It will be sent when you have signal.')).toHaveCount(2)
    await openWaiting(page)
    await expect(page.getByRole('region', { name: 'Saved on this phone. It will be sent when you have signal.' })).toContainText(
      description,
    )
    await page.goBack()
    await context.setOffline(false)
    await expect(page.getByText(/Photo saved/)).toHaveCount(0, { timeout: 30_000 })

    const [other, theirs] = await elsewhere(browser, app.url, 'manager')
    await open(theirs, description)
    const shown = theirs.getByRole('img', { name: description })
    await expect(shown).toBeVisible()
    expect(await shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([507, 338])
    const bytes = await (await theirs.request.get((await shown.getAttribute('src')) ?? '')).body()
    expect(bytes.includes('Exif')).toBe(false)
    await shown.click()
    const dialog = theirs.getByRole('dialog')
    const large = dialog.getByRole('img', { name: description })
    await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2048)
    await theirs.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('heading', { name: 'Photo 2 of 2' })).toBeVisible()
    await expect(dialog.getByText('Seen from below')).toBeVisible()
    await theirs.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.goto('/actions/add')
    await page
      .getByLabel('Photo', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'tree.gif', mimeType: 'image/gif', buffer: Buffer.from('gif') })
    await expect(page.getByText('You can add JPEG, PNG, WebP and HEIC photos.')).toBeVisible()
    await other.close()
  },
)

test('SYNC-03 if the response is lost after the server applied a change, a retry creates no second record', async ({
  page,
  browser,
  app,
}) => {
  await logIn(page, 'member', '/actions/add')
  const description = about('Answer lost')
  let lost = 0
  await page.route('**/api/push', async (route) => {
    if (lost > 2) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(lost).toBe(3)
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await expect(cardOf(theirs, description)).toHaveCount(1)
  await other.close()
})

test('SYNC-03 logging out with unsent changes requires confirmation, and only their author sends them after logging in again', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const description = about('Not under another name')
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this phone. It will be sent when you have signal.').first()).toBeVisible()
  await page.goto('/account/details')
  const question = page.getByRole('dialog', { name: 'Log out with 1 unsent change?' })
  await page.getByRole('button', { name: /^Log out/ }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: /^Log out/ }).click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()

  await context.setOffline(false)
  const pushes: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/push') && pushes.push(request.postData() ?? ''))
  await logIn(page, 'manager', '/actions/outstanding')
  await expect(page.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
  const own = about('The manager’s own')
  await addAction(page, own)
  await open(page, own)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.goto('/actions/outstanding')
  await expect(cardOf(page, own)).toHaveCount(1)
  await expect(cardOf(page, description)).toHaveCount(0)
  expect(pushes.join()).not.toContain(description)
  await page.goto('/account/details')
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page).toHaveURL('/')

  await logIn(page, 'member', '/actions/outstanding')
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(
    /Created\s*(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d, Sam Member/,
  )
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await expect(cardOf(theirs, description)).toHaveCount(1)
  await other.close()
})

const fillStorage = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((opened, failed) => {
      const opening = indexedDB.open('other things')
      opening.onupgradeneeded = () => opening.result.createObjectStore('things', { autoIncrement: true })
      opening.onsuccess = () => opened(opening.result)
      opening.onerror = () => failed(opening.error)
    })
    const fits = (bytes: number) =>
      new Promise<boolean>((done) => {
        const writing = db.transaction('things', 'readwrite')
        writing.objectStore('things').put(crypto.getRandomValues(new Uint8Array(bytes)))
        writing.oncomplete = () => done(true)
        writing.onabort = () => done(false)
      })
    for (let bytes = 60_000; bytes >= 1; bytes = Math.floor(bytes / 4)) while (await fits(bytes));
    db.close()
  })

test('SYNC-03 on a full phone, the form keeps its text and shows an error; online, the change goes straight to the server', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  // Full storage causes console errors, which would fail the test in the usual context. The service worker's cached copy of the app
  // would use up the little space left.
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1_000_000 })
  await logIn(page, 'member', '/actions/add')
  const description = about('Full phone')
  await takePhoto(page, await photo(page, 1200, 675))
  await fillIn(page, description)
  await fillStorage(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Couldn’t save the Action: this phone is full\. Your changes are still in the form/)).toBeVisible()
  await expect(page).toHaveURL('/actions/add')
  await expect(page.getByLabel('Brief description of problem')).toHaveValue(description)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This phone is full, so your changes were sent straight to the server.')).toBeVisible()
  await expect(page).toHaveURL('/actions/outstanding')
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await expect(cardOf(theirs, description)).toHaveCount(1)
  await open(theirs, description)
  await expect(theirs.getByRole('img', { name: description })).toBeVisible()
  await other.close()
  await context.close()
})

test('SYNC-01 if the page crashes while someone is typing, the app offers their text at the next start', async ({ page, context }) => {
  await logIn(page, 'member', '/actions/add')
  const field = page.getByLabel('Brief description of problem')
  await field.click()
  let hasCrashed = false
  page.on('crash', () => {
    hasCrashed = true
  })
  // A person pauses, but this test doesn't. The fault test R10 measures how much text is lost.
  const typed = 'abcdefghijklmnopqrstuvwxyz'.repeat(3)
  await field.pressSequentially(typed, { delay: 25 })
  const devtools = await context.newCDPSession(page)
  void devtools.send('Page.crash').catch(() => undefined)
  await expect.poll(() => hasCrashed).toBe(true)
  await page.close()

  const again = await context.newPage()
  await again.goto('/')
  await again.getByRole('link', { name: /1 unfinished draft/ }).click()
  await again
    .getByRole('region', { name: 'Not finished' })
    .getByRole('link', { name: /New Action/ })
    .click()
  await expect(again.getByText('We’ve restored your unsaved draft.')).toBeVisible()
  const stored = await again.getByLabel('Brief description of problem').inputValue()
  expect(stored).not.toBe('')
  expect(typed.startsWith(stored)).toBe(true)
  await again.getByRole('button', { name: 'Discard draft' }).click()
  await expect(again.getByLabel('Brief description of problem')).toHaveValue('')
  await again.goto('/actions/outstanding')
  await expect(again.getByRole('textbox', { name: 'Search Actions' })).toBeVisible()
  await expect(again.getByText(/unfinished draft/)).toBeHidden()
})

test('SYNC-02 "Needs you" in the list of unsent changes lets people retry, copy or discard each refused change', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, 'member')
  const description = about('Rock slab')
  await addAction(page, description)
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await goOffline(page, context)
  for (const note of ['Slippery after rain.', 'Sand would help.']) {
    await page.getByLabel('Add a note').fill(note)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText(note)
  }
  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await open(theirs, description)
  const resolved = nextPush(theirs)
  await resolve(theirs)
  await expect(theirs.getByText('Action resolved')).toBeVisible()
  await resolved
  await context.setOffline(false)
  await expect(page.getByText('1 Action needs you')).toBeVisible({ timeout: 30_000 })
  await openWaiting(page)
  const refused = page.getByRole('region', { name: 'Needs you' })
  await expect(refused).toHaveCount(2)
  const first = refused.filter({ hasText: 'Slippery after rain.' })
  await expect(first).toContainText('Needs you: Your role doesn’t let you do this.')
  await expect(first).toContainText(description)
  await first.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Note: Slippery after rain.')
  await refused.filter({ hasText: 'Sand would help.' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toHaveCount(1)
  await theirs.getByRole('link', { name: 'Edit' }).click()
  await theirs.getByText('Unresolved', { exact: true }).click()
  const pushed = nextPush(theirs)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(theirs, description)).toBeVisible()
  await pushed
  await first.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'All sent' })).toBeVisible({ timeout: 30_000 })
  await open(theirs, description)
  await expect(theirs.getByRole('region', { name: 'Notes' })).toContainText('Slippery after rain.')
  await expect(theirs.getByRole('region', { name: 'Notes' })).not.toContainText('Sand would help.')
  await other.close()
})
