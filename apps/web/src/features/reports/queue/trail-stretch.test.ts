import { buildTrailIndex, type Position } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import type { SiteData } from '#parts/trail/site-data.ts'
import { earlierText } from './mute-reporter.tsx'
import { stretchAround } from './trail-stretch.ts'

/** About a metre of longitude at the equator. */
const M = 1 / 111_195
const at = (metres: number, accuracyM: number | null = 5): { place: Position } => ({
  place: { longitude: metres * M, latitude: 0, accuracyM },
})

const indexWith = (...posts: number[]) =>
  // This cast is safe because this has every field of trails and posts that the tested code reads.
  buildTrailIndex({
    trails: [{ id: 'ridge', name: 'Ridge', lines: [[at(0), at(1000)].map(({ place }) => [place.longitude, 0] as const)] }],
    markers: posts.map((metres, i) => ({ code: `R${i + 1}`, position: [metres * M, 0] as const, readings: {} })),
    accessPoints: [],
    landingZones: [],
  }) as unknown as SiteData['index']

const codes = (stretch: ReturnType<typeof stretchAround>) => stretch?.stops.map(({ code }) => code)

test('shows a report with the two posts before it and the two after it', () => {
  const stretch = stretchAround(indexWith(100, 300, 500, 700, 900), at(440), [])
  expect(codes(stretch)).toEqual(['R1', 'R2', 'R3', 'R4'])
  expect(stretch?.here).toBeCloseTo((440 - 100) / 600, 2)
  expect(stretch?.stops.every(({ isNamed }) => isNamed)).toBe(true)
})

test('uses the start or end of the trail if there is no post before or after the report', () => {
  expect(codes(stretchAround(indexWith(), at(400), []))).toEqual(['Start', 'End'])
  expect(codes(stretchAround(indexWith(500), at(400), []))).toEqual(['Start', 'R1'])
  expect(codes(stretchAround(indexWith(500), at(600), []))).toEqual(['R1', 'End'])
})

test('shows no line if the location is off the trail or only roughly known', () => {
  expect(stretchAround(indexWith(500), { place: { longitude: 400 * M, latitude: 40 * M, accuracyM: 5 } }, [])).toBeNull()
  expect(stretchAround(indexWith(500), at(400, 80), [])).toBeNull()
  expect(stretchAround(indexWith(500), { place: null }, [])).toBeNull()
})

test('moves an overlapping mark to the second row, and omits it if both rows are full', () => {
  const others = [at(410), at(800), at(420), at(5000)].map((one, i) => ({ ...one, id: i }))
  const stretch = stretchAround(indexWith(), at(400), others)
  expect(stretch?.others.map(({ one, isHigh }) => [one.id, isHigh])).toEqual([
    [0, true],
    [1, false],
  ])
})

test('labels only the posts nearest to the report if posts are close together', () => {
  const stretch = stretchAround(indexWith(100, 110, 500), at(300), [])
  expect(stretch?.stops.filter(({ isNamed }) => isNamed).map(({ code }) => code)).toEqual(['R2', 'R3'])
})

test('summarises a device’s earlier reports by outcome', () => {
  const accepted = { status: 'Accepted', reason: null } as const
  const nonsense = { status: 'Declined', reason: 'Not a genuine report' } as const
  expect(earlierText([])).toBe('No earlier reports from this reporter')
  expect(earlierText([accepted])).toBe('1 earlier report, accepted')
  expect(earlierText([accepted, accepted])).toBe('2 earlier reports, both accepted')
  expect(earlierText([nonsense, nonsense, nonsense])).toBe('3 earlier reports, all not genuine')
  expect(earlierText([accepted, nonsense, nonsense])).toBe('3 earlier reports: 1 accepted, 2 not genuine')
})
