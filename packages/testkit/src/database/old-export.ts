/**
 * 5,000 invented records with every name and format that the previous app's fields ever had, and 30 deliberate errors. `truth` contains the
 * expected result for each Action.
 */
import { randomOf } from '../../../sample/src/random.ts'

type OldRecord = Record<string, unknown> & { id: string }

export type Planted = { collection: 'users' | 'hazards' | 'updates'; oldId: string; outcome: 'corrected' | 'left'; about: RegExp }

export type Truth = {
  number: string
  description: string
  area: string
  rating: string
  status: string
  createdAt: string
  createdByName: string
  updatedAt: string
  updatedByName: string
  completedAt: string | null
  notes: string[]
  hasPhoto: boolean
}

const [USERS, ACTIONS, UPDATES] = [300, 4000, 699]
const AREAS = ['St Helens', 'Bay of Fires', 'Dreaming Pools', 'Blue Tier'] as const
const CENTRES = {
  'St Helens': [-41.35, 148.23],
  'Bay of Fires': [-41.18, 148.1],
  'Dreaming Pools': [-41.36, 148.12],
  'Blue Tier': [-41.2, 148.0],
} as const
const RATINGS = ['Unrated', 'Low', 'Medium', 'High', 'Extreme'] as const
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
const START_MS = Date.parse('2018-03-01T08:00:00.000Z')
const HOUR_MS = 3_600_000

const iso = (ms: number) => new Date(ms).toISOString()
const numberOf = (i: number) => String(i + 1).padStart(4, '0')

function time(ms: number, form: number): unknown {
  const seconds = Math.floor(ms / 1000)
  const nanoseconds = (ms % 1000) * 1e6
  return [
    ms,
    iso(ms),
    { seconds, nanoseconds },
    { _seconds: seconds, _nanoseconds: nanoseconds },
    { __datatype__: 'timestamp', value: { _seconds: seconds, _nanoseconds: nanoseconds } },
  ][form % 5]
}

const userId = (i: number) => `uid${i}`
const userName = (i: number) => `Rider ${String.fromCharCode(65 + (i % 26))}${String.fromCharCode(97 + (Math.floor(i / 26) % 26))}`

function createUser(i: number): OldRecord {
  const role = i === 0 ? 4 : i < 12 ? 2 : 1
  return {
    id: userId(i),
    displayName: userName(i),
    email: i % 2 === 0 ? `rider${i}@example.org` : `Rider${i}@Example.org`,
    ...(i % 3 === 0 && { phone: '0491 570 006' }),
    // The role is a number or text. Missing for the lowest role.
    ...(role > 1 && { role: i % 2 === 0 ? role : String(role) }),
    avatar: null,
    created_by: 'uid0',
    created_at: time(START_MS - i * HOUR_MS, i),
  }
}

export const photoFile = (i: number) => `${userId(i % USERS)}/photo-${i}.jpg`
const photoUrl = (i: number) => `https://storage.example.org/v0/b/old-app/o/${encodeURIComponent(photoFile(i))}?alt=media&token=${i}`
export const PHOTO_INDEXES = Array.from({ length: ACTIONS / 100 }, (_, i) => i * 100 + 7)

