/**
 * `npm run sample` fills an empty database with two years of use, through the server's own rules at simulated times. `npm run dev` runs it,
 * and production refuses it. It needs a separate process, because its images are SVG, a format that a server must never read in uploaded
 * photos (apps/server/src/files/jpeg.ts).
 */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Action, type Actor, actorOf, type Closure, type Decision, SETTINGS_ID } from '@trailwarden/domain'
import { knownTrailsOf, type SiteBundle } from '@trailwarden/site'
import sharp from 'sharp'
import type { ApplyChange } from '../../apps/server/src/core/synced-kind.ts'
import { audit } from '../../apps/server/src/db/audit.ts'
import { type Db, openDatabase, type Tx } from '../../apps/server/src/db/database.ts'
import type { Applied, Incoming } from '../../apps/server/src/db/records/history.ts'
import { applyActionChange } from '../../apps/server/src/features/actions/action-store.ts'
import { storePhoto } from '../../apps/server/src/features/photos/photos.ts'
import { applySettingsChange } from '../../apps/server/src/features/settings/settings-store.ts'
import { readSiteContent } from '../../apps/server/src/features/site/site.ts'
import { applyNoticeChange } from '../../apps/server/src/features/trail-status/notices/notice-store.ts'
import { postTrailUpdate } from '../../apps/server/src/features/trail-status/trail-status-store.ts'
import { directoryStore } from '../../apps/server/src/files/photo-store.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { readConfig } from '../../apps/server/src/read-config.ts'
import { addSampleData, addSamplePeople, SAMPLE_PEOPLE } from '../../apps/server/src/sample-data.ts'
import { drawPicture, type Scene } from '../../packages/sample/src/pictures/picture.ts'
import { randomOf } from '../../packages/sample/src/random.ts'
import { locate, type SampleAction, type SampleClosure, SampleRecords } from '../../packages/sample/src/records/sample-records.ts'

const DAY_MS = 86_400_000

/** The people include the three logins in README. The phone numbers are reserved for fiction. */
const PEOPLE = [
  ...SAMPLE_PEOPLE.map((person, i) => ({ ...person, phone: ['0491 570 006', '0491 570 156', '0491 570 157'][i] ?? '' })),
  { id: idOf('coordinator'), displayName: 'Mara Lind', email: 'coordinator@example.org', role: 3, phone: '0491 570 158' },
  { id: idOf('tom'), displayName: 'Tom Ashby', email: 'tom@example.org', role: 2, phone: '0491 570 159' },
  { id: idOf('priya'), displayName: 'Priya Nair', email: 'priya@example.org', role: 1, phone: '0491 570 110' },
  { id: idOf('jo'), displayName: 'Jo Whitfield', email: 'jo@example.org', role: 1, phone: '' },
  { id: idOf('ses'), displayName: 'SES Unit 4', email: 'ses@example.org', role: 1, phone: '0491 570 313' },
]
const JOINED_DAYS_AGO = 728
const REVIEWER_CHOSEN_DAYS_AGO = 640

const NO_MAIL = {
  queueUrgent: async () => undefined,
  queueConfirmation: async () => undefined,
  queueBulk: async () => undefined,
  fanOut: async () => undefined,
  startSending: async () => undefined,
  stop: async () => undefined,
}

/** A name always gets the same ID, in the format of a random one. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`sample ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function person(name: string): Actor {
  const found = PEOPLE.find(({ email }) => email === `${name}@example.org`)
  if (!found) throw new Error(`The sample names an unknown person: ${name}`)
  return actorOf(found)
}

/** People are outside after seven and before dark. Less than a day ago, the exact time counts. */
function timeOf(daysAgo: number, seed: string, now: Date, timeZone: string): Date {
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  if (daysAgo < 1) return at
  const hour = Number(new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at))
  const wanted = randomOf(seed).between(7, 18)
  return new Date(Math.min(at.getTime() + (wanted - hour) * 3_600_000, now.getTime()))
}

type Event = { at: Date; apply(tx: Tx, at: Date): Promise<unknown> }
type Apply = Record<'action' | 'settings' | 'notice', ApplyChange>
type Picture = { scene: Scene; owner: Actor; at: Date }

