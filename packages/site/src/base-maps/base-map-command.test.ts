import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dotPicture, writeMbtiles, writePmtiles } from '@trailwarden/testkit/tile-files'
import { expect, onTestFinished, test } from 'vitest'
import { Site } from '../site-json/schema.ts'
import { coverOf, overviewOf, tilesOf } from './tile-cover.ts'
import { readWmts } from './wmts.ts'

const ROOT = `${import.meta.dirname}/../../../..`
type Answer = { code: number; stdout: string; stderr: string }

const add = (...args: string[]): Promise<Answer> =>
  promisify(execFile)(process.execPath, [`${ROOT}/tools/site/site.ts`, 'base-map', 'add', ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Answer) => ({ code, stdout, stderr }),
  )

async function createPark() {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const park = join(folder, 'park')
  await cp(`${ROOT}/sites/demo-park`, park, { recursive: true })
  const read = async () => Site.parse(JSON.parse(await readFile(join(park, 'site.json'), 'utf8')))
  return { folder, park, read }
}

const NAMED = ['--id', 'aerial', '--title', 'Aerial', '--attribution', 'The council']

async function createProvider() {
  const server = createServer(({ url = '' }, reply) => {
    if (url.startsWith('/png')) reply.end(dotPicture([1, 2, 3]))
    else if (url.startsWith('/pbf')) reply.end('vectors')
    else reply.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('BASE-3 add tests a template and writes it to site.json; it rejects vector tiles, errors and a missing attribution', async () => {
  const { park, read } = await createPark()
  const host = await createProvider()
  const before = await readFile(join(park, 'site.json'), 'utf8')
  expect(await add(`${host}/pbf/{z}/{x}/{y}`, park, ...NAMED)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('only draws raster tiles'),
  })
  expect(await add(`${host}/none/{z}/{x}/{y}`, park, ...NAMED)).toMatchObject({ code: 2, stderr: expect.stringContaining('answered 404') })
  expect(await add(`${host}/png/{z}/{x}/{y}`, park, ...NAMED.slice(0, 4))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--attribution'),
  })
  expect(await add(`${host}/png/{z}/{x}/{y}`, park, ...NAMED, '--offline')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Access-Control-Allow-Origin'),
  })
  expect(await readFile(join(park, 'site.json'), 'utf8')).toBe(before)
  const added = await add(`${host}/png/{z}/{y}/{x}`, park, ...NAMED, '--max-zoom', '19', '--photo')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Aerial is added: zooms 0 to 19, needs signal') })
  expect((await read()).baseMaps.map(({ id, url, offlineAllowed, isPhoto }) => [id, url, offlineAllowed, isPhoto])).toEqual([
    ['plain', '/tiles/plain/{z}/{x}/{y}.png', true, undefined],
    ['aerial', `${host}/png/{z}/{y}/{x}`, false, true],
  ])
}, 60_000)

test('BASE-3 BASE-4 add copies a file with its zooms and bounds, and allows downloads only if every tile of its offline maps exists', async () => {
  const { folder, park, read } = await createPark()
  const site = await read()
  const [network, map] = [site.networks[0], site.offlineMaps[0]]
  if (!network || !map) throw new Error('Demo Park must have a network and an offline map')
  const all = site.networks.map(({ bounds }) => bounds)
  const bounds: [number, number, number, number] = [
    Math.min(...all.map(({ west }) => west)),
    Math.min(...all.map(({ south }) => south)),
    Math.max(...all.map(({ east }) => east)),
    Math.max(...all.map(({ north }) => north)),
  ]
  const ground = { minZoom: 10, maxZoom: 13 }
  const keys = new Map(
    site.offlineMaps
      .flatMap((one) => [...tilesOf(overviewOf(one, ground)), ...tilesOf(coverOf(one, ground))])
      .map((tile) => [JSON.stringify(tile), tile]),
  )
  const tiles = [...keys.values()].map((tile) => ({ ...tile, data: dotPicture([tile.z, 0, 0]) }))
  const pmtiles = join(folder, 'park.pmtiles')
  writePmtiles(pmtiles, { tiles: tiles.slice(1), bounds, attribution: 'The state' })
  const named = ['--id', 'aerial', '--title', 'Aerial']
  const holed = await add(pmtiles, park, ...named, '--offline')
  expect(holed).toMatchObject({ code: 2, stderr: expect.stringMatching(/1 of \d+ tiles of the offline map .* are not in park\.pmtiles/) })
  writePmtiles(pmtiles, { tiles, bounds, attribution: 'The state' })
  expect(await add(pmtiles, park, ...named, '--offline')).toMatchObject({ code: 0 })
  const entry = (await read()).baseMaps.at(-1)
  expect(entry).toMatchObject({
    file: 'park.pmtiles',
    url: '/tiles/aerial/{z}/{x}/{y}',
    attribution: 'The state',
    offlineAllowed: true,
    ...ground,
  })
  const mbtiles = join(folder, 'part.mbtiles')
  const { west, south } = network.bounds
  writeMbtiles(mbtiles, { tiles, bounds: [west, south, west + 0.001, south + 0.001], attribution: 'The state' })
  const partly = ['--id', 'part', '--title', 'Part']
  expect(await add(mbtiles, park, ...partly)).toMatchObject({ code: 2, stderr: expect.stringContaining('leaves out part of') })
  expect(await add(mbtiles, park, ...partly, '--partly')).toMatchObject({ code: 0 })
  writePmtiles(join(folder, 'v.pmtiles'), { tiles, bounds, isVector: true })
  expect(await add(join(folder, 'v.pmtiles'), park, ...NAMED)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('holds vector tiles'),
  })
}, 90_000)