function createAction(i: number): { old: OldRecord; truth: Truth } {
  const { between, pick } = randomOf(`action ${i}`)
  const [author, editor] = [i % USERS, (i * 7) % USERS]
  const area = AREAS[i % AREAS.length] ?? 'St Helens'
  const created = START_MS + i * HOUR_MS + 123
  const [updated, completed] = [created + 5 * HOUR_MS, created + 4 * HOUR_MS]
  const isResolved = i % 3 === 0
  const rating = pick(RATINGS)
  const description = `Tree across the track ${i}`
  const isOlder = i % 4 === 1
  const status = isResolved ? 'Resolved' : 'Unresolved'
  const notes = i % 5 === 0 ? [`Looked at it, ${i}`, `Cut and cleared, ${i}`] : i % 5 === 1 ? [`A plain note, ${i}`] : []
  const hasPhoto = i % 100 === 7
  const [latitude, longitude] = CENTRES[area]
  const position = { latitude: latitude + between(-0.01, 0.01), longitude: longitude + between(-0.01, 0.01), accuracy: 8.6 }
  const old: OldRecord = {
    id: `hz${i}`,
    hazard_id: i % 6 === 0 ? i + 1 : numberOf(i),
    ...(isOlder ? { hazard_title: description } : { description }),
    hazard_activity: i % 7 === 0 ? area.toUpperCase() : area,
    hazard_trail: area === 'St Helens' ? 'Humpback' : i % 2 === 0 ? 'N/A' : '',
    hazard_detail: i % 2 === 0 ? 'About a metre thick.\r\nRide around it.' : null,
    ...(i % 8 === 0 ? {} : { hazard_rating: i % 9 === 0 ? rating.toLowerCase() : rating }),
    ...(isOlder ? { hazard_status: status } : { status }),
    completed_at: isResolved ? time(completed, i + 1) : null,
    // The assignee is stored as an id, under two field names, or as a name by older screens.
    ...(i % 10 === 3 && { assigned: userId(2), assigned_name: userName(2), assigned_email: 'rider2@example.org' }),
    ...(i % 10 === 4 && { hazard_assigned: userId(3) }),
    ...(i % 10 === 5 && { hazard_assigned: userName(4) }),
    ...(i % 11 === 0 ? {} : position),
    ...(hasPhoto && { images: i % 200 === 7 ? [{ url: photoUrl(i), note: '' }] : [photoUrl(i)] }),
    notes:
      notes.length === 1 ? notes[0] : notes.map((note, n) => ({ date: created + n * HOUR_MS, created_by_name: userName(editor), note })),
    created_at: time(created, i),
    created_by: userId(author),
    created_by_name: userName(author),
    ...(i % 2 === 0 && { updated_at: time(updated, i + 2), updated_by: userId(editor), updated_by_name: userName(editor) }),
  }
  const wasUpdated = i % 2 === 0
  const truth = {
    number: numberOf(i),
    description,
    area,
    rating: i % 8 === 0 ? 'Unrated' : rating,
    status,
    createdAt: iso(created),
    createdByName: userName(author),
    updatedAt: iso(wasUpdated ? updated : created),
    updatedByName: userName(wasUpdated ? editor : author),
    completedAt: isResolved ? iso(completed) : null,
    notes,
    hasPhoto,
  }
  return { old, truth }
}

function createUpdate(i: number): OldRecord {
  const { pick } = randomOf(`update ${i}`)
  return {
    id: `up${i}`,
    created_at: time(START_MS + i * 31 * HOUR_MS, i),
    created_by: userId(i % 12),
    created_by_name: userName(i % 12),
    poimena_status: pick(STATUSES),
    poimena_message: `Message ${i}`,
    stacked_loop_status: pick(STATUSES),
    stacked_loop_message: null,
    dreaming_pools_status: pick(STATUSES),
  }
}

type Plant = [collection: Planted['collection'], i: number, changes: Record<string, unknown>, outcome: Planted['outcome'], about: RegExp]

const LONG = 'Washed out over the whole width, and the drain below is blocked. '

