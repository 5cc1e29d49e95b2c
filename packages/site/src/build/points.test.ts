import { resolve } from 'node:path'
import { type Point, pointKind } from '@trailwarden/domain/point/point-kind'
import { expect, test } from 'vitest'
import { readSiteBundle } from '../files.ts'
import { SiteBundle } from '../survey/records.ts'
import { type SitePoint, sitePointOf, waitingPostOf, withPoints } from './points.ts'

const { bundle } = await readSiteBundle(resolve(import.meta.dirname, '../../../../sites/demo-park'))
const [marker] = bundle.markers
const [place] = bundle.places
if (!marker || !place) throw new Error('the park must have a post and a place')

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const latLng = ([longitude, latitude]: readonly [number, number]) => ({ latitude, longitude })
const sitePoint = (changes: Partial<Point>): SitePoint | null =>
  sitePointOf({ ...pointKind.blank, id: uuid(1), recordedAt: '2026-03-01T10:00:00.000Z', ...changes })
function lay(...changes: Partial<Point>[]) {
  const points = changes.flatMap((one) => sitePoint(one) ?? [])
  const once = withPoints(bundle, points)
  expect(withPoints(once, points)).toEqual(once)
  expect(SiteBundle.parse(once)).toEqual(once)
  return once
}
const at = latLng(place.position)

test('PO10 adds new points to the list for their category, and omits removed ones', () => {
  const lookout = { category: 'POI', description: 'Lookout', place: { ...at, accuracyM: 4 } } as const
  expect(lay(lookout).places.at(-1)).toMatchObject({ id: uuid(1), name: 'Lookout', accuracyM: 4, createdAt: '2026-03-01', createdBy: null })
  expect(lay({ ...lookout, isGone: true }).places).toEqual(bundle.places)
  const task = lay({ ...lookout, category: 'Task' })
  expect([task.places.length, task.laterPlaces.map(({ category }) => category)]).toEqual([bundle.places.length, ['Task']])
})

test('PO10 a corrected record keeps its name in links, even in another category, and a removed record disappears', () => {
  const replaces = { source: 'places', id: place.id, code: '', place: at } as const
  const corrected = { category: 'POI', description: 'Better name', place: { ...at, accuracyM: null }, replaces } as const
  const { places } = lay(corrected)
  expect(places.filter(({ id }) => id === place.id)).toMatchObject([{ name: 'Better name', activity: place.activity }])
  expect(places).toHaveLength(bundle.places.length)
  const asHazard = lay({ ...corrected, category: 'Hazard' })
  expect([asHazard.places.length, asHazard.hazards.length]).toEqual([bundle.places.length - 1, bundle.hazards.length + 1])
  expect(lay({ ...corrected, isGone: true }).places).toHaveLength(bundle.places.length - 1)
})

const was = latLng(marker.position)
const REPLACES = { source: 'emergency-markers', id: marker.code, code: marker.code, place: was } as const
const moved = (latitude: number): Partial<Point> => ({
  category: 'Emergency Marker',
  code: marker.code,
  place: { ...was, latitude: was.latitude + 0.5, accuracyM: 3 },
  replaces: REPLACES,
  confirmed: { code: marker.code, place: { ...was, latitude }, isGone: false },
})

test('PO10 an emergency post shows the confirmed data, never data that hasn’t been confirmed', () => {
  expect(sitePoint({ ...moved(was.latitude), confirmed: null })).toBeNull()
  const found = lay(moved(was.latitude)).markers.find(({ code }) => code === marker.code)
  expect(found).toMatchObject({ position: marker.position, accuracyM: null, area: marker.area })
  const renamed = lay({ ...moved(was.latitude), confirmed: { code: 'ZZ1', place: was, isGone: false } })
  expect(renamed.markers.map(({ code }) => code).filter((code) => code === 'ZZ1' || code === marker.code)).toEqual(['ZZ1'])
  const gone = lay({ ...moved(was.latitude), confirmed: { code: marker.code, place: was, isGone: true } })
  expect(gone.markers).toHaveLength(bundle.markers.length - 1)
})

test('PO11 a post that was moved by more than 50 m loses the survey data of its old location', () => {
  const survey = (latitude: number) => lay(moved(latitude)).markers.find(({ code }) => code === marker.code)
  expect(survey(was.latitude + 0.0004)).toMatchObject({ signal: marker.signal, access: marker.access, readings: marker.readings })
  expect(survey(was.latitude + 0.0006)).toMatchObject({ signal: null, readings: {}, access: { name: null, complete: false } })
})

test('GEO-01 managers see where a post was entered until that location is confirmed', () => {
  const waiting = (changes: Partial<Point>) => waitingPostOf({ ...pointKind.blank, id: uuid(1), recordedAt: '', ...changes })
  const post = moved(was.latitude)
  expect(waiting(post)).toMatchObject({
    pointId: uuid(1),
    code: marker.code,
    position: [was.longitude, was.latitude + 0.5],
    before: marker.position,
  })
  expect(waiting({ ...post, confirmed: null })).toMatchObject({ before: null })
  expect(waiting({ ...post, place: { ...was, accuracyM: 3 } })).toBeNull()
  expect(waiting({ ...post, isGone: true })).toBeNull()
  expect(waiting({ category: 'POI', description: 'Lookout', place: { ...was, accuracyM: 3 } })).toBeNull()
})
