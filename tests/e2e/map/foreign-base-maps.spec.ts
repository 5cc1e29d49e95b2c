import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { type DotColour, dotPicture } from '@trailwarden/testkit/tile-files'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { ground, screenOf } from '../helpers/maps.ts'

/** The colour doesn't occur in the sample terrain and differs between nine adjacent tiles. */
const colourOf = (x: number, y: number): DotColour => [255 - (x % 3) * 40, 0, 255 - (y % 3) * 40]

/** A browser sends only six requests to a host at a time and queues the rest, so held responses also hold back later requests. */
let waiting: (() => void)[] | null = []
let provider: Server
let app: RunningApp
let folder: string

function answer(path: string, reply: ServerResponse): void {
  const [, kind = '', z = 0, y = 0, x = 0] =
    /^\/(\w+)\/(\d+)\/(\d+)\/(\d+)$/.exec(path)?.map((part, i) => (i > 1 ? Number(part) : part)) ?? []
  const send = () => {
    if (kind === 'cors') reply.setHeader('access-control-allow-origin', '*')
    reply.setHeader('content-type', 'image/png')
    reply.end(dotPicture(colourOf(Number(x), Number(y))))
  }
  if (kind === 'hangs' && waiting) waiting.push(send)
  else if (kind === 'none' || (kind === 'gaps' && Number(z) > 13)) reply.writeHead(404).end()
  else send()
}

test.beforeAll(async () => {
  provider = createServer(({ url = '' }, reply) => answer(url, reply))
  const [port, deadPort] = [await freePort(), await freePort()]
  await new Promise<void>((done) => provider.listen(port, '127.0.0.1', done))
  folder = mkdtempSync(join(tmpdir(), 'sites-'))
  const [from, to] = [resolve(import.meta.dirname, '../../../sites/st-helens'), join(folder, 'st-helens')]
  cpSync(from, to, { recursive: true, filter: (file) => file !== join(from, 'tiles') })
  symlinkSync(join(from, 'tiles'), join(to, 'tiles'))
  const site = JSON.parse(readFileSync(join(to, 'site.json'), 'utf8'))
  const base = { attribution: 'Foreign tiles', minZoom: 3, maxZoom: 18, offlineAllowed: false }
  for (const kind of ['cors', 'plain', 'hangs', 'none', 'gaps', 'dead']) {
    const host = `http://127.0.0.1:${kind === 'dead' ? deadPort : port}`
    site.baseMaps.push({ ...base, id: kind, title: kind, url: `${host}/${kind}/{z}/{y}/{x}` })
  }
  writeFileSync(join(to, 'site.json'), JSON.stringify(site))
  app = await runDeployedApp({ SITES_DIR: folder })
})

test.afterAll(async () => {
  await app.stop()
  provider.closeAllConnections()
  provider.close()
  rmSync(folder, { recursive: true })
})

test.use({ viewport: DESKTOP })

/** A tile on land without trails. */
const TILE = { z: 13, x: 7464, y: 5124 }
const lngOf = (x: number) => (x / 2 ** TILE.z) * 360 - 180
const latOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** TILE.z))) * 180) / Math.PI
const MIDDLE = { lat: latOf(TILE.y + 0.5), lng: lngOf(TILE.x + 0.5) }

async function openOn(page: Page, base: string, zoom = TILE.z) {
  await page.addInitScript((id) => localStorage.setItem('map-layers', JSON.stringify({ base: id, shown: {} })), base)
  // A change of only the hash wouldn't reload the page, so the query contains the base map.
  await page.goto(`${app.url}/map?${base}#${MIDDLE.lat.toFixed(5)},${MIDDLE.lng.toFixed(5)},${zoom}`)
  await expect(ground(page).locator('canvas').first()).toBeAttached()
}