const PLANTS: readonly Plant[] = [
  ['users', 101, { email: 'not an address' }, 'left', /email is not an address/],
  ['users', 102, { email: 'RIDER180@example.org' }, 'left', /uid180 has the same email/],
  ['users', 103, { role: 'superuser' }, 'corrected', /role is "superuser"/],
  ['users', 104, { phone: 'call me' }, 'corrected', /phone is not a number/],
  ['users', 105, { displayName: '' }, 'corrected', /displayName is missing/],
  ['users', 106, { created_at: '31/02/2019' }, 'corrected', /created_at is not a readable time/],
  ['hazards', 301, { created_at: '2020-02-30T10:00:00Z', updated_at: iso(START_MS) }, 'corrected', /created_at is not a readable time/],
  ['hazards', 302, { created_at: '13/14/2020', updated_at: null, completed_at: '' }, 'left', /no other field/],
  ['hazards', 303, { created_at: 4_102_444_800_000, updated_at: START_MS, completed_at: START_MS }, 'corrected', /in the future/],
  ['hazards', 304, { updated_at: 'yesterday' }, 'corrected', /updated_at is not a readable time/],
  ['hazards', 305, { hazard_status: undefined, status: 'Nearly done', completed_at: null }, 'corrected', /status "Nearly done"/],
  ['hazards', 308, { hazard_rating: 'Catastrophic' }, 'corrected', /hazard_rating "Catastrophic"/],
  ['hazards', 307, { created_by: '', created_by_name: null, images: [] }, 'corrected', /no author is named/],
  ['hazards', 310, { hazard_id: '0010' }, 'corrected', /hazard_id 0010 belongs to another Action, so this Action’s number is now 4001/],
  ['hazards', 311, { hazard_id: undefined }, 'corrected', /hazard_id is missing/],
  ['hazards', 312, { latitude: -33.86, longitude: 151.2 }, 'corrected', /outside the network/],
  ['hazards', 313, { latitude: 41.35, longitude: '148.23' }, 'corrected', /is missing its minus sign/],
  ['hazards', 314, { hazard_activity: 'North side', hazard_trail: 'Humpback' }, 'corrected', /"North side" is not an area.*St Helens/],
  [
    'hazards',
    315,
    { hazard_activity: 'Somewhere', hazard_trail: '', latitude: '', longitude: '' },
    'left',
    /neither the trail nor the location/,
  ],
  ['hazards', 316, { hazard_trail: 'Lost World' }, 'corrected', /"Lost World" is not a trail/],
  ['hazards', 318, { description: LONG.repeat(5) }, 'corrected', /description is longer/],
  ['hazards', 319, { hazard_detail: LONG.repeat(100) }, 'corrected', /hazard_detail is longer/],
  ['hazards', 320, { hazard_detail: 'Bell\u0007 and nothing\u0000' }, 'corrected', /control characters/],
  [
    'hazards',
    322,
    { notes: [{ date: START_MS, note: '<p>Cut it &amp; left</p><script>alert(1)</script>' }] },
    'corrected',
    /HTML was removed/,
  ],
  ['hazards', 323, { images: [{ url: photoUrl(3_000_000), note: '' }] }, 'corrected', /its file is not in the folder/],
  ['hazards', 324, { assigned: 'uid-of-nobody' }, 'corrected', /has no account/],
  ['hazards', 330, { completed_at: null }, 'corrected', /completed_at is missing/],
  ['updates', 40, { poimena_status: 'Mostly open' }, 'left', /poimena_status is "Mostly open"/],
  ['updates', 41, { poimena_message: LONG.repeat(10) }, 'corrected', /poimena_message is longer/],
  ['updates', 42, { created_at: 4_102_444_800_000 }, 'left', /in the future/],
]

export function oldExport(): { file: Record<string, unknown>; planted: Planted[]; truth: ReadonlyMap<string, Truth> } {
  const made = Array.from({ length: ACTIONS }, (_, i) => createAction(i))
  const truth = new Map(made.map((one) => [one.old.id, one.truth]))
  const records = {
    users: new Map(Array.from({ length: USERS }, (_, i) => [userId(i), createUser(i)])),
    hazards: new Map(made.map(({ old }) => [old.id, old])),
    updates: new Map(Array.from({ length: UPDATES }, (_, i) => [`up${i}`, createUpdate(i)])),
  }
  const planted = PLANTS.map(([collection, i, changes, outcome, about]): Planted => {
    const oldId = `${{ users: 'uid', hazards: 'hz', updates: 'up' }[collection]}${i}`
    const record = records[collection].get(oldId)
    if (!record) throw new Error(`There is no ${oldId} to plant an issue in.`)
    Object.assign(record, changes)
    truth.delete(oldId)
    return { collection, oldId, outcome, about }
  })
  const settings = { main: { hazard_reviewer: 'uid2', hazard_reviewer_name: userName(2), hazard_reviewer_email: 'rider2@example.org' } }
  // Exports contain both lists and maps keyed by id.
  const file = {
    users: Object.fromEntries([...records.users].map(([id, { id: _, ...fields }]) => [id, fields])),
    hazards: [...records.hazards.values()],
    updates: Object.fromEntries(records.updates),
    settings,
  }
  return { file: JSON.parse(JSON.stringify(file)), planted, truth }
}