function accepted<T>(decision: Decision<T>, what: string): T {
  if (!decision.ok) throw new Error(`The sample breaks a rule: ${what}: ${decision.refusal.detail}`)
  return decision.record
}

function sender(apply: Apply, kind: 'action' | 'settings' | 'notice', recordId: string, version: number | null) {
  let [baseVersion, n] = [version, 0]
  return async (tx: Tx, by: Actor, patch: Record<string, unknown>, at: Date) => {
    n += 1
    const recordedAt = at.toISOString()
    const command: Incoming = {
      id: idOf(`${recordId} ${n}`),
      n,
      kind,
      recordId,
      patch,
      baseVersion,
      recordedAt,
      deviceId: idOf(`device of ${by.id}`),
      recordedAtSent: null,
    }
    const applied: Applied = accepted(await apply[kind](tx, by, command, at), JSON.stringify(patch))
    baseVersion = applied.version
  }
}

function eventsOf(action: SampleAction, i: number, apply: Apply, bundle: SiteBundle, now: Date, pictures: Map<string, Picture>): Event[] {
  const seed = `action ${i}`
  const id = idOf(seed)
  const send = sender(apply, 'action', id, null)
  const reporter = person(action.by)
  const { area, trail, position } = locate(action, bundle)
  const place: Action['place'] = position && { longitude: position[0], latitude: position[1], accuracyM: action.accuracyM ?? null }
  const photoId = action.photo ? idOf(`${seed} photo`) : null
  const at = timeOf(action.daysAgo, seed, now, bundle.site.timeZone)
  if (photoId && action.photo) pictures.set(photoId, { scene: action.photo, owner: reporter, at })
  const report = { description: action.description, detail: action.detail ?? '', area, trail, place, photoId }
  let last = at
  const steps = action.steps.map(({ afterDays, by, note, assignedTo, ...fields }, n): Event => {
    // Each step's time of day is chosen separately, so it must be moved after the previous step and not into the future.
    const wanted =
      afterDays < 1
        ? at.getTime() + afterDays * DAY_MS
        : timeOf(action.daysAgo - afterDays, `${seed} ${n}`, now, bundle.site.timeZone).getTime()
    last = new Date(Math.min(Math.max(wanted, last.getTime() + 60_000), now.getTime()))
    const patch = {
      ...fields,
      ...(assignedTo !== undefined && { assignedTo: assignedTo && person(assignedTo).id }),
      ...(note && { addNote: { id: idOf(`${seed} note ${n}`), text: note } }),
    }
    return { at: last, apply: (tx, when) => send(tx, person(by), patch, when) }
  })
  return [{ at, apply: (tx, when) => send(tx, reporter, report, when) }, ...steps]
}

const inDays = (days: number | undefined, now: Date) => (days === undefined ? null : new Date(now.getTime() + days * DAY_MS).toISOString())

/** People plan closures on the full hour. */
function closureOf({ network, trail, startsInDays, endsInDays, section, ...words }: SampleClosure, i: number, now: Date): Closure {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  const times = { startsAt: inDays(startsInDays, hour), endsAt: inDays(endsInDays, hour), reopens: null }
  return { id: idOf(`closure ${trail} ${i}`), networkId: network, trailId: trail, section: section ?? null, ...words, ...times }
}

