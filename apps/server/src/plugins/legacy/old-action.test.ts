import { expect, test } from 'vitest'
import { translateAction } from './old-action.ts'
import { readOldExport } from './old-export.ts'
import { oldPeople } from './old-people.ts'
import { translatePerson } from './old-person.ts'
import { part, readText, readTime } from './old-values.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
const bounds = { west: 148.17, south: -41.41, east: 148.29, north: -41.3 }
const site = {
  networks: [{ id: 'st-helens', name: 'St Helens', importName: 'stacked_loop', bounds }],
  areas: [{ name: 'St Helens', networkId: 'st-helens' }],
}
const people = oldPeople()
people.add('u1', { id: '00000000-0000-4000-8000-0000000000a1', displayName: 'Jo Berg', role: 1, email: 'jo@example.org' })
people.add('u2', { id: '00000000-0000-4000-8000-0000000000a2', displayName: 'Max Hill', role: 2, email: 'max@example.org' })
people.addForgotten('u3', '00000000-0000-4000-8000-0000000000a3')

const OLD = {
  id: 'h1',
  hazard_id: '0042',
  description: 'Tree down',
  hazard_activity: 'St Helens',
  status: 'Unresolved',
  created_at: 1_600_000_000_000,
  created_by: 'u1',
  created_by_name: 'Jo Berg',
}
// The cast is safe: the code uses only the names and areas of trails.
const context = { site, trails: [{ name: 'Humpback', area: 'St Helens' }] as never, people, now }
const translate = (changes: Record<string, unknown>) => translateAction({ ...OLD, ...changes }, context)
const recordOf = (changes: Record<string, unknown>) => {
  const { record } = translate(changes)
  if (!record) throw new Error('it was left out')
  return record
}
const issuesOf = (changes: Record<string, unknown>) => {
  const translated = translate(changes)
  return translated.record ? translated.corrections.map(({ detail }) => detail) : [translated.reason]
}

test('DATA-04 an Action from the previous app keeps its number, author and times, and needs no correction', () => {
  expect(issuesOf({})).toEqual([])
  expect(recordOf({})).toMatchObject({
    oldNumber: 42,
    description: 'Tree down',
    rating: 'Unrated',
    status: 'Unresolved',
    createdBy: '00000000-0000-4000-8000-0000000000a1',
    createdAt: '2020-09-13T12:26:40.000Z',
    updatedAt: '2020-09-13T12:26:40.000Z',
    completedAt: null,
  })
})

test('DATA-04 reads older field names; if both are set and differ, the newer one is used and the difference is reported', () => {
  const older = {
    description: undefined,
    hazard_title: 'Old title',
    status: undefined,
    hazard_status: 'resolved',
    completed_at: 1_600_000_100,
  }
  expect(issuesOf(older)).toEqual([])
  expect(recordOf({ ...older, hazard_assigned: 'u2' })).toMatchObject({
    description: 'Old title',
    status: 'Resolved',
    completedAt: '2020-09-13T12:28:20.000Z',
    assignedName: 'Max Hill',
    assignedEmail: 'max@example.org',
  })
  expect(issuesOf({ hazard_status: 'Resolved' })).toEqual(['hazard_status is "Resolved" but status is "Unresolved"; status was used'])
})

test('DATA-04 reads times in six formats, and rejects invalid dates, ambiguous dates and dates in the future', () => {
  const same = [
    1_600_000_000_000,
    1_600_000_000,
    '1600000000000',
    '2020-09-13T12:26:40Z',
    { seconds: 1_600_000_000 },
    { _seconds: 1_600_000_000 },
  ]
  for (const value of same) expect(readTime(value, now), JSON.stringify(value)).toEqual(new Date(1_600_000_000_000))
  for (const value of ['2020-02-30', '13/14/2020', 'soon', 12, {}, [], true, Number.NaN, '1999-12-31T00:00:00Z'])
    expect(readTime(value, now), JSON.stringify(value)).toMatch(/not a readable time/)
  expect(readTime('2026-02-01', now)).toBe('is in the future')
  expect(readTime(null, now)).toBe('is missing')
})

