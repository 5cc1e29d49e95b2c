import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Site } from '../site-json/schema.ts'
import { tileOrigins, tilePath } from './tile-address.ts'

const tile = { z: 12, x: 3731, y: 2561 }

test('BASE-1 a template supports any order of axes, rows counted from the south, and subdomains', () => {
  expect(tilePath({ url: 'https://tiles.example/{z}/{y}/{x}' }, tile)).toBe('https://tiles.example/12/2561/3731')
  expect(tilePath({ url: 'https://tiles.example/{z}/{x}/{-y}.png' }, tile)).toBe('https://tiles.example/12/3731/1534.png')
  const url = 'https://{a-c}.tiles.example/{z}/{x}/{y}'
  const three = [0, 1, 2].map((step) => tilePath({ url }, { ...tile, x: tile.x + step }))
  expect(new Set(three.map((address) => new URL(address).host))).toEqual(new Set(['a.tiles.example', 'b.tiles.example', 'c.tiles.example']))
  // Otherwise, a device couldn't find a downloaded tile.
  expect(tilePath({ url }, tile)).toBe(three[0])
  const named = { url: 'https://{s}.tiles.example/{z}/{x}/{y}', subdomains: ['north', 'south'] }
  expect([tilePath(named, tile), tilePath(named, { ...tile, y: 2562 })]).toEqual([
    'https://north.tiles.example/12/3731/2561',
    'https://south.tiles.example/12/3731/2562',
  ])
})

test('BASE-1 lists each tile origin once, and omits the app’s own server and any origin that would widen a policy', () => {
  expect(tileOrigins([{ url: '/tiles/sample/{z}/{x}/{y}.webp', darkUrl: '/tiles/dark/{z}/{x}/{y}.webp' }])).toEqual([])
  expect(
    tileOrigins([
      { url: 'https://{a-c}.one.example/{z}/{x}/{y}', darkUrl: 'https://dark.one.example/{z}/{x}/{y}?key={token}' },
      { url: 'https://{s}.two.example:8443/{z}/{y}/{x}', subdomains: ['t1', 't2'] },
      { url: 'https://a.one.example/other/{z}/{x}/{y}' },
      { url: 'http://localhost:8099/{z}/{x}/{y}' },
    ]),
  ).toEqual([
    'http://localhost:8099',
    'https://a.one.example',
    'https://b.one.example',
    'https://c.one.example',
    'https://dark.one.example',
    'https://t1.two.example:8443',
    'https://t2.two.example:8443',
  ])
  const refused = [
    'https://*/{z}/{x}/{y}',
    "https://a;script-src/'{z}/{x}/{y}",
    '//evil.example/{z}/{x}/{y}',
    'http://far.example/{z}/{x}/{y}',
  ]
  expect(tileOrigins(refused.map((url) => ({ url })))).toEqual([])
})

test('BASE-5 st-helens offers the state’s map and imagery online, over the sample terrain, which is first in the list', async () => {
  const text = await readFile(`${import.meta.dirname}/../../../../sites/st-helens/site.json`, 'utf8')
  const { baseMaps } = Site.parse(JSON.parse(text))
  expect(baseMaps.map(({ id, fallback, offlineAllowed }) => [id, fallback, offlineAllowed])).toEqual([
    ['topographic', undefined, true],
    ['satellite', undefined, true],
    ['state-topo', 'topographic', false],
    ['state-imagery', 'satellite', false],
  ])
  expect(tileOrigins(baseMaps)).toEqual(['https://services.thelist.tas.gov.au'])
  const service = 'https://services.thelist.tas.gov.au/arcgis/rest/services/Basemaps'
  const [, , topo = { url: '' }, imagery = { url: '' }] = baseMaps
  expect(tilePath(topo, tile)).toBe(`${service}/Topographic/MapServer/tile/12/2561/3731`)
  expect(tilePath(imagery, tile)).toBe(`${service}/Orthophoto/MapServer/tile/12/2561/3731`)
  for (const { attribution } of baseMaps.slice(2)) expect(attribution).toBe('Base map © State of Tasmania (theLIST), CC BY 3.0 AU')
})
