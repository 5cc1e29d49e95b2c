import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildTrailIndex, distanceM, type LonLat } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { randomOf } from '../../../sample/src/random.ts'
import { readSiteBundle, readSiteFiles } from '../files.ts'
import { SiteBundle } from '../survey/records.ts'
import { buildSite } from './build.ts'

const FOLDER = `${import.meta.dirname}/../../../../sites/st-helens`
const { bundle } = await readSiteBundle(FOLDER)

test('DATA-02 the site data matches its schema and is at most 250 kB compressed', () => {
  const text = JSON.stringify(bundle)
  expect(SiteBundle.parse(JSON.parse(text))).toEqual(bundle)
  const compressed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  expect(compressed.length).toBeLessThan(250_000)
})

test('DATA-02 the hash doesn’t depend on the order of the files, and changes with every change of content', async () => {
  const files = await readSiteFiles(FOLDER)
  const reversed = { ...files, raw: Object.fromEntries(Object.entries(files.raw).reverse()) }
  expect((await buildSite(reversed)).bundle.hash).toBe(bundle.hash)
  const changed = { ...files, site: files.site.replace('"000"', '"112"') }
  expect((await buildSite(changed)).bundle.hash).not.toBe(bundle.hash)
})

async function importsOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  for (const [, from = ''] of (await readFile(file, 'utf8')).matchAll(/from '([^']+)'/g)) {
    const target = from.startsWith('.') ? join(dirname(file), from) : from
    if (seen.has(target)) continue
    seen.add(target)
    if (from.startsWith('.')) await importsOf(target, seen)
  }
  return seen
}

test('DATA-02 code that browsers import doesn’t read from disk', async () => {
  const imports = [...(await importsOf(`${import.meta.dirname}/../index.ts`))]
  expect(imports.filter((name) => name.startsWith('node:'))).toEqual([])
  expect([...(await importsOf(`${import.meta.dirname}/../files.ts`))]).toContain('node:fs/promises')
})

test('DATA-02 at 1,000 random points, the sample network’s trail reference matches a brute-force search within 10 m', () => {
  const index = buildTrailIndex(bundle)
  const dense: LonLat[] = []
  for (const line of bundle.trails.flatMap(({ lines }) => lines))
    line.forEach((to, i) => {
      const from = line[i - 1] ?? to
      const steps = Math.ceil(distanceM(from, to) / 5)
      for (let k = 0; k < steps; k++) dense.push([from[0] + ((to[0] - from[0]) * k) / steps, from[1] + ((to[1] - from[1]) * k) / steps])
    })
  /** Compares degrees scaled for the latitude, and measures only the distance to the nearest point exactly. */
  const oracleM = (point: LonLat) => {
    const narrow = Math.cos((point[1] * Math.PI) / 180)
    let [nearest, best] = [point, Number.POSITIVE_INFINITY]
    for (const vertex of dense) {
      const apart = ((vertex[0] - point[0]) * narrow) ** 2 + (vertex[1] - point[1]) ** 2
      if (apart < best) [nearest, best] = [vertex, apart]
    }
    return distanceM(point, nearest)
  }
  const random = randomOf('points')
  const timesMs = Array.from({ length: 1000 }, () => {
    const point: LonLat = [random.between(147.87, 148.34), random.between(-41.41, -41.08)]
    const startedAt = performance.now()
    const place = index.nearestTrail(point)
    const words = index.describe({ position: point, accuracyM: 5 })
    const tookMs = performance.now() - startedAt
    expect(Math.abs((place?.offTrailM ?? Number.NaN) - oracleM(point))).toBeLessThan(10)
    const offM = place?.offTrailM ?? Number.NaN
    const isNearPost = (index.nearestMarkers(point, 1)[0]?.distanceM ?? Number.NaN) <= 2000
    if (offM > 2000 && !isNearPost) expect(words).toBeNull()
    else expect(words).toMatch(offM > 30 ? new RegExp(`^[\\d.]+ k?m [a-z-]+ of ${place?.trail.name}$|^At `) : /^At |^[\d.]+ k?m after /)
    return tookMs
  })
  expect(timesMs.sort((a, b) => a - b)[500]).toBeLessThan(2)
}, 60_000)

test('DATA-02 at every marker, the trail reference names that marker', () => {
  const index = buildTrailIndex(bundle)
  for (const { code, position } of bundle.markers) {
    const words = index.describe({ position, accuracyM: 5 })
    const nearest = index.nearestMarkers(position, 1)[0]
    expect([nearest?.item.code, nearest?.distanceM]).toEqual([code, 0])
    expect(words).toBe(`At ${code}`)
  }
})
