import type { Locator, Page } from '@playwright/test'
import { type Line, openLine } from '@trailwarden/testkit/line/line'
import { test as base, expect, OLDER_BROWSER_TOO } from '../helpers/e2e-test.ts'
import { expectClosesByBack } from '../helpers/layers.ts'
import { openDeviceMenu } from '../helpers/menu.ts'

const test = base.extend<{ line: Line }>({
  /** The proxy is in front of the test's separate app. */
  line: async ({ privateApp }, use) => {
    const line = await openLine(privateApp.url)
    await use(line)
    line.close()
  },
})

const rowOf = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })

async function remove(page: Page, row: Locator) {
  const openMenu = async () => {
    await row.getByRole('button', { name: /^More/ }).click()
    return page.getByRole('menu')
  }
  const ask = async () => {
    await openMenu()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    return page.getByRole('dialog')
  }
  await expectClosesByBack(page, 'features/offline-maps/map-menu.tsx', openMenu)
  await expectClosesByBack(page, 'features/offline-maps/offline-maps-card.tsx', ask)
  await ask()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
}

/** The service worker must control the page before a download. */
async function openMaps(page: Page, url: string) {
  await page.goto(`${url}/offline`)
  // The service worker first downloads the whole app, which is slow on a busy machine.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 }).toBe(true)
  await expect(rowOf(page, 'St Helens')).toContainText('137 at zoom levels 12–15')
}

const storedTiles = (page: Page, slug: string) =>
  page.evaluate(async (prefix) => {
    const name = (await caches.keys()).find((one) => one.startsWith(prefix))
    return name ? (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname) : []
  }, `map:${slug}:`)

test('OFF-01 OFF-02 a map download can be cancelled, resumes without fetching finished tiles again, turns green, and can be deleted', {
  tag: ['@core', '@service-worker'],
}, async ({ page, line }) => {
  await openMaps(page, line.url)
  const row = rowOf(page, 'St Helens')
  await expect(row).toContainText('Not on this phone · 434 kB')
  await expect(row).toContainText('0 of 147 tiles: 137 at zoom levels 12–15, 10 for the overview')
  await expect(row).toContainText('41.405° S to 41.3° S, 148.2° E to 148.265° E')
  await expect(rowOf(page, 'Bay of Fires')).toContainText('0 of 860 tiles: 843 at zoom levels 12–15, 17 for the overview')

  line.hold(/^\/tiles\/topographic\/15\//)
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const note = () => seen.push(/(\d+) of 147/.exec(document.body.textContent)?.[1] ?? '')
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('Downloading · ')
  await expect(row).toContainText('40 of 147')
  const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen.map(Number))])
  expect(seen).toEqual([0, 10, 20, 30, 40])
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Not complete')
  await expect(row).toContainText('Paused. We’ll keep what’s already downloaded.')
  const finished = await storedTiles(page, 'st-helens')
  await expect(row).toContainText(`${finished.length} of 147 tiles`)
  line.release()

  await page.reload()
  await expect(row).toContainText(`${finished.length} of 147 tiles`)
  const before = line.tiles.length
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row).toContainText('Complete and checked')
  await expect(row).toContainText('147 of 147 tiles')
  expect(line.tiles.slice(before).filter((tile) => finished.includes(tile))).toEqual([])
  expect(await storedTiles(page, 'st-helens')).toHaveLength(147)
  await expect(row.getByText('Complete and checked')).toHaveCSS('color', 'rgb(23, 105, 43)')
  await expect(page.getByRole('region', { name: /used$/ })).toContainText(/About .* free on this phone/)
  await expect(page.getByText(/Your browser may delete this data if your device runs low on space/)).toBeVisible()

  await page.evaluate(() => Object.assign(caches, { delete: () => Promise.reject(new Error('the storage is in use')) }))
  await remove(page, row)
  await expect(row).toContainText('Error: the storage is in use')
  await page.reload()
  await expect(row).toContainText('Complete and checked')
  await remove(page, row)
  await expect(row).toContainText('Not on this phone')
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('map:')))).toEqual([])
})