test('DATA-04 loses no text: long text continues in notes, and unknown values are added to the detail', () => {
  const long = 'Washed out again after the rain. '.repeat(300).trim()
  const { description, detail, notes } = recordOf({ description: long.slice(0, 400), hazard_detail: long, hazard_trail: 'Lost World' })
  expect(description).toMatch(/^Washed out.*…$/)
  expect(description.length).toBeLessThanOrEqual(200)
  expect(detail.length).toBeLessThanOrEqual(4000)
  for (const { text } of notes) expect(text.length).toBeLessThanOrEqual(2000)
  const whole = [detail, ...notes.map(({ text }) => text)].join(' ').replace(/\s+/g, ' ')
  expect(whole).toBe(`${long.slice(0, 400).trim()} ${long} Trail in the old app: Lost World`)
  const [photo] = recordOf({ images: [{ url: 'a.jpg', note: 'Seen from above' }] }).photos
  expect([photo?.url, photo?.note, photo?.asNotes.map(({ text }) => text)]).toEqual(['a.jpg', 'Seen from above', ['Seen from above']])
  const withoutAddress = recordOf({ images: [{ url: '', note: 'Seen from above' }] })
  expect([withoutAddress.photos, withoutAddress.notes.map(({ text }) => text)]).toEqual([[], ['Seen from above']])
  expect(recordOf({ hazard_detail: long }).notes).toEqual(recordOf({ hazard_detail: long }).notes)
  expect(part('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
})

test('DATA-04 removes HTML and control characters, but not what merely looks like HTML', () => {
  const read = (text: string) => readText(text, 'notes', () => undefined)
  expect(read('<p>Cut &amp; cleared</p><p>by <b>two</b></p>')).toBe('Cut & cleared\nby two')
  expect(read('a<script>steal()</script>b')).toBe('ab')
  expect(read('a gap <30 cm and >10 cm')).toBe('a gap <30 cm and >10 cm')
  expect(read('tab\there\u0000, bell\u0007')).toBe('tab\there, bell')
  expect(read('half a pair \ud800')).toBe('half a pair \ufffd')
})

test('DATA-04 corrects a location if possible, and otherwise adds it to the detail', () => {
  expect(recordOf({ latitude: '-41.35', longitude: 148.2, accuracy: 7.6 }).place).toEqual({
    latitude: -41.35,
    longitude: 148.2,
    accuracyM: 8,
  })
  expect(recordOf({ latitude: 41.35, longitude: 148.2 }).place?.latitude).toBe(-41.35)
  expect(recordOf({ latitude: 148.2, longitude: -41.35 }).place).toMatchObject({ latitude: -41.35, longitude: 148.2 })
  for (const [latitude, longitude] of [
    [0, 0],
    ['', ''],
    [null, undefined],
  ]) {
    expect(recordOf({ latitude, longitude }).place).toBeNull()
    expect(issuesOf({ latitude, longitude })).toEqual([])
  }
  const sydney = recordOf({ latitude: -33.8, longitude: 151.2 })
  expect([sydney.place, sydney.detail]).toEqual([null, 'Location in the old app: -33.8, 151.2'])
  expect(recordOf({ hazard_activity: 'North', latitude: -41.35, longitude: 148.2 })).toMatchObject({
    area: 'St Helens',
    detail: 'Area in the old app: North',
  })
  expect(issuesOf({ hazard_activity: 'North' })).toEqual([
    'hazard_activity "North" is not an area in the site, and neither the trail nor the location shows which area it is in',
  ])
})

test('DATA-04 an unknown status becomes Unresolved, and a Resolved Action without a time gets the time of its last change', () => {
  expect(recordOf({ status: 'Done', completed_at: 1_600_000_100_000 })).toMatchObject({ status: 'Unresolved', completedAt: null })
  expect(recordOf({ status: 'Resolved', updated_at: 1_600_000_200_000 }).completedAt).toBe('2020-09-13T12:30:00.000Z')
})

test('DATA-04 the import never names users who have deleted their account in this app', () => {
  const { createdByName, assignedName, assignedEmail, notes } = recordOf({
    created_by: 'u3',
    created_by_name: 'Kim Gone',
    assigned: 'u3',
    assigned_name: 'Kim Gone',
    assigned_email: 'kim@example.org',
    notes: [{ created_by: 'u3', created_by_name: 'Kim Gone', note: 'mine', date: 1_600_000_000_000 }],
  })
  expect([createdByName, assignedName, assignedEmail, notes[0]?.createdByName]).toEqual(['Former user', 'Former user', null, 'Former user'])
})

test('DATA-04 a user keeps their name, address and role, and invalid values are corrected or reported', () => {
  const old = { id: 'u9', displayName: '  Christopherson   Lee ', email: ' Chris@Example.org', role: '2', created_at: 1_600_000_000_000 }
  expect(translatePerson(old, now)).toMatchObject({
    record: { displayName: 'Christopherson Lee', email: 'chris@example.org', role: 2, phone: '' },
    corrections: [],
  })
  expect(translatePerson({ ...old, role: 7, phone: '?' }, now)).toMatchObject({
    record: { role: 1, phone: '' },
    corrections: [{ field: 'phone' }, { field: 'role' }],
  })
  expect(translatePerson({ ...old, email: 'x' }, now)).toMatchObject({ record: null })
})

test('DATA-04 reads lists, maps by ID and exports under __collections__, and names invalid records', () => {
  const record = { created_at: { __datatype__: 'timestamp', value: { _seconds: 1, _nanoseconds: 0 } }, __collections__: {} }
  const { records } = readOldExport({ __collections__: { hazards: { h1: record } } })
  expect(records.hazards).toEqual([{ id: 'h1', created_at: { _seconds: 1, _nanoseconds: 0 } }])
  const { unreadable, unknown } = readOldExport({ users: [{ id: 'a' }, { id: 'a' }, 7, {}], geopoints: { g1: {} } })
  expect(unreadable.map(({ oldId }) => oldId)).toEqual(['a (record 2)', 'record 3', 'record 4'])
  expect(unknown).toEqual([{ collection: 'geopoints', count: 1 }])
  for (const file of [[], 'text', null, { other: [] }]) expect(() => readOldExport(file)).toThrow('not an export of the previous app')
})
