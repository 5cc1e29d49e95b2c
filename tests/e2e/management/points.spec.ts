import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { inviteManager, logIn } from '../helpers/people.ts'
import { positionOf } from '../helpers/places.ts'

/** All tests share one app, so each test uses its own location beside a trail of Bay of Fires. */
const LOOKOUT = '-41.16310, 148.09210'
const POST = '-41.17610, 148.09410'
const hash = (at: string) => `#${at.replace(' ', '')},17`

let made = 0
const about = (what: string) => `${what} ${Date.now().toString(36)}${made++}`

async function inView(page: Page, at: string) {
  await page.goto(`/map${hash(at)}`)
  await page.getByRole('button', { name: 'Trails in view' }).click()
  return page.getByRole('region', { name: 'Trails in view' })
}

test('GEO-01 a point added offline appears on its author’s map immediately, and on a second phone’s open map once it’s sent', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  const name = about('Lookout')
  const other = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const visitor = await other.newPage()
  const list = await inView(visitor, LOOKOUT)
  await expect(list).toBeVisible()

  await logIn(page, 'manager')
  await page.goto('/geopoints/add')
  await expect(page.getByRole('radio', { name: 'POI', exact: true })).toBeChecked()
  await goOffline(page, context)
  await page.getByRole('textbox', { name: 'Coordinates' }).fill(LOOKOUT)
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
  // The point also remains visible offline, after reopening the page.
  await other.setOffline(true)
  await visitor.goto(`/map?again${hash(LOOKOUT)}`)
  await visitor.getByRole('button', { name: 'Trails in view' }).click()
  await expect(visitor.getByRole('region', { name: 'Trails in view' }).getByRole('button', { name })).toBeVisible()
  await other.close()
})

test('GEO-01 an emergency post appears on Emergency only after a second manager’s confirmation, and then offline too', {
  tag: '@service-worker',
}, async ({ page, browser, app }) => {
  test.slow()
  const code = `ZQ${String(10 + (Date.now() % 90))}`
  await logIn(page, 'manager')
  await page.goto(`/geopoints/add?at=${POST.replace(' ', '')}`)
  await page.getByText('Emergency Marker', { exact: true }).click()
  await page.getByLabel('Code').fill('BF17')
  await page.getByLabel('Notes').focus()
  await expect(page.getByText(/^BF17 exists, [\d.]+ k?m from here$/)).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Ask for confirmation' }).click()
  await expect(page.getByText('You entered this. Ask someone else to confirm it.')).toBeVisible()
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
  await ingrid.getByLabel('Type the code shown on the post').fill(code.toLowerCase())
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

test('STAT-6 a landing zone appears on the map after confirmation by a second manager whom its author didn’t invite', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  test.slow()
  const name = about('Oval')
  const zone = '-41.17110, 148.09810'
  await logIn(page, 'admin')
  const third = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const theirs = await third.newPage()
  const account = await inviteManager(page, theirs, mailbox, 'Zoe Lund')
  await page.goto(`/geopoints/add?at=${zone.replace(' ', '')}`)
  await page.getByText('Helicopter LZ', { exact: true }).click()
  await page.getByLabel('Description').fill(name)
  await page.getByRole('button', { name: 'Ask for confirmation' }).click()
  await expect(page.getByText('You entered this. Ask someone else to confirm it.')).toBeVisible()
  await expect(page.getByText('Waiting for a second manager').first()).toBeVisible()
  const address = new URL(page.url()).pathname
  await page.goto(`${address.replace('view', 'edit')}`)
  await expect(page.getByLabel('Description')).toHaveValue(name)
  await expect(page.getByText('Helicopter LZ', { exact: true })).toHaveCount(0)

  await logIn(theirs, account, address)
  await expect(
    theirs.getByText('You can’t approve this because Alex Admin invited you less than 30 days ago. Ask another manager.'),
  ).toBeVisible()
  await expect(theirs.getByRole('button', { name: `Confirm ${name}` })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Send back' })).toBeVisible()
  await expectAccessible(theirs, 'a point that one cannot approve')

  const second = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const manager = await second.newPage()
  const zones = async () => {
    const data = (await (await manager.request.get('/api/public/site-data')).json()) as { landingZones: { name: string }[] }
    return data.landingZones.map((one) => one.name)
  }
  await logIn(manager, 'manager', address)
  expect(await zones()).not.toContain(name)
  for (const box of await manager.getByRole('checkbox').all()) await box.check()
  await manager.getByRole('button', { name: `Confirm ${name}` }).click()
  await expect(manager.getByText('On the map', { exact: true })).toBeVisible()
  await expect.poll(zones, { timeout: 30_000 }).toContain(name)
  await second.close()
  await third.close()
})

const draftsOf = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const all = await Promise.all(
      names.map(
        (name) =>
          new Promise<unknown>((resolve) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const { result } = opening
              if (!result.objectStoreNames.contains('drafts')) return resolve(null)
              const reading = result.transaction('drafts').objectStore('drafts').getAll()
              reading.onsuccess = () => {
                result.close()
                resolve(reading.result)
              }
            }
          }),
      ),
    )
    return JSON.stringify(all)
  })

