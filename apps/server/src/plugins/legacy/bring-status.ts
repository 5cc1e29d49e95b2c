import { fromOldColumns, IMPORTED_FROM, type ImportedUpdate, isManager, MESSAGE_MAX_LENGTH, SETTINGS_ID } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { uuidFrom } from '#db/uuid.ts'
import { applySettingsChange } from '#features/settings/settings-store.ts'
import { lockTrailStatus } from '#features/trail-status/trail-status-store.ts'
import { importCommandId, THE_OLD_APP } from './bring-actions.ts'
import { type Line, left, taken } from './import-report.ts'
import type { OldRecord } from './old-export.ts'
import { authorOf, type OldPeople, UNKNOWN_AUTHOR } from './old-people.ts'
import { type Correction, isEmpty, readText, readTime, type Translated } from './old-values.ts'

const BATCH = 200

type Update = Omit<ImportedUpdate, 'oldAuthor'> & { id: string; createdBy: string }

function translateUpdate(record: OldRecord, networks: Site['networks'], people: OldPeople, now: Date): Translated<Update> {
  const corrections: Correction[] = []
  const correct = (field: string, detail: string) => void corrections.push({ field, detail })
  const createdAt = readTime(record.created_at, now)
  if (typeof createdAt === 'string') return { record: null, reason: `created_at ${createdAt}, but the log is ordered by time` }
  const author = authorOf(people, record, 'created_by', correct)
  if (!author) correct('created_by', `no author is named, so the author is now ${UNKNOWN_AUTHOR}`)
  const messages = networks.map(({ importName }) => {
    const field = `${importName}_message`
    const text = readText(record[field], field, correct)
    if (text.length > MESSAGE_MAX_LENGTH) correct(field, `${field} is longer than ${MESSAGE_MAX_LENGTH} characters and was shortened`)
    return [field, text.slice(0, MESSAGE_MAX_LENGTH).toWellFormed()]
  })
  const read = fromOldColumns(
    { ...record, ...Object.fromEntries(messages), created_at: createdAt.toISOString(), created_by: '', created_by_name: '' },
    networks,
  )
  if (!read.ok) return { record: null, reason: read.refusal.detail }
  const { oldAuthor: _, ...update } = read.record
  const { id, name } = author ?? { id: people.idOf(''), name: UNKNOWN_AUTHOR }
  return { record: { ...update, id: uuidFrom('update', record.id), createdBy: id, createdByName: name }, corrections }
}

