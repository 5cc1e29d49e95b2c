/**
 * Checks that no sentence on the emergency screens claims more than the accuracy of the position allows. A parser compares each sentence
 * with the facts at every point of the accuracy circle. The test computes these facts independently of the app, on the ellipsoid and from
 * the raw trail lines.
 */
import { buildTrailIndex, callOpening, farFromPhone, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, SiteBundle } from '@trailwarden/site'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { SiteData } from '#parts/trail/site-data.ts'
import { HereView, MyPosition, PostToLookFor, RoughBand, RoughSignal, WhereScript } from './here/here-view.tsx'
import { isMeasured, type Where } from './here/where.ts'
import { Challenge } from './post/challenge.tsx'
import { placeOfFix } from './post/place-text.ts'
import { fromPhone } from './post/post-view.tsx'

type LonLat = readonly [number, number]
type Point = readonly [x: number, y: number]

const ACCURACIES = [8, 30, 80, 350, 1000, 5000]
const PLACES = 400
const DECIMALS = (accuracyM: number) => (accuracyM <= 30 ? 5 : accuracyM <= 100 ? 4 : accuracyM <= 1000 ? 3 : 2)

let bundle: SiteBundle
let data: SiteData
let site: Site
let oracle: ReturnType<typeof buildOracle>

beforeAll(async () => {
  // The module name is in a variable so that the compiler doesn't check that module, which needs Node, with browser types.
  const reader = '@trailwarden/site/files'
  const { readSiteBundle }: { readSiteBundle: (folder: string) => Promise<{ bundle: SiteBundle }> } = await import(reader)
  ;({ bundle } = await readSiteBundle(new URL('../../../../../sites/st-helens', import.meta.url).pathname))
  // Leaves out the trail lines, because the sketch makes no claims and would take most of the test's time.
  data = { bundle: { ...bundle, trails: [] }, index: buildTrailIndex(bundle) }
  site = bundle.site
  oracle = buildOracle(bundle)
})

/** Converts to and from metres east and north of a location, using the ellipsoid's radii of curvature there. */
function planeAt([lon, lat]: LonLat) {
  const sin = Math.sin((lat * Math.PI) / 180)
  const w = Math.sqrt(1 - 0.00669438 * sin * sin)
  const [alongM, acrossM] = [(6_378_137 * (1 - 0.00669438)) / w ** 3, (6_378_137 / w) * Math.cos((lat * Math.PI) / 180)]
  const degree = Math.PI / 180
  return {
    to: ([x, y]: LonLat): Point => [(x - lon) * degree * acrossM, (y - lat) * degree * alongM],
    from: ([x, y]: Point): LonLat => [lon + x / degree / acrossM, lat + y / degree / alongM],
  }
}

const away = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)
const bearing = ([ax, ay]: Point, [bx, by]: Point) => ((Math.atan2(bx - ax, by - ay) * 180) / Math.PI + 360) % 360
const WORDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

function buildOracle({ trails, markers, landingZones, site: { areas, networks } }: SiteBundle) {
  // Points at most 8 m apart on every trail, with their distance along it.
  const dense = trails.map(({ name, area, lines }) => {
    const points: { at: LonLat; alongM: number }[] = []
    let alongM = 0
    for (const line of lines)
      line.forEach((vertex, i) => {
        const before = line[i - 1] ?? vertex
        const lengthM = away([0, 0], planeAt(before).to(vertex))
        const steps = Math.max(1, Math.ceil(lengthM / 8))
        for (let step = 1; step <= steps; step++) {
          const share = step / steps
          points.push({
            at: [before[0] + (vertex[0] - before[0]) * share, before[1] + (vertex[1] - before[1]) * share],
            alongM: alongM + lengthM * share,
          })
        }
        alongM += lengthM
      })
    const networkId = areas.find((one) => one.name === area)?.networkId
    return { name, network: networks.find(({ id }) => id === networkId)?.name ?? '', points }
  })
  const landings = [...landingZones, ...markers.map(({ helicopter }) => helicopter)].flatMap(({ position }) => (position ? [position] : []))
  return { dense, markers, landings }
}

