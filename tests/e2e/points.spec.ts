import type { Page } from '@playwright/test'
import { goOffline } from './actions.ts'
import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'
import { logIn } from './people.ts'

/** Beside a trail of Bay of Fires, each test at a place of its own: they share one app. */
const LOOKOUT = '-41.16310, 148.09210'
const POST = '-41.17610, 148.09410'
const hash = (at: string) => `#${at.replace(' ', '')},17`

let made = 0
const about = (what: string) => `${what} ${Date.now().toString(36)}${made++}`

async function inView(page: Page, at: string) {
  await page.goto(`/map${hash(at)}`)
  await page.getByRole('button', { name: 'List of what is in view' }).click()
  return page.getByRole('region', { name: 'In view' })
}

test('GEO-01 a point added without signal is on the own map at once, and on a second phone’s open map when it was sent', async ({
  page,
  context,
  browser,
  app,
}) => {
  const name = about('Lookout')
  const other = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const visitor = await other.newPage()
  const list = await inView(visitor, LOOKOUT)
  await expect(list).toBeVisible()

  await logIn(page, 'manager')
  await page.goto('/geopoints/add')
  await expect(page.getByRole('radio', { name: 'POI', exact: true })).toBeChecked()
  await goOffline(page, context)
  await page.getByRole('textbox', { name: 'Position' }).fill(LOOKOUT)
  await page.getByLabel('Description').fill(name)
  await page.getByLabel('Notes').fill('Steep edge')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
  const own = await inView(page, LOOKOUT)
  await expect(own.getByRole('button', { name })).toBeVisible()
  await expect(list.getByRole('button', { name })).toHaveCount(0)

  await context.setOffline(false)
  await expect(list.getByRole('button', { name })).toBeVisible({ timeout: 30_000 })
  await list.getByRole('button', { name }).click()
  await expect(visitor.getByRole('region', { name })).toContainText('Steep edge')
  // And without signal, on a page that is opened again.
  await other.setOffline(true)
  await visitor.goto(`/map?again${hash(LOOKOUT)}`)
  await visitor.getByRole('button', { name: 'List of what is in view' }).click()
  await expect(visitor.getByRole('region', { name: 'In view' }).getByRole('button', { name })).toBeVisible()
  await other.close()
})

test('GEO-01 an emergency post is on Emergency only after a second manager’s yes, and then without signal too', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const code = `ZQ${String(10 + (Date.now() % 90))}`
  await logIn(page, 'manager')
  await page.goto(`/geopoints/add?at=${POST.replace(' ', '')}`)
  await page.getByRole('radio', { name: 'Emergency Marker' }).check({ force: true })
  await page.getByLabel('Code').fill('BF17')
  await page.getByLabel('Notes').focus()
  await expect(page.getByText(/^BF17 exists, [\d.]+ k?m from here$/)).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Ask for confirmation' }).click()
  await expect(page.getByText('You entered this. Ask someone else.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Confirm ${code}` })).toHaveCount(0)

  const third = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const rider = await third.newPage()
  const find = async () => {
    await rider.goto(`/m/${code}`)
    return rider.getByText(POST)
  }
  await expect(await find()).toHaveCount(0)

  const second = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const ingrid = await second.newPage()
  await logIn(ingrid, 'admin', '/management/points')
  await ingrid.getByRole('link', { name: code }).click()
  const confirm = ingrid.getByRole('button', { name: `Confirm ${code}` })
  await expect(confirm).toBeDisabled()
  for (const box of await ingrid.getByRole('checkbox').all()) await box.check()
  await ingrid.getByLabel('Type the code that stands on the post').fill(code.toLowerCase())
  await confirm.click()
  await expect(ingrid.getByText('On the map', { exact: true })).toBeVisible()
  await expect(page.getByText('On the map', { exact: true })).toBeVisible()

  await expect(async () => expect(await (await find()).count()).toBeGreaterThan(0)).toPass({ timeout: 30_000 })
  await rider.goto('/')
  await goOffline(rider, third)
  await rider.goto('/emergency')
  await expect(await find()).not.toHaveCount(0)
  await second.close()
  await third.close()
})
