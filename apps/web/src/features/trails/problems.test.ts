import type { Action } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { trailData, trailPageData } from '#testing/trail-data.ts'
import { aboutTrail } from './page/about-trails.ts'
import { byAge, problemsOn, publicProblemsOn } from './problems.ts'

const trailNamed = (wanted: string): Trail => {
  const found = trailData.bundle.trails.find(({ name }) => name === wanted)
  if (!found) throw new Error(`no trail ${wanted}`)
  return found
}
const dog = trailNamed('Old Salty Dog')
const [start = [0, 0], , berm = [0, 0]] = dog.lines[0] ?? []

// This cast is safe because the code reads only these fields of an Action.
const action = (id: string, trail: string | null, at: readonly [number, number] | null) =>
  ({
    id,
    trail,
    description: id,
    status: 'Unresolved',
    rating: 'High',
    createdAt: '2026-11-13T00:00:00Z',
    place: at && { longitude: at[0], latitude: at[1], accuracyM: 5 },
  }) as unknown as Action

test('TRAILS-2 lists an Action on the trail it names or is located on, in riding order, with Actions without a location last', () => {
  const actions = [
    action('nowhere', dog.name, null),
    action('berm', null, berm),
    action('start', dog.name, start),
    action('of another trail', 'Wedged In', berm),
    action('far away', null, [148.5, -41]),
  ]
  expect(problemsOn(trailData, dog, actions).map(({ title, place }) => [title, place])).toEqual([
    ['start', '10 m after the start of Old Salty Dog, towards SH07'],
    ['Loose rock', '500 m after SH07, towards SH08'],
    ['berm', 'At SH08'],
    ['nowhere', null],
  ])
})

test('TRAILS-2 shows visitors public hazards by category, together with surveyed hazards', () => {
  const hazard = (category: 'Fallen tree' | null, at: readonly [number, number] | null) => ({
    id: crypto.randomUUID(),
    category,
    area: 'St Helens',
    trail: at ? null : dog.name,
    place: at && { longitude: at[0], latitude: at[1], accuracyM: 5 },
    since: '2026-11-13T00:00:00Z',
  })
  const hazards = [hazard(null, null), hazard('Fallen tree', berm), hazard('Fallen tree', [148.5, -41])]
  expect(publicProblemsOn(trailData, dog, hazards).map(({ title, place }) => [title, place])).toEqual([
    ['Loose rock', '500 m after SH07, towards SH08'],
    ['Fallen tree across the trail', 'At SH08'],
    ['Problem on the trail', null],
  ])
})

test('TRAILS-2 lists the newest problems first, and separates those older than a year or without a date', () => {
  const [problem] = problemsOn(trailData, dog, [])
  if (!problem) throw new Error('expected a surveyed hazard')
  const at = (id: string, reportedAt: string | null) => ({ ...problem, id, reportedAt })
  const all = [at('2021', '2021-03-01'), at('undated', null), at('day', '2026-11-18'), at('month', '2026-10-18'), at('2019', '2019-11-16')]
  const { open, old, oldSince } = byAge(all, new Date('2026-11-19T00:00:00Z'))
  expect(open.map(({ id }) => id)).toEqual(['day', 'month'])
  expect(old.map(({ id }) => id)).toEqual(['2021', '2019', 'undated'])
  expect(oldSince).toBe(2019)
})

test('TRAILS-3 includes a trail’s location in structured data only if the survey isn’t sample data', () => {
  const { site } = trailPageData
  const about = (sample: boolean) => aboutTrail(trailData, { ...site, sample }, dog, 'https://trails.example.org')
  expect(about(false).structured).toMatchObject({
    url: 'https://trails.example.org/trails/old-salty-dog',
    containedInPlace: { name: 'St Helens' },
    geo: { latitude: start[1], longitude: start[0] },
  })
  expect(about(false).description).toBe(
    'Old Salty Dog: Blue, intermediate, Descent, 2.0 km, St Helens. 20 m of climbing, 160 m of descent. 2 emergency posts.',
  )
  expect(about(true).structured).not.toHaveProperty('geo')
  expect(about(true).description).toMatch(/Sample data, not for navigation\.$/)
})
