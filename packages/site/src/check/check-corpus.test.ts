import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../../sample/src/random.ts'
import { buildSite } from '../build/build.ts'
import { readSiteFiles } from '../files.ts'
import type { Site } from '../site-json/schema.ts'
import { type Position, SiteBundle } from '../survey/records.ts'
import { checkSite, type SiteFiles } from './check.ts'
import { textReport } from './report.ts'

const SITES = `${import.meta.dirname}/../../../../sites`
const demoPark = await readSiteFiles(`${SITES}/demo-park`)
const stHelens = await readSiteFiles(`${SITES}/st-helens`)

const JUNK = [
  null,
  '',
  'N/A',
  'x',
  0,
  -1,
  1e308,
  '1e9',
  'NaN',
  '99999',
  true,
  [],
  {},
  [[]],
  [1],
  ['146.8', '-42'],
  { __proto__: 1 },
  '\u0000',
  '💥'.repeat(3000),
] as const
const FAR = [0, 41.98, -41.98, 146.83, -146.83, 180, -90, 1e9, -0, 0.1] as const

function breakText(text: string, random: Random): string {
  const at = Math.floor(random.next() * text.length)
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + random.pick(['"', '}', ']', ',', '\\', ':', '0', '-']) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + Math.ceil(random.next() * 20)),
    () => text.replaceAll('"type"', '"typ"'),
    () => `\ufeff${text}`,
  ])()
}

type Json = Record<string, unknown> | unknown[]
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function breakValue(root: Json, random: Random): void {
  let node: Json = root
  let owner: { node: Record<string, unknown>; key: string } | null = null
  while (isJson(node) && Object.keys(node).length > 0) {
    const keys = Object.keys(node)
    const key: string = keys[Math.floor(random.next() * keys.length)] ?? ''
    owner = { node: node as Record<string, unknown>, key }
    const next: unknown = owner.node[key]
    if (!isJson(next) || random.next() < 0.12) break
    node = next
  }
  if (!owner) return
  const { node: parent, key } = owner
  const value = parent[key]
  if (typeof value === 'number' && random.next() < 0.7) parent[key] = random.pick([-value, value * 10, value + 1, value + 0.05, ...FAR])
  else if (random.next() < 0.2) delete parent[key]
  else if (Array.isArray(parent) && random.next() < 0.3) parent.push(structuredClone(value), structuredClone(value))
  else parent[key] = structuredClone(random.pick(JUNK))
}

function broken(site: SiteFiles, random: Random): SiteFiles {
  const names = Object.keys(site.raw)
  const name = names[Math.floor(random.next() * names.length)] ?? ''
  const text = site.raw[name] ?? ''
  if (random.next() < 0.2) return { ...site, raw: { ...site.raw, [name]: breakText(text, random) } }
  const root: Json = JSON.parse(text)
  for (let i = Math.ceil(random.next() * 6); i > 0; i--) breakValue(root, random)
  return { ...site, raw: { ...site.raw, [name]: JSON.stringify(root) } }
}

function positionsIn(value: unknown): Position[] {
  if (!Array.isArray(value)) return isJson(value) ? Object.values(value).flatMap(positionsIn) : []
  const [lon, lat] = value
  return value.length === 2 && typeof lon === 'number' ? [[lon, Number(lat)]] : value.flatMap(positionsIn)
}

/** Independent of the checker's code, so that an error in the checker's own bounds can't go unnoticed. */
const isInside = ({ areas, networks }: Site, area: string | null, [lon, lat]: Position) => {
  const id = areas.find(({ name }) => name === area)?.networkId
  const own = networks.filter((network) => id === undefined || network.id === id).map(({ bounds }) => bounds)
  const [lons, lats] = [own.flatMap((b) => [b.west, b.east]), own.flatMap((b) => [b.south, b.north])]
  return lon >= Math.min(...lons) && lon <= Math.max(...lons) && lat >= Math.min(...lats) && lat <= Math.max(...lats)
}

test('DATA-03 500 broken files never crash the checker or produce a coordinate outside the network', async () => {
  let [withIssues, refused] = [0, 0]
  for (let i = 0; i < 500; i++) {
    const random = randomOf(`corpus/${i}`)
    const files = broken(i % 25 === 0 ? stHelens : demoPark, random)
    const { site, records, issues } = checkSite(files)
    // Place names are only for orientation and may be anywhere. A pair of heights looks like a position but isn't one.
    const { placeNames: _, ...surveyed } = records
    for (const record of Object.values(surveyed).flat()) {
      const area = 'area' in record ? record.area : 'activity' in record ? record.activity : null
      for (const position of positionsIn({ ...record, heights: null }))
        if (!isInside(site, area, position)) expect.fail(`file ${i}: ${position} is outside`)
    }
    if (i % 5 === 0) SiteBundle.parse(JSON.parse(JSON.stringify((await buildSite(files)).bundle)))
    for (const all of [records.trails, records.accessPoints, records.landingZones, records.accessRoutes, records.hazards, records.places])
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    textReport({ site, records, issues })
    if (issues.some(({ settled }) => !settled)) withIssues += 1
    if (issues.some(({ outcome }) => outcome === 'refused')) refused += 1
  }
  // The corpus must contain enough damage to be meaningful.
  expect(withIssues).toBeGreaterThan(350)
  expect(refused).toBeGreaterThan(150)
}, 60_000)
