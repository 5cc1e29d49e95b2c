import { goOffline, nextPush } from './actions.ts'
import { expect, test } from './e2e-test.ts'
import { fillLogin } from './people.ts'

test('R13 where the browser does not promise to keep what is stored, unsent changes say so; where it does, they do not', async ({
  browser,
  app,
}) => {
  for (const isPromised of [false, true]) {
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } })
    // A private window is never promised anything; the yes of an installed app is given here.
    if (isPromised) await context.addInitScript(() => Object.assign(StorageManager.prototype, { persist: async () => true }))
    const page = await context.newPage()
    await page.goto('/login?next=/actions/add')
    await fillLogin(page, 'member@example.org')
    await page.getByLabel('In a few words').fill(`Loose rock ${isPromised}`)
    await page.getByRole('group', { name: 'Area' }).getByRole('radio').first().check()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/1 report waiting/)).toBeVisible()
    const warning = page.getByText('Do not clear this browser’s data before it is sent')
    await expect(warning).toBeVisible({ visible: !isPromised })
    await context.close()
  }
})

test('R13 after the site’s data was cleared, with work waiting and a map on the device, the app starts clean and without an error', async ({
  page,
  context,
  privateApp,
}) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('In a few words').fill('Will be cleared')
  await page.getByRole('group', { name: 'Area' }).getByRole('radio').first().check()
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/1 report waiting/)).toBeVisible()
  await page.evaluate(async () => void (await caches.open('map:st-helens:kept')))
  const devtools = await context.newCDPSession(page)
  // The app is closed: one that is open rightly reports that its database went away under it.
  await page.goto('about:blank')
  await context.setOffline(false)
  await devtools.send('Storage.clearDataForOrigin', { origin: privateApp.url, storageTypes: 'all' })
  await page.goto(privateApp.url)
  await expect(page.getByRole('heading', { name: 'Trails Information' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  // And it is as good as new: signed in again, cached again, opened without a server.
  await page.goto(`${privateApp.url}/login?next=/actions/mine`)
  await fillLogin(page, 'member@example.org')
  await expect(page).toHaveURL(/\/actions\/mine$/)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await privateApp.stop()
  await page.reload()
  await expect(page.getByRole('link', { name: 'My Actions' })).toBeVisible()
})

test('R13 a change saved in a page whose storage the browser has evicted, without signal, is stored again and sent', async ({
  page,
  context,
  browser,
  privateApp,
}) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('In a few words').fill('Written before, saved after')
  await page.getByRole('group', { name: 'Area' }).getByRole('radio').first().check()
  await goOffline(page, context)
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await devtools.send('Storage.clearDataForOrigin', { origin: privateApp.url, storageTypes })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/1 report waiting/)).toBeVisible()
  const pushed = nextPush(page)
  await context.setOffline(false)
  await pushed
  const other = await browser.newPage()
  await other.goto(`${privateApp.url}/login?next=/actions/outstanding`)
  await fillLogin(other, 'manager@example.org')
  await expect(other.getByText('Written before, saved after')).toBeVisible()
  await other.close()
})
