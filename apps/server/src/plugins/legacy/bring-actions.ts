/**
 * An Action's history records the imported values, and the next import compares them with the new export. If a field has changed only in
 * the export, the import applies the change. If users have changed the field in Trailwarden too, their version is retained and the report
 * lists the difference.
 */
import {
  type Action,
  actionKind,
  type Data,
  differences,
  type FieldChanges,
  IMPORTED_FROM,
  isSameValue,
  type Note,
  PHOTO_NOTE_MAX_LENGTH,
  PHOTOS_MAX,
  type Photo,
  photoDifference,
  photosOf,
  triageAfter,
} from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { THE_SYSTEM } from '#db/records/document-sql.ts'
import { addedPhotos, claimPhotos, photosColumn } from '#db/records/photo-claims.ts'
import { uuidFrom } from '#db/uuid.ts'
import { actionDocumentFor } from '#features/actions/action-sql.ts'
import { storePhoto } from '#features/photos/photos.ts'
import type { PhotoStore } from '#files/photo-store.ts'
import type { Upload } from '#files/upload.ts'
import { readHighestNumber } from '#sync/pull/epoch.ts'
import { type Line, left, taken } from './import-report.ts'
import { type OldAction, type OldActionContext, translateAction } from './old-action.ts'
import type { OldRecord } from './old-export.ts'
import type { FindPhoto } from './old-photos.ts'
import type { Correction } from './old-values.ts'

export const THE_OLD_APP = 'the old app'
/** Low enough not to delay pulls. */
const BATCH = 200

/** Fields that are imported or skipped together. For example, a trail belongs to its area. */
const GROUPS = [['description'], ['area', 'trail'], ['detail'], ['place'], ['rating'], ['status'], ['assignedTo']] as const

type Here = { action: Action; deleted: boolean }
type PhotoToStore = { id: string; owner: { id: string; name: string; role: number }; upload: Upload }
type Follow = { before: Action; after: Action; changes: FieldChanges; oldId: string }

export const importCommandId = (kind: string, oldId: string, version: number) => uuidFrom('import', `${kind} ${oldId} ${version}`)

