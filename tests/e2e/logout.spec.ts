import { about, addAction, nextPush } from './actions.ts'
import { expect, test } from './e2e-test.ts'
import { emailOf, logIn } from './people.ts'

/** Everything this origin stores, as text: databases, caches, local and session storage. */
async function storedText(): Promise<string> {
  const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name))
    for (const store of db.objectStoreNames) parts.push(JSON.stringify(await done(db.transaction(store).objectStore(store).getAll())))
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const reply = await cache.match(request)
      if (/json|html/.test(reply?.headers.get('content-type') ?? '')) parts.push(request.url, (await reply?.text()) ?? '')
    }
  }
  return parts.join('\n')
}

test('SEC-LOGOUT a logout leaves nothing of the person in the browser; the installed app and downloaded maps stay', async ({ page }) => {
  await logIn(page, 'member')
  const description = about('Loose board')
  const pushed = nextPush(page)
  await addAction(page, description)
  await pushed
  const cacheNames = () => page.evaluate(async () => (await caches.keys()).sort())
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    await (await caches.open('map:north:1')).put('/tiles/demo/12/1/1.png', new Response('tile'))
  })
  const personal = [emailOf('member'), description]
  const before = await page.evaluate(storedText)
  for (const text of personal) expect(before, text).toContain(text)
  const cached = await cacheNames()

  await page.goto('/account/details')
  const answered = page.waitForResponse('**/api/account/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"')
  await expect(page).toHaveURL('/')

  const left = async () => {
    const text = await page.evaluate(storedText)
    return personal.filter((one) => text.includes(one))
  }
  await expect.poll(left).toEqual([])
  expect(await cacheNames()).toEqual(cached)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1)
})