/** The notice ends on the full hour. */
function noticeEvent({ daysAgo, by, endsInDays, ...words }: SampleRecords['notices'][number], i: number, apply: Apply, now: Date): Event {
  const send = sender(apply, 'notice', idOf(`notice ${i}`), null)
  const ends = new Date(Math.ceil((now.getTime() + endsInDays * DAY_MS) / 3_600_000) * 3_600_000)
  const patch = { ...words, endsAt: ends.toISOString() }
  return { at: new Date(now.getTime() - daysAgo * DAY_MS), apply: (tx, when) => send(tx, person(by), patch, when) }
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['people', 'actions', 'trailUpdates'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  return true
}

async function addRecords(db: Db, records: SampleRecords, bundle: SiteBundle, now: Date): Promise<Map<string, Picture>> {
  const { site } = bundle
  const trails = knownTrailsOf(bundle)
  const siteNames = { areas: site.areas, trails: bundle.trails, memberEdits: site.memberEdits }
  const nobody = async () => undefined
  const actions = { mail: NO_MAIL, site: siteNames, announce: nobody, publicUrl: 'http://localhost', notifyReporters: nobody }
  const apply: Apply = {
    action: (tx, actor, incoming, at) => applyActionChange(tx, actions, actor, incoming, at),
    settings: applySettingsChange,
    notice: applyNoticeChange,
  }
  const pictures = new Map<string, Picture>()
  const chooseReviewer = sender(apply, 'settings', SETTINGS_ID, 1)
  const events: Event[] = [
    {
      at: timeOf(REVIEWER_CHOSEN_DAYS_AGO, 'reviewer', now, site.timeZone),
      apply: (tx, at) => chooseReviewer(tx, person('admin'), { reviewerId: person('manager').id }, at),
    },
    ...records.updates.map(({ daysAgo, by, networks, closures }, i) => ({
      at: timeOf(daysAgo, `update ${i}`, now, site.timeZone),
      apply: async (tx: Tx, at: Date) => {
        const update = { networks, trails: {}, closures: closures.map((one, n) => closureOf(one, n, now)) }
        return accepted(await postTrailUpdate(tx, site, person(by), update, at, trails), 'an update')
      },
    })),
    ...records.notices.map((notice, i) => noticeEvent(notice, i, apply, now)),
    ...records.actions.flatMap((action, i) => eventsOf(action, i, apply, bundle, now, pictures)),
  ]
  // Numbers are assigned in sequence and a step may depend on another person's earlier step, so events are applied in chronological order.
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  await db.transaction().execute(async (tx) => {
    await addSamplePeople(tx, PEOPLE, new Date(now.getTime() - JOINED_DAYS_AGO * DAY_MS))
    for (const { id } of PEOPLE) {
      const at = new Date(now.getTime() - JOINED_DAYS_AGO * DAY_MS)
      if (id !== person('admin').id) await audit(tx, 'user-created', { actorId: person('admin').id, subjectId: id }, at)
      // Without recent activity, the people would be notified that their account is unused.
      await tx.updateTable('personActivity').set({ lastActiveAt: now }).where('personId', '=', id).execute()
    }
    for (const { at, apply: happen } of events) await happen(tx, at)
  })
  return pictures
}

async function addPhotos(db: Db, photosDir: string, pictures: ReadonlyMap<string, Picture>): Promise<void> {
  const store = directoryStore(photosDir)
  // This process reads only its own drawings, so SVG is safe.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const path = join(tmpdir(), `sample-picture-${process.pid}.jpg`)
  try {
    for (const [id, { scene, owner, at }] of pictures) {
      const jpeg = await sharp(Buffer.from(drawPicture(scene, id)))
        .jpeg({ quality: 86 })
        .toBuffer()
      await writeFile(path, jpeg)
      const upload = { path, sha256: createHash('sha256').update(jpeg).digest() }
      const stored = await storePhoto({ db, store, expectClaim: async () => undefined }, owner, id, upload, at)
      if (stored === 'busy') throw new Error('A sample photo could not be stored.')
      accepted(stored, 'a picture')
    }
  } finally {
    await rm(path, { force: true })
  }
}

async function addSample(): Promise<string> {
  const config = readConfig({ DEV_MAIL: 'true', ...process.env, SAMPLE_DATA: 'true' })
  await prepareDatabase(config)
  const database = openDatabase(config.DATABASE_URL, 2)
  try {
    const { db } = database
    if (!(await isEmpty(db))) return 'The database is not empty: no sample data was added.'
    const folder = join(config.SITES_DIR, config.SITE)
    const { bundle } = await readSiteContent(folder, config.HELP_DIR)
    const text = await readFile(join(folder, 'sample-records.json'), 'utf8').catch(() => null)
    if (text === null) {
      await addSampleData(db, bundle.site, new Date())
      return `${bundle.site.label} has no sample-records.json: three people and one trail update were added.`
    }
    const records = SampleRecords.parse(JSON.parse(text))
    const pictures = await addRecords(db, records, bundle, new Date())
    await addPhotos(db, config.PHOTOS_DIR, pictures)
    return `Sample data was added: ${PEOPLE.length} people, ${records.updates.length} trail updates, ${records.notices.length} notices, ${records.actions.length} actions, ${pictures.size} pictures.`
  } finally {
    await database.close()
  }
}

try {
  console.log(await addSample())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