/** Finds every trail and post around a location, with their distances in metres. The result is shared by all accuracies. */
function surroundingsOf(at: LonLat) {
  const { to } = planeAt(at)
  const trails = oracle.dense.map(({ name, network, points }) => {
    const near = points.map((point): Placed => {
      const plane = to(point.at)
      return { plane, alongM: point.alongM, metres: Math.hypot(plane[0], plane[1]) }
    })
    return { name, network, points: near, leastM: near.reduce((least, { metres }) => Math.min(least, metres), Number.POSITIVE_INFINITY) }
  })
  const posts = new Map(oracle.markers.map(({ code, position }) => [code, to(position)]))
  const trailM = Math.min(...trails.map(({ leastM }) => leastM))
  const postM = Math.min(...[...posts.values()].map((point) => away([0, 0], point)))
  return { trails, posts, trailM, postM }
}
type Placed = { plane: Point; alongM: number; metres: number }
type Surroundings = ReturnType<typeof surroundingsOf>

/** Finds all items that are the nearest to at least one sample by more than a margin. Smaller differences count as a tie. */
function nearestFrom<T>(samples: readonly Point[], all: readonly (readonly [T, Point])[], marginM: number): Set<T> {
  const found = new Set<T>()
  for (const sample of samples) {
    let [best, second, which]: [number, number, T | null] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, null]
    for (const [one, [x, y]] of all) {
      const metres = Math.hypot(x - sample[0], y - sample[1])
      if (metres < best) {
        if (which !== one) second = best
        best = metres
        which = one
      } else if (which !== one && metres < second) second = metres
    }
    if (which !== null && second - best > marginM + best * 0.006) found.add(which)
  }
  return found
}

/** Finds the posts, trails and networks that may be the nearest from any point of the circle. */
function possibleFrom(surroundings: Surroundings, radiusM: number) {
  const { trails, posts, trailM, postM } = surroundings
  const samples: Point[] = [[0, 0]]
  for (const [share, count] of [
    [0.5, 12],
    [0.995, 36],
  ] as const)
    for (let i = 0; i < count; i++) {
      const angle = ((i + 0.5) / count) * 2 * Math.PI
      samples.push([Math.cos(angle) * radiusM * share, Math.sin(angle) * radiusM * share])
    }
  const nearPosts = [...posts].filter(([, point]) => away([0, 0], point) <= postM + 2 * radiusM + 50)
  // For circles over 100 m, one point every 64 m is precise enough. Over 1 km, the screens name no trail or network.
  const [step, marginM] = radiusM > 100 ? [8, 40] : [1, 6]
  const reachM = trailM + 2 * radiusM + 40
  const lines = (radiusM > 1000 ? [] : trails.filter(({ leastM }) => leastM <= reachM)).flatMap(({ name, network, points }) =>
    points.flatMap(({ plane, metres }, i) => (i % step > 0 || metres > reachM ? [] : [{ name, network, plane }])),
  )
  return {
    samples,
    posts,
    nearPosts: nearestFrom(samples, nearPosts, 2),
    offNetworkM: Math.min(postM, trailM),
    trailsWithin: (metres: number) => trails.flatMap(({ name, leastM }) => (leastM <= metres ? [name] : [])),
    pointsOf: (trail: string | undefined) => trails.find(({ name }) => name === trail)?.points ?? [],
    nearTrails: nearestFrom(
      samples,
      lines.map(({ name, plane }) => [name, plane] as const),
      marginM,
    ),
    nearNetworks: nearestFrom(
      samples,
      lines.map(({ network, plane }) => [network, plane] as const),
      marginM,
    ),
  }
}
type Possible = ReturnType<typeof possibleFrom>

const metresOf = (text: string) => Number.parseFloat(text) * (text.endsWith('km') ? 1000 : 1)
const codesOf = (text: string) => text.match(/\b(?:BT\/)?(?:SH|DP|BF|BT)\d\d\b/g) ?? []

type Circle = { at: LonLat; accuracyM: number; possible: Possible }