const capabilities = (
  layer: string,
  matrices: string,
) => `<?xml version="1.0"?><Capabilities xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="x">
<ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="https://maps.example/wmts?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
<Contents><Layer><ows:Title>Topo &amp; roads</ows:Title><ows:Identifier>topo</ows:Identifier><ows:WGS84BoundingBox><ows:LowerCorner>143 -44</ows:LowerCorner><ows:UpperCorner>149 -39</ows:UpperCorner></ows:WGS84BoundingBox>
<Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>${layer}</Layer>
<TileMatrixSet><ows:Identifier>web</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::28355</ows:SupportedCRS>${matrices}</TileMatrixSet></Contents></Capabilities>`
const matrix = (name: string, zoom: number, corner = '-20037508.34 20037508.34') =>
  `<TileMatrix><ows:Identifier>${name}</ows:Identifier><ScaleDenominator>${559_082_264.028_717_8 / 2 ** zoom}</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight></TileMatrix>`
const WEB = matrix('web:5', 5) + matrix('web:6', 6) + matrix('web:12', 12)

test('BASE-3 converts a WMTS layer to a template, by path or by parameters, and names an unsupported grid', () => {
  const byPath =
    '<ResourceURL format="image/png" resourceType="tile" template="https://maps.example/topo/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png"/>'
  expect(readWmts(capabilities(byPath, WEB))).toEqual({
    url: 'https://maps.example/topo/default/web/web:{z}/{y}/{x}.png',
    title: 'Topo & roads',
    minZoom: 5,
    maxZoom: 12,
    tileSize: 256,
    bounds: { west: 143, south: -44, east: 149, north: -39 },
  })
  expect(readWmts(capabilities('', WEB)).url).toBe(
    'https://maps.example/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=topo&STYLE=default&TILEMATRIXSET=web&TILEMATRIX=web:{z}&TILEROW={y}&TILECOL={x}&FORMAT=image%2Fpng',
  )
  expect(() => readWmts(capabilities(byPath, matrix('5', 5, '300000 9000000')))).toThrow('EPSG::28355')
  expect(() => readWmts(capabilities(byPath, matrix('a', 5)))).toThrow('the standard web grid')
  expect(() => readWmts(capabilities(byPath, WEB), 'other')).toThrow('--layer: topo')
  expect(() => readWmts('<html></html>')).toThrow('not a WMTS description')
})

test('BASE-3 adds a base map from a WMTS description file on disk', async () => {
  const { folder, park, read } = await createPark()
  const host = await createProvider()
  const byPath = `<ResourceURL format="image/png" resourceType="tile" template="${host}/png/{TileMatrix}/{TileRow}/{TileCol}.png"/>`
  const file = join(folder, 'capabilities.xml')
  await writeFile(file, capabilities(byPath, WEB).replace('143 -44', '-180 -85').replace('149 -39', '180 85'))
  expect(await add(file, park, ...NAMED)).toMatchObject({ code: 0 })
  expect((await read()).baseMaps.at(-1)).toMatchObject({ url: `${host}/png/web:{z}/{y}/{x}.png`, minZoom: 5, maxZoom: 12 })
}, 30_000)