export async function planUpdates(
  db: Db,
  records: readonly OldRecord[],
  { networks }: Pick<Site, 'networks'>,
  people: OldPeople,
  now: Date,
) {
  const rows = await db.selectFrom('trailUpdates').select('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  const updates: Update[] = []
  const lines = records.map((record): Line => {
    const { record: update, ...rest } = translateUpdate(record, networks, people, now)
    const label = String(record.created_by_name ?? '')
    if (!update) return left('updates', record.id, label, 'reason' in rest ? rest.reason : '')
    if (known.has(update.id)) return { collection: 'updates', oldId: record.id, label, outcome: 'there already', issues: [] }
    updates.push(update)
    return taken('updates', record.id, label, 'corrections' in rest ? rest.corrections : [])
  })
  return { lines, write: (target: Db) => addUpdates(target, updates, now) }
}

/**
 * One transaction, so that no new update can come between them. Updates newer than all existing ones get the next order numbers, like new
 * updates. Older ones get numbers below all updates posted in Trailwarden, so they never replace the current status.
 */
async function addUpdates(db: Db, updates: readonly Update[], now: Date): Promise<void> {
  if (updates.length === 0) return
  const oldestFirst = updates.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  await db.transaction().execute(async (tx) => {
    await lockTrailStatus(tx)
    const { rows } = await sql<{ newest: Date | null }>`select max(created_at) as newest from trail_updates`.execute(tx)
    const newest = rows[0]?.newest?.getTime() ?? 0
    for (let first = 0; first < oldestFirst.length; first += BATCH) {
      const batch = oldestFirst.slice(first, first + BATCH)
      await tx
        .insertInto('trailUpdates')
        .values(batch.map(({ oldId: _, ...update }) => (update.createdAt.getTime() < newest ? { ...update, orderNumber: 0 } : update)))
        .execute()
      const lines = batch.map(({ oldId, id, networks, createdAt, createdBy, createdByName }) => ({
        kind: 'trail-update' as const,
        recordId: id,
        version: 1,
        commandId: importCommandId('update', oldId, 1),
        changes: JSON.stringify({ networks: { before: null, after: networks }, [IMPORTED_FROM]: { before: null, after: THE_OLD_APP } }),
        recordedAt: createdAt.toISOString(),
        createdAt: now,
        createdBy,
        createdByName,
      }))
      await tx.insertInto('history').values(lines).execute()
    }
  })
}

const OLD_APP = { id: uuidFrom('person', THE_OLD_APP), name: 'The old app', role: 4 }

/** The default reviewer is the previous app's only setting. */
export async function planSettings(db: Db, records: readonly OldRecord[], people: OldPeople, now: Date) {
  const { reviewerId: chosen, reviewerName } = await db
    .selectFrom('settings')
    .select(['reviewerId', 'reviewerName'])
    .executeTakeFirstOrThrow()
  let reviewer: { id: string; recordedAt: string } | null = null
  const lines: Line[] = []
  for (const record of records) {
    const { id: oldId, hazard_reviewer, hazard_reviewer_name, hazard_reviewer_email } = record
    const text = (value: unknown) => (isEmpty(value) ? '' : String(value))
    const label = text(hazard_reviewer_name)
    const account = people.find({ oldId: text(hazard_reviewer), email: text(hazard_reviewer_email), name: label })
    const known = account && (await wasBroughtOver(db, account.id))
    const line = (outcome: Line['outcome'], issues: Correction[] = []): Line => ({ collection: 'settings', oldId, label, outcome, issues })
    if (isEmpty(hazard_reviewer) && label === '')
      lines.push(left('settings', oldId, label, 'it has no hazard_reviewer, the only setting that can be imported'))
    else if (!account) lines.push(left('settings', oldId, label, 'hazard_reviewer has no account here'))
    else if (!isManager(account)) lines.push(left('settings', oldId, label, `hazard_reviewer ${account.displayName} is not a manager`))
    else if (chosen === account.id || known) lines.push(line('there already'))
    else if (chosen)
      lines.push(
        line('differs', [{ field: 'hazard_reviewer', detail: `the default reviewer here is ${reviewerName}; it was not changed` }]),
      )
    else {
      const at = readTime(record.updated_at, now)
      reviewer = { id: account.id, recordedAt: (at instanceof Date ? at : now).toISOString() }
      lines.push(line('taken'))
    }
  }
  return {
    lines,
    async write(target: Db) {
      if (!reviewer) return
      const { id, recordedAt } = reviewer
      await target.transaction().execute(async (tx) => {
        const incoming = {
          id: commandIdOf(id),
          n: 1,
          kind: 'settings' as const,
          recordId: SETTINGS_ID,
          patch: { reviewerId: id },
          baseVersion: 0,
        }
        const decision = await applySettingsChange(
          tx,
          OLD_APP,
          { ...incoming, recordedAt, recordedAtSent: null, deviceId: OLD_APP.id },
          now,
        )
        if (!decision.ok) throw new Error(`The default reviewer could not be set: ${decision.refusal.detail}`)
      })
    },
  }
}

const commandIdOf = (reviewerId: string) => importCommandId('settings', reviewerId, 1)

/** The import doesn't set a reviewer again who has been replaced since. */
async function wasBroughtOver(db: Db, reviewerId: string): Promise<boolean> {
  const line = await db.selectFrom('history').select('id').where('commandId', '=', commandIdOf(reviewerId)).executeTakeFirst()
  return line !== undefined
}
