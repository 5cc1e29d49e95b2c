import { writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BaseMap, tilesOf } from '@trailwarden/site'
import { dotPicture, writeMbtiles, writePmtiles } from '@trailwarden/testkit/tile-files'
import { expect, onTestFinished, test } from 'vitest'
import { openPages } from '#http/pages/pages.ts'
import { createTestServer } from '#testing/test-server.ts'
import { createWebBuild } from '#testing/web-build.ts'
import { readSiteContent } from './site.ts'

const own: BaseMap = {
  id: 'own',
  title: 'Own',
  url: '/tiles/own/{z}/{x}/{y}.webp',
  attribution: 'The council',
  minZoom: 3,
  maxZoom: 15,
  offlineAllowed: true,
}
const foreign = (id: string, url: string, more: Partial<BaseMap> = {}): BaseMap => ({ ...own, id, url, offlineAllowed: false, ...more })

const read = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )

async function serverWith(baseMaps: BaseMap[], environment: Record<string, string> = {}) {
  const WEB_DIST = createWebBuild()
  const { app } = await createTestServer({
    site: { baseMaps },
    pages: await openPages(WEB_DIST),
    environment: { ...environment, WEB_DIST },
  })
  return {
    app,
    policyOf: async (url: string) => read((await app.inject(url)).headers['content-security-policy']),
    worker: () => app.inject('/service-worker.js'),
  }
}

test('BASE-1 the page and the worker can load only from the app’s own origin and those of the site’s base maps', async () => {
  const origins = ['https://a.tiles.example', 'https://b.tiles.example', 'https://night.example', 'https://photos.example']
  const { policyOf, worker } = await serverWith([
    own,
    foreign('topographic', 'https://{a-b}.tiles.example/{z}/{y}/{x}', { darkUrl: 'https://night.example/{z}/{y}/{x}' }),
    foreign('photos', 'https://photos.example/wmts?TileMatrix={z}&TileRow={y}&TileCol={x}'),
  ])
  for (const page of ['/map', '/shell.html', '/home-shell.html']) {
    const policy = await policyOf(page)
    expect(policy['img-src'], page).toEqual(["'self'", 'data:', 'blob:', ...origins])
    expect(policy['connect-src'], page).toEqual(["'self'", ...origins])
    const others = Object.entries(policy).filter(([name]) => name !== 'img-src' && name !== 'connect-src')
    expect(JSON.stringify(others), page).not.toContain('example')
  }
  const reply = await worker()
  expect(reply.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(read(reply.headers['content-security-policy'])).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'", ...origins],
  })
  // This page has no map, so the policy allows no other origins.
  expect((await policyOf('/emergency'))['img-src']).toEqual(["'self'", 'data:', 'blob:'])
})

test('BASE-1 a site with only its own base maps loads everything from the app’s origin', async () => {
  const { policyOf } = await serverWith([own])
  for (const page of ['/', '/map', '/shell.html']) {
    const policy = await policyOf(page)
    expect(policy['img-src'], page).toEqual(["'self'", 'data:', 'blob:'])
    expect(policy['connect-src'], page).toEqual(["'self'"])
  }
  expect((await policyOf('/service-worker.js'))['connect-src']).toEqual(["'self'"])
})

test('BASE-1 a changed origin changes the worker, which refetches cached pages so that devices get the new policy', async () => {
  const scriptOf = async (...baseMaps: BaseMap[]) => (await (await serverWith(baseMaps)).worker()).body
  const alone = await scriptOf(own)
  const withForeign = await scriptOf(own, foreign('topographic', 'https://tiles.example/{z}/{x}/{y}'))
  expect(alone).toMatch(/revision: 'build-[0-9a-f]{8}'/)
  expect(withForeign).not.toBe(alone)
  expect(await scriptOf(own, foreign('topographic', 'https://tiles.example/other/{z}/{x}/{y}'))).toBe(withForeign)
})