async function coloursAt(page: Page, places: { x: number; y: number }[]): Promise<DotColour[]> {
  const shot = (await page.screenshot()).toString('base64')
  return page.evaluate(
    async ({ shot: bytes, places: points }) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${bytes}`
      await picture.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
      const pen = canvas.getContext('2d')
      pen?.drawImage(picture, 0, 0)
      return points.map(({ x, y }) => Array.from(pen?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? []) as [number, number, number])
    },
    { shot, places },
  )
}

const isNear = (one: DotColour, other: DotColour) => one.every((value, i) => Math.abs(value - (other[i] ?? 0)) < 12)

async function drawnOfNine(page: Page): Promise<number> {
  const nine = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: TILE.x + dx, y: TILE.y + dy })))
  const places = await Promise.all(nine.map(({ x, y }) => screenOf(page, { lat: latOf(y + 0.35), lng: lngOf(x + 0.35) })))
  const colours = await coloursAt(page, places)
  return nine.filter(({ x, y }, i) => isNear(colours[i] ?? [0, 0, 0], colourOf(x, y))).length
}

/** Sample terrain has many colours, the empty grid two, and a foreign tile one. */
async function shades(page: Page): Promise<number> {
  const { x, y } = await screenOf(page, MIDDLE)
  const points = Array.from({ length: 400 }, (_, i) => ({ x: x - 100 + (i % 20) * 10, y: y - 100 + Math.floor(i / 20) * 10 }))
  return new Set((await coloursAt(page, points)).map(String)).size
}

const MESSAGE = 'The background map didn’t load.'
const CREDITS = 'Foreign tiles. Fallback map: Sample terrain. Land © OpenStreetMap contributors, ODbL'

test('BASE-2 the map draws all nine tiles under our content security policy, with and without CORS, from the page and from the worker', {
  tag: '@service-worker',
}, async ({ page }) => {
  for (const kind of ['cors', 'plain']) {
    await openOn(page, kind)
    await expect.poll(() => drawnOfNine(page), kind).toBe(9)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 }).toBe(true)
    await page.reload()
    await expect.poll(() => drawnOfNine(page), `${kind}, by the worker`).toBe(9)
    await expect(page.getByText('Foreign tiles', { exact: true })).toBeVisible()
  }
})

test('BASE-2 if a provider hangs, the map shows the sample terrain within three seconds and draws late tiles over it', async ({ page }) => {
  let [askedAt, groundAt] = [0, 0]
  page.on('request', (request) => {
    if (request.url().includes('/hangs/')) askedAt ||= Date.now()
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(`/tiles/topographic/${TILE.z}/${TILE.x}/${TILE.y}.webp`)) groundAt ||= Date.now()
  })
  await openOn(page, 'hangs')
  await expect.poll(() => shades(page)).toBeGreaterThan(40)
  // The limit of 3 s applies to an idle machine. On a busy machine, the test only proves that the map doesn't wait for a provider that
  // never responds.
  expect(groundAt - askedAt).toBeLessThan(process.env.CI ? 15_000 : 3000)
  await expect(page.getByText(CREDITS)).toBeVisible()
  await expect(page.getByText(MESSAGE)).toBeHidden()
  for (const send of waiting?.splice(0) ?? []) send()
  waiting = null
  await expect.poll(() => drawnOfNine(page)).toBe(9)
})

test('BASE-2 the map is never blank if a provider is down or has no tiles, and enlarges coarser tiles where only the last zooms are missing', async ({
  page,
}) => {
  for (const kind of ['dead', 'none']) {
    await openOn(page, kind)
    await expect.poll(() => shades(page), kind).toBeGreaterThan(40)
    await expect(page.getByText(CREDITS)).toBeVisible()
    await expect(page.getByText(MESSAGE)).toBeHidden()
  }
  await openOn(page, 'gaps', 14)
  const place = await screenOf(page, { lat: latOf(TILE.y + 0.35), lng: lngOf(TILE.x + 0.35) })
  await expect.poll(async () => isNear((await coloursAt(page, [place]))[0] ?? [0, 0, 0], colourOf(TILE.x, TILE.y))).toBe(true)
})

test('BASE-2 the map reports a base map that failed to load only if the sample terrain below it is missing too', async ({ page }) => {
  await page.route('**/tiles/**', (route) => route.abort())
  await openOn(page, 'dead')
  await expect(page.getByText(MESSAGE)).toBeVisible()
  await page.unroute('**/tiles/**')
  // The button has disappeared if the map has already retried automatically.
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2000 })
    await expect(page.getByText(MESSAGE)).toBeHidden({ timeout: 2000 })
  }).toPass()
  await expect.poll(() => shades(page)).toBeGreaterThan(40)
})