test('GEO-01 a correction to a post from the map keeps a draft, and managers see both locations until it’s confirmed', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const code = 'DP11'
  await logIn(page, 'manager')
  const { latitude, longitude } = await positionOf(page, code)
  const at = `${latitude}, ${longitude}`
  await page.goto(`/map?show=emergency-markers:${code}${hash(at)}`)
  await page.getByRole('link', { name: 'Correct this point' }).click()
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByLabel('Notes').fill('Behind the gate')
  await page.getByRole('textbox', { name: 'Coordinates' }).fill(`${(latitude + 0.001).toFixed(5)}, ${longitude}`)
  // The app saves the draft at every pause, so the draft survives closing the app.
  await expect.poll(() => draftsOf(page)).toContain((latitude + 0.001).toFixed(5))
  await page.reload()
  await expect(page.getByText('We’ve restored your unsaved draft.')).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Behind the gate')
  await expectAccessible(page, 'correct')
  await page.getByRole('button', { name: 'Ask for confirmation' }).click()
  await expect(page.getByRole('region', { name: 'Current location shown to riders' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('recorded it')
  await expectAccessible(page, 'view')

  const waiting = { name: `${code} Emergency post, not yet confirmed by a second manager` }
  const surveyed = new RegExp(`^${code} Emergency post, (?!waiting)`)
  const own = await inView(page, at)
  await expect(own.getByRole('button', { name: surveyed })).toBeVisible()
  await own.getByRole('button', waiting).click()
  await expect(page.getByRole('link', { name: 'View this point' })).toBeVisible()
  const other = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const visitor = await other.newPage()
  const list = await inView(visitor, at)
  await expect(list.getByRole('button', { name: surveyed })).toBeVisible()
  await expect(list.getByRole('button', waiting)).toHaveCount(0)
  await other.close()

  await page.goto(`/map?show=emergency-markers:${code}${hash(at)}`)
  await page.getByRole('link', { name: 'Correct this point' }).click()
  await expect(page).toHaveURL(/\/geopoints\/edit\//)
  const second = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const ingrid = await second.newPage()
  await logIn(ingrid, 'admin', page.url().replace(/.*\/geopoints\/edit/, '/geopoints/view'))
  await expect(ingrid.getByRole('button', { name: `Confirm ${code}` })).toBeVisible()
  await expectAccessible(ingrid, 'confirm')
  await ingrid.getByRole('button', { name: 'Send back' }).click()
  await ingrid.getByLabel('What’s wrong?').fill('It stands at the gate')
  await ingrid.getByRole('button', { name: 'Send back with this reason' }).click()
  await expect(ingrid.getByRole('region', { name: 'Changes' })).toContainText('sent it back: It stands at the gate')
  await second.close()
})

test('GEO-01 a GPX file replaces a trail’s line offline; a second phone’s map shows it once it’s sent, and it can be reverted', {
  tag: '@service-worker',
}, async ({ page, context, browser, app }) => {
  test.slow()
  const { trails } = (await (await page.request.get('/api/public/site-data')).json()) as {
    trails: { id: string; name: string; lines: [number, number][][] }[]
  }
  const trail = trails.find(({ id }) => id === 'old-salty-dog')
  const line = trail?.lines[0]?.slice(0, 30) ?? []
  const [[lng, lat] = [0, 0]] = line
  const points = line.map(([lon, latitude]) => `<trkpt lat="${latitude}" lon="${lon}"><ele>120</ele></trkpt>`)
  const gpx = (tracks: number) => ({
    name: 'ride.gpx',
    mimeType: 'application/gpx+xml',
    buffer: Buffer.from(`<gpx version="1.1">${`<trk><trkseg>${points.join('')}</trkseg></trk>`.repeat(tracks)}</gpx>`),
  })
  const lengthIn = (text: string | null) => /[\d.]+ k?m/.exec(text ?? '')?.[0] ?? ''

  const other = await browser.newContext({ baseURL: app.url, viewport: PHONE })
  const visitor = await other.newPage()
  const list = await inView(visitor, `${lat}, ${lng}`)
  const before = lengthIn(await list.getByRole('button', { name: /^Old Salty Dog/ }).textContent())

  await logIn(page, 'manager', '/trails/old-salty-dog')
  await page.getByRole('link', { name: 'Edit trail line' }).click()
  await expect(page.getByText('No line chosen yet')).toBeVisible()
  await expectAccessible(page, 'line')
  await goOffline(page, context)
  const file = page.getByLabel('GPX file')
  await file.setInputFiles(gpx(2))
  await expect(page.getByText('There are 2 tracks in this file. Save this trail’s track as a separate file.')).toBeVisible()
  await file.setInputFiles(gpx(1))
  const status = page.getByRole('status').filter({ hasText: /^[\d.]+ k?m, climb \d+ m, descent \d+ m$/ })
  await expect(status).toBeVisible()
  const after = lengthIn(await status.textContent())
  expect(after).not.toBe(before)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/trails/old-salty-dog')
  const own = await inView(page, `${lat}, ${lng}`)
  await expect(own.getByRole('button', { name: /^Old Salty Dog/ })).toContainText(after)
  await expect(list.getByRole('button', { name: /^Old Salty Dog/ })).toContainText(before)

  await context.setOffline(false)
  await expect(list.getByRole('button', { name: /^Old Salty Dog/ })).toContainText(after, { timeout: 30_000 })
  await other.setOffline(true)
  await visitor.goto(`/map?again#${lat},${lng},17`)
  await visitor.getByRole('button', { name: 'Trails in view' }).click()
  await expect(visitor.getByRole('region', { name: 'Trails in view' }).getByRole('button', { name: /^Old Salty Dog/ })).toContainText(after)
  await other.setOffline(false)

  await page.goto('/geopoints/line/old-salty-dog')
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('recorded it')
  await page.getByRole('button', { name: 'Restore the surveyed line' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const again = visitor.getByRole('region', { name: 'Trails in view' }).getByRole('button', { name: /^Old Salty Dog/ })
  await expect(again).toContainText(before, { timeout: 30_000 })
  await other.close()
})
