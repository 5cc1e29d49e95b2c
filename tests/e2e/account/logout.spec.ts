import { about, addAction, nextPush } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin, logIn, storedProfile } from '../helpers/people.ts'
import { toastsOf } from '../helpers/toasts.ts'

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

test('SEC-LOGOUT logging out removes all personal data from the browser, and keeps the installed app and downloaded maps', {
  tag: ['@core', '@service-worker'],
}, async ({ page }) => {
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
  await page.getByRole('button', { name: /^Log out/ }).click()
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

test('ACC-03 logging out shows a confirmation, opens home and removes all personal data from the device', { tag: '@core' }, async ({
  page,
}) => {
  const toasts = await toastsOf(page)
  await logIn(page, 'member', '/account/details')
  // If the server responds too fast, the first toast is replaced before it is shown.
  await page.route('**/api/account/logout', async (route) => {
    await expect.poll(() => toasts.at(-1)).toBe('Logging out…')
    await route.continue()
  })
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
  await expect.poll(() => toasts.slice(-2)).toEqual(['Logging out…', 'You’re logged out'])
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(emailOf('member'))
  await page.goBack()
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails')
})

test('ACC-03 the app reports a logout that the server refuses, and the person stays logged in', { tag: '@core' }, async ({ page }) => {
  await logIn(page, 'member', '/account/details')
  await page.route('**/api/account/logout', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal","detail":"x"}' }),
  )
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('Couldn’t log you out. Something went wrong on our side.')).toBeVisible()
  expect(await storedProfile(page)).toContain(emailOf('member'))
})

test('ACC-03 logging out offline clears the device immediately, and ends the session when the signal returns', {
  tag: '@service-worker',
}, async ({ page, privateApp, context }) => {
  test.slow()
  await page.goto(privateApp.url)
  await page.goto(`${privateApp.url}/login?next=/account/details`)
  await fillLogin(page, emailOf('member'))
  await expect(page.getByRole('button', { name: /^Log out/ })).toBeVisible()
  const [cookie] = await context.cookies()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await privateApp.stop()
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
  await expect(page.getByText('We’ll finish logging you out when you’re back online.')).toBeVisible()
  expect(await storedProfile(page)).toBeNull()
  await privateApp.start()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session-to-end'))).toBeNull()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  const reply = await fetch(`${privateApp.url}/api/me`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })
  expect(await reply.json()).toEqual({ person: null })
})

test('ACC-03 a person who logs in while an earlier logout is pending stays logged in', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'member', '/account/details')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByText('You’re logged out')).toBeVisible()
  // The response to the logout removes the cookie, so it is held until the person has tapped the login button again.
  const { promise: isPressed, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/account/logout', async (route) => {
    const reply = await route.fetch()
    await isPressed
    await route.fulfill({ response: reply })
  })
  await context.setOffline(false)
  await page.goto('/login?next=/account/details')
  let login: Promise<unknown> | null = null
  page.on('request', (request) => {
    if (request.url().endsWith('/api/account/login')) login = request.response()
  })
  await fillLogin(page, emailOf('manager'))
  // A login that didn't wait for the logout would be sent during this round trip, and its response would arrive first.
  await page.evaluate(() => fetch('/api/public/status'))
  await login
  letThrough()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session-to-end'))).toBeNull()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Log out/ })).toBeVisible()
  expect(await page.evaluate(async () => (await (await fetch('/api/me')).json()).person?.email)).toBe(emailOf('manager'))
})
