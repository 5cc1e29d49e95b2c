import { chooseArea, goOffline, nextPush } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { fillLogin } from '../helpers/people.ts'

test('R13 unsent changes show a warning if the browser doesn’t promise to keep its storage, and none if it does', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  for (const isPromised of [false, true]) {
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } })
    // Browsers don't grant persistent storage to a private window, so the test simulates the permission that an installed app gets.
    if (isPromised) await context.addInitScript(() => Object.assign(StorageManager.prototype, { persist: async () => true }))
    const page = await context.newPage()
    await page.goto('/login?next=/actions/add')
    await fillLogin(page, 'member@example.org')
    await page.getByLabel('Brief description of problem').fill(`Loose rock ${isPromised}`)
    await chooseArea(page)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/1 Action waiting to be sent/)).toBeVisible()
    const warning = page.getByText('Don’t clear your browser data until everything is sent')
    await expect(warning).toBeVisible({ visible: !isPromised })
    await context.close()
  }
})

test('R13 the app starts empty and without errors after the site’s data, including unsent changes and a map, was cleared', {
  tag: '@service-worker',
}, async ({ page, context, privateApp }) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('Brief description of problem').fill('Will be cleared')
  await chooseArea(page)
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/1 Action waiting to be sent/)).toBeVisible()
  await page.evaluate(async () => void (await caches.open('map:st-helens:kept')))
  const devtools = await context.newCDPSession(page)
  // An open app would report that its database was deleted.
  await page.goto('about:blank')
  await context.setOffline(false)
  await devtools.send('Storage.clearDataForOrigin', { origin: privateApp.url, storageTypes: 'all' })
  await page.goto(privateApp.url)
  await expect(page.getByRole('heading', { name: 'Trails Information' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  // The app works normally again: the person logs in, and the browser caches the app, which then opens without a server.
  await page.goto(`${privateApp.url}/login?next=/actions/mine`)
  await fillLogin(page, 'member@example.org')
  await expect(page).toHaveURL(/\/actions\/mine$/)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await privateApp.stop()
  await page.reload()
  await expect(page.getByRole('link', { name: 'My Actions' })).toBeVisible()
})

test('R13 a change saved offline is stored again and sent if the browser evicts the open page’s storage', {
  tag: '@service-worker',
}, async ({ page, context, browser, privateApp }) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('Brief description of problem').fill('Written before, saved after')
  await chooseArea(page)
  await goOffline(page, context)
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await devtools.send('Storage.clearDataForOrigin', { origin: privateApp.url, storageTypes })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/1 Action waiting to be sent/)).toBeVisible()
  const pushed = nextPush(page)
  await context.setOffline(false)
  await pushed
  const other = await browser.newPage()
  await other.goto(`${privateApp.url}/login?next=/actions/outstanding`)
  await fillLogin(other, 'manager@example.org')
  await expect(other.getByText('Written before, saved after')).toBeVisible()
  await other.close()
})