test('OFF-02 maps download in the order in which they were chosen; Cancel removes one from the queue, and Pause holds the others', {
  tag: ['@core', '@service-worker'],
}, async ({ page, line }) => {
  await openMaps(page, line.url)
  const [first, second, third] = [rowOf(page, 'St Helens'), rowOf(page, 'Dreaming Pools'), rowOf(page, 'Bay of Fires')]
  const get = (row: Locator) => row.getByRole('button', { name: 'Get everything' }).click()
  line.hold(/^\/tiles\/topographic\/15\//)
  await get(first)
  await expect(first).toContainText('Map, 18 trails, 24 posts, safety guide')
  await expect(first).toContainText('Downloading · ')
  await get(third)
  await get(second)
  for (const row of [second, third]) await expect(row).toContainText(/Next · .*[kM]B · starts automatically/)
  await third.getByRole('button', { name: 'Cancel the download of Bay of Fires' }).click()
  await expect(third).toContainText('Not on this phone')
  await first.getByRole('button', { name: 'Pause' }).click()
  await expect(second).toContainText('starts after you resume')
  line.release()
  await first.getByRole('button', { name: 'Resume' }).click()
  await expect(first).toContainText('Complete and checked')
  await expect(second).toContainText('Complete and checked')
  await expect(third).toContainText('Not on this phone')
})

test('OFF-03 PWA-04 a downloaded map has all tiles of zooms 12 to 15 and the overview, and no others, while the server is stopped', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, line, privateApp }) => {
  test.slow()
  await openMaps(page, line.url)
  const row = rowOf(page, 'St Helens')
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('Complete and checked')
  const tiles = await storedTiles(page, 'st-helens')
  await privateApp.stop()
  await context.setOffline(true)
  // The map's tokens change, so each request has a different query. One tile is outside the area.
  const answers = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const picture = new Image()
          picture.src = `${path}?token=${Math.random()}`
          return picture.decode().then(
            () => picture.naturalWidth,
            () => 0,
          )
        }),
      ),
    [...tiles, '/tiles/topographic/15/29800/20600.webp'],
  )
  expect(answers).toEqual([...tiles.map(() => 256), 0])
  expect([...new Set(tiles.map((tile) => tile.split('/')[3]))].sort()).toEqual([
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ])
  await expect(page.getByText('Map downloads unavailable while offline. Connect to a network to download maps.')).toBeVisible()
  await expect(rowOf(page, 'Bay of Fires').getByRole('button', { name: 'Get everything' })).toBeDisabled()

  // The map must draw every downloaded tile that it requests.
  const failed: string[] = []
  const drawn = new Set<string>()
  // The browser cancels requests when their page closes.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(new URL(request.url()).pathname)
  })
  page.on('response', (response) => void (response.ok() && drawn.add(new URL(response.url()).pathname)))
  for (const zoom of [12, 13, 14, 15]) {
    for (const latitude of [-41.325, -41.352, -41.38]) {
      await page.goto(`${line.url}/map#${latitude},148.2325,${zoom}`)
      await page.reload()
      const ground = page.getByRole('application')
      await expect(ground.locator('canvas').first()).toBeAttached()
      await page.waitForFunction(() => performance.now() - (performance.getEntriesByName('map drawn').at(-1)?.startTime ?? Infinity) > 300)
      // At these zooms the view is completely inside the downloaded area, so no pixel may be blank.
      if (zoom >= 14) expect(await bareDots(page), `bare at ${latitude}, zoom ${zoom}`).toBe(0)
    }
  }
  expect(failed.filter((path) => tiles.includes(path))).toEqual([])
  expect(tiles.filter((path) => drawn.has(path)).length).toBeGreaterThan(40)
})

const bareDots = (page: Page) =>
  page
    .locator('canvas.map-base, .map-base canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let bare = 0
      for (let i = 3; i < data.length; i += 4) if (data[i] === 0) bare++
      return data.length === 0 ? -1 : bare
    })

test('OFF-02 R23 the app reports a lost connection, a captive portal or a full device, and resumes the download without refetching tiles', {
  tag: '@service-worker',
}, async ({ page, context, line }) => {
  await openMaps(page, line.url)
  const row = rowOf(page, 'St Helens')
  const resume = row.getByRole('button', { name: /Get everything|Resume/ })

  line.cutAfterTiles(40)
  await resume.click()
  await expect(row).toContainText('Some of the map didn’t download', { timeout: 60_000 })
  line.cutAfterTiles(null)
  const afterCut = await storedTiles(page, 'st-helens')
  expect(afterCut.length).toBeGreaterThan(0)

  line.setPortal({})
  await resume.click()
  await expect(row).toContainText('This Wi-Fi network requires you to sign in first')
  line.setPortal(null)
  expect((await storedTiles(page, 'st-helens')).length).toBe(afterCut.length)

  const devtools = await context.newCDPSession(page)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: line.url })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: Math.ceil(usage) + 20_000 })
  await resume.click()
  await expect(row).toContainText('There isn’t enough space on this device')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url })
  const afterQuota = await storedTiles(page, 'st-helens')
  await expect(row).toContainText(`${afterQuota.length} of 147 tiles`)

  const before = line.tiles.length
  await resume.click()
  await expect(row).toContainText('Complete and checked')
  expect(line.tiles.slice(before).filter((tile) => afterQuota.includes(tile))).toEqual([])
})