/** Throws if a sentence claims too much. */
function judge(line: string, { at, accuracyM, possible }: Circle, about: string): void {
  const message = `${about}: "${line}"`
  const [isExact, isNear, isLost] = [accuracyM <= 30, accuracyM > 30 && accuracyM <= 100, accuracyM > 1000]
  const codes = codesOf(line)
  const postAt = (code: string | undefined) => possible.posts.get(code ?? '') ?? [Number.NaN, 0]
  const metresTo = (code: string | undefined) => away([0, 0], postAt(code))
  const every = (check: (sample: Point) => boolean) => possible.samples.every(check)

  const limits = /accurate to ([\d.]+ k?m)/.exec(line)
  if (limits) expect(metresOf(limits[1] ?? ''), message).toBeGreaterThanOrEqual(accuracyM)
  if (isLost) expect(codes, message).toEqual([])
  if (!isExact) expect(line, message).not.toMatch(/past it|back up|on down|(up|down) the trail|min walk|min on foot|You are at|I am|, here/)
  if (!isExact && !isNear) {
    expect(line, message).not.toMatch(/\babout \d+ m\b|Towards|to the (north|south|east|west)|(north|south|east|west) of/)
    // The remaining distances must be stated as limits or as the position's accuracy.
    const bare = line.replace(/(within|at least|accurate to) [\d.]+ k?m/g, '')
    expect(bare, message).not.toMatch(/\b\d[\d.]* k?m\b/)
  }

  // Survey data about a post doesn't depend on the phone's accuracy, but the screen hides it when the position is rough.
  if (/^Way in/.test(line)) {
    expect(isExact || isNear, message).toBe(true)
    return
  }

  // The screen names all posts that may be the nearest, or none.
  if (
    /^(Nearest emergency post|Near emergency post|It should be|My phone is near post|This phone is (at|near) [A-Z]{2})|near emergency post/.test(
      line,
    ) &&
    !/Not near/.test(line)
  )
    for (const code of possible.nearPosts) expect(codes, message).toContain(code)
  if (/^This phone is at [A-Z]{2}|I am at it|You are at/.test(line))
    expect(metresTo(codes[0]), message).toBeLessThanOrEqual(100 + accuracyM)
  const within = /within ([\d.]+ k?m)/.exec(line)
  if (within && codes.length > 0 && !/Only accurate/.test(line))
    for (const code of codes)
      expect(
        every((sample) => away(sample, postAt(code)) <= metresOf(within[1] ?? '') + 3),
        message,
      ).toBe(true)

  const trail = /^Mountain bike trail (.*?)(?:, ([^,]+) network)?$/.exec(line)
  if (trail) {
    expect(isExact || isNear, message).toBe(true)
    const named = (trail[1] ?? '').split(/, | or /)
    for (const name of possible.nearTrails) expect(named, message).toContain(name)
  }
  const probably = /Probably on (.*)$/.exec(line)
  if (probably)
    expect(
      possible.trailsWithin(98).filter((name) => name !== probably[1]),
      message,
    ).toEqual([])
  if (probably) expect(possible.trailsWithin(103), message).toContain(probably[1])
  const network =
    /^Mountain bike trails, (.*?) network/.exec(line) ?? /, (?!trail)([^,]+) network$/.exec(/^My phone/.test(line) ? line : '')
  if (network) for (const name of possible.nearNetworks) expect((network[1] ?? '').split(/, | or /), message).toContain(name)
  const onTrail = /, trail (.*?)(?:,|$)/.exec(line) ?? /^This phone is .* on ([^,]+),/.exec(line)
  if (onTrail) for (const name of possible.nearTrails) expect(onTrail[1], message).toBe(name)

  const straight =
    /(?:I am |is )(about )?([\d.]+ k?m) (?:(north|south|east|west|north-east|north-west|south-east|south-west) of|away|from it$|to the )/.exec(
      line,
    )
  if (straight && !/^The code|from this phone/.test(line)) {
    const metres = metresTo(codes[0])
    const slack =
      (straight[2]?.endsWith('km') && straight[2].includes('.') ? 60 : straight[1] ? 26 : 6) +
      metres * 0.006 +
      (straight[1] && metres < 50 ? 50 : 0)
    if (codes.length > 0) expect(Math.abs(metresOf(straight[2] ?? '') - metres), message).toBeLessThanOrEqual(slack)
  }

  // Directions must be correct from every sample, within one compass point.
  const side = /([a-z]+(?:-[a-z]+)?) of (?:it|[A-Z]{2}\S*)/.exec(line)?.[1]
  const towards = /(?:to the|Towards the) ([a-z]+(?:-[a-z]+)?)$/.exec(line)?.[1]
  for (const [word, turn] of [
    [side, 180],
    [towards, 0],
  ] as const)
    if (word && WORDS.includes(word) && codes.length > 0)
      expect(
        every((sample) => {
          const off = Math.abs(((bearing(sample, postAt(codes[0])) + turn - WORDS.indexOf(word) * 45 + 540) % 360) - 180)
          return off <= 44
        }),
        message,
      ).toBe(true)

  // Every point of the trail in the circle must be on the same side of the post, and the distance must match the measured one.
  const along = /([\d.]+ k?m) (past it|from it, towards|from [A-Z]{2}|back up|on down)/.exec(line)
  if (along) {
    const [trailName] = [...possible.nearTrails]
    const planes = possible.pointsOf(trailName).map((point) => ({ ...point, toPostM: away(postAt(codes[0]), point.plane) }))
    const atPost = planes.reduce((best, one) => (one.toPostM < best.toPostM ? one : best))
    const here = planes.reduce((best, one) => (one.metres < best.metres ? one : best))
    expect(Math.abs(metresOf(along[1] ?? '') - Math.abs(here.alongM - atPost.alongM)), message).toBeLessThanOrEqual(
      12 + here.alongM * 0.004,
    )
    const isPast = here.alongM > atPost.alongM
    for (const one of planes) if (one.metres < accuracyM - 1) expect(one.alongM > atPost.alongM, message).toBe(isPast)
    if (/past it|back up/.test(line)) expect(isPast, message).toBe(true)
    if (/on down/.test(line)) expect(isPast, message).toBe(false)
  }

  // A surveyed landing is at the stated distance and, from every sample, in the stated direction.
  const landing = /^Helicopter: (?:winch.*landing: )?(about )?([\d.]+ k?m)(?: ([a-z]+-[a-z]+|north|south|east|west)\b)?/.exec(line)
  if (landing) {
    expect(isExact || isNear, message).toBe(true)
    const [, roughly, shownText = '', word] = landing
    const isThere = (zone: LonLat) => {
      const point = planeAt(at).to(zone)
      const metres = away([0, 0], point)
      const slack = (shownText.includes('.') ? 60 : roughly ? 26 : 6) + metres * 0.006 + (roughly && metres < 50 ? 50 : 0)
      const isOff = (sample: Point) => Math.abs(((bearing(sample, point) - WORDS.indexOf(word ?? '') * 45 + 540) % 360) - 180) > 44
      return Math.abs(metresOf(shownText) - metres) <= slack && (word === undefined || every((sample) => !isOff(sample)))
    }
    expect(oracle.landings.some(isThere), message).toBe(true)
  }

  if (/off the trail network|No trail or post within 2 km/.test(line))
    expect(possible.offNetworkM, message).toBeGreaterThan(2000 + accuracyM - 20)

  // The entered code and the position disagree, and the sentence states the distance to that post.
  const far =
    /^(?:I entered the code of post )?([A-Z/]{2,5}\d\d)(?: is|,) (about |at least )?([\d.]+ k?m)(?: from this phone| away, )/.exec(line)
  if (far) {
    const [shownText, metres] = [metresOf(far[3] ?? ''), metresTo(far[1])]
    expect(metres, message).toBeGreaterThan(Math.max(500, 3 * accuracyM) * 0.99)
    if (far[2] === 'at least ')
      expect(
        every((sample) => away(sample, postAt(far[1])) >= shownText * 0.994 - 2),
        message,
      ).toBe(true)
    else expect(Math.abs(shownText - metres), message).toBeLessThanOrEqual((metres > 9900 ? 510 : 60) + metres * 0.006)
  }
}