test('BASE-1 browsers get tile URLs with a token from the environment; without the token, the server refuses to start', async () => {
  const baseMaps = [own, foreign('aerial-2024', 'https://tiles.example/{z}/{x}/{y}.jpg?key={token}')]
  const { app } = await serverWith(baseMaps, { BASE_MAP_TOKEN_AERIAL_2024: 'p&k' })
  const wanted = 'https://tiles.example/{z}/{x}/{y}.jpg?key=p%26k'
  expect((await app.inject('/api/public/page-data')).json().site.baseMaps[1].url).toBe(wanted)
  expect((await app.inject('/api/public/site-data')).json().site.baseMaps[1].url).toBe(wanted)
  await expect(serverWith(baseMaps)).rejects.toThrow('BASE_MAP_TOKEN_AERIAL_2024 is not set, and the base map "aerial-2024"')
})

async function parkWithFile(file: string, write: typeof writePmtiles, more: Partial<BaseMap> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const root = resolve(import.meta.dirname, '../../../../..')
  await cp(join(root, 'sites/demo-park'), join(folder, 'park'), { recursive: true })
  const site = JSON.parse(await readFile(join(folder, 'park/site.json'), 'utf8'))
  const { bounds } = site.networks[0]
  const tiles = [8, 9].flatMap((z) =>
    [...tilesOf({ bounds, minZoom: z, maxZoom: z })].map((tile) => ({ ...tile, data: dotPicture([z, 0, 0]) })),
  )
  await mkdir(join(folder, 'park/base-maps'))
  write(join(folder, 'park/base-maps', file), { tiles, bounds: [bounds.west, bounds.south, bounds.east, bounds.north] })
  const base = { ...own, id: 'aerial', url: '/tiles/aerial/{z}/{x}/{y}', file, minZoom: 8, maxZoom: 9, offlineAllowed: false, ...more }
  await writeFile(join(folder, 'park/site.json'), JSON.stringify({ ...site, baseMaps: [base] }))
  const content = await readSiteContent(join(folder, 'park'), join(root, 'apps/web/help'))
  const { app } = await createTestServer({ content })
  return { app, tile: tiles[0] ?? { z: 0, x: 0, y: 0, data: Buffer.alloc(0) } }
}

test.each([
  ['aerial.pmtiles', writePmtiles],
  ['aerial.mbtiles', writeMbtiles],
] as const)('BASE-3 serves tiles from %s as cacheable images, and returns 404 where there is no tile', async (file, write) => {
  const { app, tile } = await parkWithFile(file, write)
  const reply = await app.inject(`/tiles/aerial/${tile.z}/${tile.x}/${tile.y}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  })
  expect(reply.rawPayload).toEqual(tile.data)
  const again = await app.inject({
    url: `/tiles/aerial/${tile.z}/${tile.x}/${tile.y}`,
    headers: { 'if-none-match': String(reply.headers.etag) },
  })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  const nothing = [
    `/tiles/aerial/${tile.z}/0/0`,
    '/tiles/aerial/3/1/1',
    '/tiles/aerial/30/1/1',
    '/tiles/aerial/8/-1/x',
    '/tiles/other/8/1/1',
  ]
  for (const url of nothing) expect((await app.inject(url)).statusCode, url).toBe(404)
})

test('BASE-3 reports a map file that is invalid or doesn’t match its entry as an issue of the site’s data', async () => {
  const wrong = async (file: string, write: typeof writePmtiles, more: Partial<BaseMap> = {}) =>
    parkWithFile(file, write, more).then(
      () => 'no issue',
      (error: Error) => error.message,
    )
  expect(await wrong('a.pmtiles', writePmtiles, { maxZoom: 14 })).toContain('a.pmtiles has zooms 8 to 9, but the entry has 8 to 14')
  expect(await wrong('a.pmtiles', writePmtiles, { file: 'b.pmtiles' })).toContain('there is no file b.pmtiles')
  expect(await wrong('a.pmtiles', (path, contents) => writePmtiles(path, { ...contents, isVector: true }))).toContain('holds vector tiles')
  expect(await wrong('a.mbtiles', (path, contents) => writeMbtiles(path, { ...contents, isVector: true }))).toContain('holds vector tiles')
  expect(await wrong('a.pmtiles', (path) => writeFileSync(path, 'no tiles at all'))).toContain('a.pmtiles cannot be read')
  expect(await wrong('a.mbtiles', (path) => writeFileSync(path, 'no tiles at all'))).toContain('a.mbtiles cannot be read')
  expect(await wrong('a.pmtiles', writePmtiles, { file: '../a.pmtiles' })).toContain('the address must be /tiles/aerial/{z}/{x}/{y}')
})