test(
  'OFF-02 R23 two tabs download a map once; the second shows the progress and takes over if the first closes',
  OLDER_BROWSER_TOO,
  async ({ page, context, line }) => {
    await openMaps(page, line.url)
    const second = await context.newPage()
    await openMaps(second, line.url)
    line.hold(/^\/tiles\/topographic\/15\//)
    await rowOf(page, 'St Helens').getByRole('button', { name: 'Get everything' }).click()
    const row = rowOf(second, 'St Helens')
    await expect(row).toContainText('Downloading in another tab. Keep that tab open.')
    await expect(row).toContainText('40 of 147')
    await expect(row.getByRole('button', { name: /Get everything|Resume|Pause/ })).toBeHidden()
    const finished = await storedTiles(page, 'st-helens')
    await page.close()
    await expect(row).toContainText('Not complete')
    line.release()
    const before = line.tiles.length
    await row.getByRole('button', { name: 'Resume' }).click()
    await expect(row).toContainText('Complete and checked')
    expect(line.tiles.slice(before).filter((tile) => finished.includes(tile))).toEqual([])
  },
)

test('OFF-01 OFF-02 a base map that must not be stored can’t be downloaded', { tag: ['@core', '@service-worker'] }, async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.route(/\/(account\/settings|offline|api\/public\/page-data)$/, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('"offlineAllowed":true', '"offlineAllowed":false') })
  })
  for (const path of ['/offline', '/account/settings']) {
    await page.goto(path)
    await expect(page.getByText('No offline maps available')).toBeVisible()
  }
  const menu = await openDeviceMenu(page)
  await expect(menu.getByRole('button', { name: 'Update' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Offline maps' })).toBeHidden()
  await context.close()
})

test('OFF-04 home offers offline maps until someone opens the offer', { tag: ['@core', '@service-worker'] }, async ({ page }) => {
  await page.goto('/')
  const offer = page.getByRole('main').getByRole('link', { name: 'Get maps' })
  await offer.click()
  await expect(page).toHaveURL('/offline')
  await expect(page.getByRole('heading', { name: 'Networks' })).toBeVisible()
  await page.goto('/')
  const item = (await openDeviceMenu(page)).getByRole('button', { name: 'Offline maps' })
  await expect(item).toBeVisible()
  await expect(offer).toBeHidden()
  await item.click()
  await expect(page).toHaveURL('/offline')
})

const storedBytes = (page: Page, slug: string) =>
  page.evaluate(async (prefix) => {
    const name = (await caches.keys()).find((one) => one.startsWith(prefix)) ?? ''
    const replies = await (await caches.open(name)).matchAll()
    const sizes = await Promise.all(replies.map(async (reply) => (await reply.arrayBuffer()).byteLength))
    return sizes.reduce((sum, size) => sum + size, 0)
  }, `map:${slug}:`)

test('UX-2.14 the number shown matches the download: the map’s own tiles and the overview, each fetched once, including tiles that maps share', {
  tag: '@service-worker',
}, async ({ page, line }) => {
  test.slow()
  await openMaps(page, line.url)
  const row = rowOf(page, 'St Helens')
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('Complete and checked · 434 kB')
  await expect(row).toContainText('147 of 147 tiles')
  expect(line.tiles).toHaveLength(147)
  expect(new Set(line.tiles).size).toBe(147)
  expect(Math.round((await storedBytes(page, 'st-helens')) / 1000)).toBe(434)
  const first = await storedTiles(page, 'st-helens')
  expect(first.sort()).toEqual([...line.tiles].sort())

  const next = rowOf(page, 'Dreaming Pools')
  await next.getByRole('button', { name: 'Get everything' }).click()
  await expect(next).toContainText('Complete and checked')
  const second = await storedTiles(page, 'dreaming-pools')
  await expect(next).toContainText(`${second.length} of ${second.length} tiles`)
  const shared = second.filter((tile) => first.includes(tile))
  expect(shared.length).toBeGreaterThan(9)
  expect(line.tiles).toHaveLength(147 + second.length - shared.length)
  await remove(page, row)
  await expect(row).toContainText('Not on this phone')
  await expect(next).toContainText('Complete and checked')
})

test('OFFLINE-1 a map with lost tiles shows how many, and a repair fetches only those; the image and storage figures follow', {
  tag: '@service-worker',
}, async ({ page, line }) => {
  await openMaps(page, line.url)
  const row = rowOf(page, 'St Helens')
  const picture = page.getByRole('img', { name: /St Helens/ })
  await expect(picture).toHaveAccessibleName('Bay of Fires: Not downloaded. St Helens: Not downloaded. Dreaming Pools: Not downloaded')
  await expect(row).toContainText(/Map, \d+ trails, \d+ posts, safety guide/)
  await row.getByRole('button', { name: 'Get everything' }).click()
  await expect(row).toContainText('Complete and checked')
  await expect(picture).toHaveAccessibleName('Bay of Fires: Not downloaded. St Helens: Ready. Dreaming Pools: Not downloaded')
  await expect(page.getByText('1 of 3 ready')).toBeVisible()
  await expect(page.getByRole('region', { name: /used$/ })).toContainText('St Helens 434 kB')

  const lost = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('map:st-helens:')) ?? ''
    const cache = await caches.open(name)
    const [broken, ...gone] = (await cache.keys()).slice(-8)
    for (const request of gone) await cache.delete(request)
    if (broken) await cache.put(broken, new Response(new Blob([], { type: 'image/webp' })))
    return [broken, ...gone].map((request) => new URL(request?.url ?? '').pathname)
  })
  await page.reload()
  await expect(row).toContainText('21 kB is missing')
  await row.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Check again' }).click()
  await expect(row).toContainText('24 kB is missing')
  const before = line.tiles.length
  await row.getByRole('button', { name: 'Repair, 24 kB' }).click()
  await expect(row).toContainText('Complete and checked')
  expect(line.tiles.slice(before).sort()).toEqual(lost.sort())
})