async function readHere(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Here>`
    select ${actionDocumentFor(THE_SYSTEM)} as action, r.deleted_at is not null as deleted
    from actions r where r.id = any(${ids}::uuid[])`.execute(db)
  const lines = await db
    .selectFrom('history')
    .select(['recordId', 'version', 'commandId', 'changes'])
    .where('kind', '=', 'action')
    .where('recordId', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  const numbers = await db.selectFrom('actions').select('number').execute()
  return {
    byId: new Map(rows.map((row) => [row.action.id, row])),
    lines: Map.groupBy(lines, ({ recordId }) => recordId),
    numbers: new Set(numbers.map(({ number }) => Number(number))),
    highest: await readHighestNumber(db),
  }
}
type ReadHere = Awaited<ReturnType<typeof readHere>>

function broughtOver({ lines }: ReadHere, { id, oldId }: OldAction): Data {
  const ofImport = (lines.get(id) ?? []).filter(({ version, commandId }) => commandId === importCommandId('action', oldId, version))
  return Object.assign(
    {},
    ...ofImport.map(({ changes }) => Object.fromEntries(Object.entries(changes).map(([name, { after }]) => [name, after]))),
  )
}

const inWords = (value: unknown) => (value === null || value === '' ? 'empty' : JSON.stringify(value).slice(0, 60))

function photosBrought({ lines }: ReadHere, { id, oldId }: OldAction): Set<unknown> {
  const ofImport = (lines.get(id) ?? []).filter(({ version, commandId }) => commandId === importCommandId('action', oldId, version))
  // The cast is safe: an import wrote this value from a list of photos. Earlier versions wrote only the first photo.
  const idsIn = ({ photos, photoId }: FieldChanges) => [photoId?.after, ...((photos?.after ?? []) as { id: string }[]).map((one) => one.id)]
  return new Set(ofImport.flatMap(({ changes }) => idsIn(changes)))
}

const byTime = (a: Note, b: Note) => Date.parse(a.createdAt) - Date.parse(b.createdAt)

function compare(old: OldAction, here: Action, base: Data): { next: Action; differing: Correction[] } {
  const next: Data = { ...here }
  const differing: Correction[] = []
  const [theirs, ours]: Data[] = [{ ...old }, { ...here }]
  for (const group of GROUPS) {
    const same = (a: Data | undefined, b: Data | undefined) => group.every((name) => isSameValue(a?.[name] ?? null, b?.[name] ?? null))
    if (same(theirs, base) || same(theirs, ours)) continue
    if (same(ours, base)) for (const name of group) next[name] = theirs?.[name]
    else
      for (const name of group)
        if (!isSameValue(theirs?.[name], ours?.[name]))
          differing.push({
            field: name,
            detail: `${name} was changed here to ${inWords(ours?.[name])} and is ${inWords(theirs?.[name])} in the export; it was not changed`,
          })
  }
  if (next.status !== here.status)
    // The cast is safe: the replaced fields come from another Action.
    Object.assign(next, triageAfter({ ...(next as Action), completedAt: old.completedAt }, false, old.updatedAt))
  if (next.assignedTo !== here.assignedTo) Object.assign(next, { assignedName: old.assignedName, assignedEmail: old.assignedEmail })
  const known = new Set(here.notes.map(({ id }) => id))
  const added = old.notes.filter(({ id }) => !known.has(id))
  if (added.length > 0) next.notes = [...here.notes, ...added].sort(byTime)
  // The cast is safe: the replaced fields come from another Action.
  return { next: next as Action, differing }
}

/**
 * Actions retain the number in the export. If two Actions share a number, the older one retains it. All others get new numbers above the
 * highest one.
 */
function giveNumbers(newcomers: { old: OldAction; corrections: Correction[] }[], { numbers, highest }: ReadHere) {
  const given = new Map<string, number>()
  const used = new Set(numbers)
  const waiting: typeof newcomers = []
  const oldestFirst = newcomers.toSorted(
    (a, b) => Date.parse(a.old.createdAt) - Date.parse(b.old.createdAt) || (a.old.oldId < b.old.oldId ? -1 : 1),
  )
  for (const one of oldestFirst) {
    const { oldId, oldNumber } = one.old
    if (oldNumber === null || used.has(oldNumber)) waiting.push(one)
    else {
      used.add(oldNumber)
      given.set(oldId, oldNumber)
    }
  }
  let next = Math.max(highest, 0, ...used)
  for (const { old, corrections } of waiting) {
    next++
    given.set(old.oldId, next)
    const why = old.oldNumber === null ? 'it had no number' : `hazard_id ${textOf(old.oldNumber)} belongs to another Action`
    corrections.push({ field: 'hazard_id', detail: `${why}, so this Action’s number is now ${textOf(next)}` })
  }
  return { given, highest: next }
}

const textOf = (number: number) => String(number).padStart(4, '0')

const photoIdOf = (oldId: string, url: string) => uuidFrom('photo', `${oldId} ${url.split('?', 1)[0]}`)

export type ActionsPlan = { lines: Line[]; write(db: Db, store: PhotoStore): Promise<void> }

export async function planActions(
  db: Db,
  records: readonly OldRecord[],
  context: OldActionContext,
  findPhoto: FindPhoto,
): Promise<ActionsPlan> {
  const lines = new Map<string, Line>()
  const translated: { old: OldAction; corrections: Correction[] }[] = []
  for (const record of records) {
    const read = translateAction(record, context)
    if (read.record) translated.push({ old: read.record, corrections: read.corrections })
    else lines.set(record.id, left('hazards', record.id, labelOf(record), read.reason))
  }
  const here = await readHere(
    db,
    translated.map(({ old }) => old.id),
  )
  const photos: PhotoToStore[] = []
  /** If a photo's file isn't available, the photo's note becomes a note of the Action. */
  const findPhotos = async (old: OldAction, here: readonly Photo[], isTakenAway: (id: string) => boolean, corrections: Correction[]) => {
    const found = [...here]
    const notes: Note[] = []
    for (const { url, note, asNotes } of old.photos) {
      const id = photoIdOf(old.oldId, url)
      const known = found.find((photo) => photo.id === id)
      if (known ? known.stored || !here.includes(known) : isTakenAway(id)) continue
      const upload =
        known || found.length < PHOTOS_MAX ? await findPhoto(url) : `a photo was left out because an Action can have at most ${PHOTOS_MAX}`
      if (typeof upload === 'string') corrections.push({ field: 'images', detail: upload })
      else photos.push({ id, owner: { id: old.createdBy, name: old.createdByName, role: 1 }, upload })
      if (typeof upload !== 'string' && !known) found.push({ id, note: note.slice(0, PHOTO_NOTE_MAX_LENGTH).trim(), stored: false })
      if (!known && (typeof upload === 'string' || note.length > PHOTO_NOTE_MAX_LENGTH)) notes.push(...asNotes)
    }
    return { found, notes }
  }

  const newcomers = translated.filter(({ old }) => !here.byId.has(old.id))
  const { given, highest } = giveNumbers(newcomers, here)
  const added: { action: Action; oldId: string }[] = []
  for (const { old, corrections } of newcomers) {
    const { oldId, oldNumber: _, photos: __, ...fields } = old
    const number = textOf(given.get(oldId) ?? 0)
    const { found, notes } = await findPhotos(old, [], () => false, corrections)
    const pictures = { photos: found, photoId: found[0]?.id ?? null }
    const action = { ...actionKind.blank, ...fields, ...pictures, notes: [...fields.notes, ...notes].sort(byTime), number, version: 1 }
    added.push({ oldId, action })
    lines.set(oldId, taken('hazards', oldId, `${number} ${old.description}`, corrections))
  }

  const followed: Follow[] = []
  for (const { old } of translated) {
    const known = here.byId.get(old.id)
    if (!known) continue
    const { oldId } = old
    const line = (outcome: Line['outcome'], issues: Correction[] = []) =>
      void lines.set(oldId, { collection: 'hazards', oldId, label: `${known.action.number} ${known.action.description}`, outcome, issues })
    if (known.deleted) {
      line('there already', [{ field: '', detail: 'it was deleted here, so it was not imported again' }])
      continue
    }
    // Photos whose files were missing before are added, except those that users have removed in Trailwarden.
    const brought = photosBrought(here, old)
    const before = photosOf(known.action)
    const { found, notes } = await findPhotos(old, before, (id) => brought.has(id), [])
    const { next, differing } = compare({ ...old, notes: [...old.notes, ...notes] }, known.action, broughtOver(here, old))
    const { photoId: _, ...changes } = differences(actionKind, known.action, next)
    const newPhotos = photoDifference(before, found)
    if (newPhotos) Object.assign(next, { photos: found, photoId: found[0]?.id ?? null })
    if (newPhotos) changes.photos = newPhotos
    const note = next.notes.find(({ id }) => !known.action.notes.some((one) => one.id === id))
    if (note) changes.notes = { before: null, after: { id: note.id, text: note.text } }
    const news = Object.keys(changes)
    if (news.length === 0) {
      line(differing.length > 0 ? 'differs' : 'there already', differing)
      continue
    }
    const { updatedAt, updatedBy, updatedByName } = old
    followed.push({
      before: known.action,
      after: { ...next, version: next.version + 1, updatedAt, updatedBy, updatedByName },
      changes,
      oldId,
    })
    line(differing.length > 0 ? 'differs' : 'taken', [
      { field: news.join(' '), detail: `updated from the export: ${news.join(', ')}` },
      ...differing,
    ])
  }

  return {
    lines: records.flatMap(({ id }) => lines.get(id) ?? []),
    async write(target, store) {
      // The sequence is set first, so that Actions created during the import get higher numbers than the imported ones.
      if (added.length > 0)
        await sql`select setval('action_number', ${highest}::bigint) where ${highest}::bigint > ${await readHighestNumber(target)}::bigint`.execute(
          target,
        )
      for (let first = 0; first < added.length; first += BATCH) await addAll(target, added.slice(first, first + BATCH), context.now)
      for (const follow of followed) await followOne(target, follow, context.now)
      for (const { id, owner, upload } of photos) {
        const stored = await storePhoto({ db: target, store, expectClaim: async () => undefined }, owner, id, upload, context.now)
        if (stored === 'busy' || !stored.ok) throw new Error(`The photo ${upload.path} could not be stored. Run the import again.`)
      }
    },
  }
}

const labelOf = ({ hazard_id, description, hazard_title }: OldRecord) =>
  `${hazard_id ?? ''} ${description ?? hazard_title ?? ''}`.trim().slice(0, 60)

const rowOf = ({ photoStored: _, photos, notes, ...fields }: Action) => ({
  ...fields,
  photos: photosColumn(photos),
  notes: JSON.stringify(notes),
  deletedAt: null,
})

const historyOf = (action: Action, oldId: string, changes: FieldChanges, by: { at: string; id: string; name: string }, now: Date) => ({
  kind: 'action' as const,
  recordId: action.id,
  version: action.version,
  commandId: importCommandId('action', oldId, action.version),
  changes: JSON.stringify({ ...changes, [IMPORTED_FROM]: { before: null, after: THE_OLD_APP } }),
  recordedAt: by.at,
  createdAt: now,
  createdBy: by.id,
  createdByName: by.name,
})

async function addAll(db: Db, added: readonly { action: Action; oldId: string }[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('actions')
      .values(added.map(({ action }) => rowOf(action)))
      .execute()
    const lines = added.map(({ action, oldId }) => {
      const { createdAt: at, createdBy: id, createdByName: name } = action
      const photos = photoDifference([], action.photos)
      return historyOf(action, oldId, { ...differences(actionKind, null, action), ...(photos && { photos }) }, { at, id, name }, now)
    })
    await tx.insertInto('history').values(lines).execute()
    for (const { action } of added)
      await claimPhotos(tx, { id: action.createdBy }, addedPhotos([], action.photos), { of: 'actionId', id: action.id }, now)
  })
}

async function followOne(db: Db, { before, after, changes, oldId }: Follow, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('actions')
      .set(rowOf(after))
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error(`Action ${before.number} was changed during the import. Run the import again.`)
    const { updatedAt: at, updatedBy: id, updatedByName: name } = after
    await tx
      .insertInto('history')
      .values(historyOf(after, oldId, changes, { at, id, name }, now))
      .execute()
    const added = addedPhotos(photosOf(before), photosOf(after))
    await claimPhotos(tx, { id: after.createdBy }, added, { of: 'actionId', id: after.id }, now)
  })
}
