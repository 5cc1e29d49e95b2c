import { about, fillIn, goOffline, open, photo, takePhoto } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { enterCode } from '../helpers/places.ts'

const TOO_OLD = 'This browser is too old for the app. Trail status and emergency information can still be read.'

test('SEC-H6 a browser that is too old shows a one-line message, and trail status and Emergency still work', {
  tag: '@core',
}, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'toWellFormed'))
  await page.goto('/')
  const line = page.getByRole('alert').filter({ hasText: 'too old' })
  await expect(line).toHaveText(TOO_OLD)
  await expect(page.getByRole('region', { name: 'Trails Information' })).toContainText('Partially Open')
  await page.goto('/actions/add')
  await expect(line).toHaveText(TOO_OLD)
  await line.getByRole('link', { name: 'emergency information' }).click()
  await expect(page).toHaveURL('/emergency')
  await expect(line).toBeHidden()
  await enterCode(page, 'BF Bay of Fires', '17')
  await expect(page.locator('.code')).toHaveText('BF17')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('SEC-H6 a map downloads while the browser’s storage prompt is still open', async ({ page }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => new Promise(() => {})
  })
  await page.goto('/account/settings')
  const row = page.getByRole('listitem', { name: 'St Helens', exact: true })
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('Complete and checked', { timeout: 30_000 })
})

test('SEC-H6 the app shows and sends a photo that an earlier version stored as a Blob', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const description = about('Stored as a Blob')
  await takePhoto(page, await photo(page, 1200, 675))
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  const stored = await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => one.startsWith('trailwarden-')) ?? ''
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open(name))
    const photos = () => db.transaction('photos', 'readwrite').objectStore('photos')
    const [{ type, ...row }] = await done(photos().getAll())
    const was = row.blob instanceof ArrayBuffer && type === 'image/jpeg'
    await done(photos().put({ ...row, blob: new Blob([row.blob], { type }) }))
    db.close()
    return { was, id: row.id as string }
  })
  expect(stored.was).toBe(true)
  await page.reload()
  await open(page, description)
  await expect(page.getByRole('img', { name: description })).toBeVisible()
  await expect(page.getByText('Photo saved on this phone. It will be sent when you have signal.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/Photo saved/)).toBeHidden({ timeout: 30_000 })
  expect((await page.request.get(`/api/photos/${stored.id}`)).headers()['content-type']).toBe('image/jpeg')
})