/** Checks that coordinates have no more digits than the accuracy justifies. */
function judgeDigits(text: string, { at, accuracyM }: Circle, about: string) {
  for (const [shownText, lat = '', lon = ''] of text.matchAll(/(-?\d+\.\d+), (-?\d+\.\d+)/g)) {
    if (Math.abs(Number(lat) - at[1]) > 0.02 || Math.abs(Number(lon) - at[0]) > 0.02) continue
    expect((lat.split('.')[1] ?? '').length, `${about}: ${shownText}`).toBe(DECIMALS(accuracyM))
  }
  for (const [shownText, digits = ''] of text.matchAll(/\d+° \d+(?:\.(\d+))?′/g))
    expect(digits.length, `${about}: ${shownText}`).toBe(DECIMALS(accuracyM) - 2)
}

/** Returns the text of a screen, one sentence per line, without drawings and without surveyed coordinates, which are always exact. */
const linesOf = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<figure.*?<\/figure>/gs, '')
    .replace(/<span class="small coordinate-line">.*?<\/span>/g, '')
    .replaceAll('<span class="small">', '\n')
    .replace(/<\/?(p|li|ol|ul|h2|h3|section|button|div)\b[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

function places(): LonLat[] {
  let seed = 20_261_118
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const some = <T,>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
  const lines = bundle.trails.flatMap((trail) => trail.lines.filter((line) => line.length > 1))
  const near = (at: LonLat, metres: number) => planeAt(at).from([(next() * 2 - 1) * metres, (next() * 2 - 1) * metres])
  const { west, east, south, north } = { west: 147.9, east: 148.32, south: -41.42, north: -41.08 }
  return [
    ...Array.from({ length: 200 }, () => near(some(some(lines)), 12)),
    ...Array.from({ length: 60 }, () => near(some(bundle.markers).position, 90)),
    // Locations near the start or end of a trail.
    ...Array.from({ length: 40 }, () => near(some([some(lines)[0], some(lines).at(-1)]) ?? [148.2, -41.35], 25)),
    ...Array.from({ length: 70 }, (): LonLat => [west + next() * (east - west), south + next() * (north - south)]),
    ...Array.from({ length: 30 }, (): LonLat => [146.5 + next() * 1.2, -42.8 + next() * 1.2]),
  ]
}

/** Renders the screen for a user who hasn't entered a code. */
const shown = (where: Where) =>
  isMeasured(where) ? (
    <HereView site={site} data={data} where={where} rest={null} more={null} />
  ) : (
    <>
      <RoughBand site={site} where={where} />
      <PostToLookFor where={where} />
      <WhereScript site={site} where={where} />
      <RoughSignal site={site} where={where} />
      <MyPosition site={site} where={where} />
    </>
  )

test('EMG-R1 EMG-R2 no sentence of Emergency claims more than the accuracy supports, for 400 places, 6 accuracies and 3 codes', {
  timeout: 900_000,
}, () => {
  const all = places()
  expect(all).toHaveLength(PLACES)
  const seen = { lines: 0, combinations: 0, challenged: 0, posts: 0, along: 0, signals: 0, landings: 0 }
  for (const at of all) {
    const surroundings = surroundingsOf(at)
    for (const accuracyM of ACCURACIES) {
      const fix = { position: at, accuracyM, at: Date.now() }
      const where: Where = whereabouts(data.index, fix, fix.at)
      const circle: Circle = { at, accuracyM, possible: possibleFrom(surroundings, accuracyM) }
      const about = `${at[1].toFixed(5)}, ${at[0].toFixed(5)} to ${accuracyM} m`
      const judgeAll = (lines: readonly string[]) => {
        for (const line of lines) judge(line, circle, about)
        judgeDigits(lines.join('\n'), circle, about)
        seen.lines += lines.length
        seen.combinations++
      }
      const lines = linesOf(shown(where))
      judgeAll([...lines, callOpening(where).replace('Ambulance. ', '')])
      if (accuracyM > 30)
        expect(
          lines.some((line) => /^(No post|Not near|Near emergency).*only accurate to/.test(line)),
          about,
        ).toBe(true)
      seen.posts += Number(lines.some((line) => /^Nearest emergency post/.test(line)))
      seen.along += Number(lines.some((line) => /(back up|on down) the trail$/.test(line)))
      seen.signals += Number(lines.some((line) => /^Signal: .* (back up|on down) the trail/.test(line)))
      seen.landings += Number(lines.some((line) => /^Helicopter: .*\d m/.test(line)))
      const copied = placeOfFix(fix, { index: data.index, where }, site)
      expect(copied, about).toContain(`${at[1].toFixed(5)}, ${at[0].toFixed(5)} (${accuracyM > 30 ? 'only ' : ''}accurate to`)

      const byDistance = [...circle.possible.posts].sort(([, a], [, b]) => Math.hypot(...a) - Math.hypot(...b))
      for (const [code, point] of [byDistance[0], byDistance.at(-1)] as [string, Point][]) {
        const marker = bundle.markers.find((one) => one.code === code) as EmergencyMarker
        const far = farFromPhone(fix, fix.at, marker)
        const metres = Math.hypot(...point)
        const limit = Math.max(500, 3 * accuracyM)
        if (Math.abs(metres - limit) > limit * 0.01) expect(far !== null, `${about} ${code}`).toBe(metres > limit && accuracyM <= 1000)
        if (far) {
          const asked = linesOf(
            <Challenge site={site} where={where} marker={marker} far={far} onHere={() => {}} onOther={() => {}}>
              {null}
            </Challenge>,
          )
          judgeAll(asked)
          expect(
            asked.filter((line) => line.startsWith('I entered the code of post') || line.startsWith('My phone is')),
            about,
          ).toHaveLength(2)
          seen.challenged++
        } else judgeAll([fromPhone(data, where, marker, null) ?? ''].flatMap((text) => text.split('. ')).filter(Boolean))
      }
    }
  }
  const { combinations: screens, ...counted } = seen
  console.info(`no sentence claims too much: ${JSON.stringify({ screens, ...counted })}`)
  expect(screens).toBe(PLACES * ACCURACIES.length * 3)
  expect(seen.lines).toBeGreaterThan(80_000)
  expect(seen.challenged).toBeGreaterThan(2400)
  expect(seen.posts).toBeGreaterThan(500)
  expect(seen.along).toBeGreaterThan(150)
  expect(seen.signals).toBeGreaterThan(150)
  expect(seen.landings).toBeGreaterThan(150)
})
