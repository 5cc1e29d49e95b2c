/**
 * The line that every applied change leaves, and what can be read from it: whose change it replaces, and whether it comes late.
 * Knows no kind of record.
 */
import { type Command, isPartial, NOTES, PHOTOS_FIELD } from '@trailwarden/api'
import type { Actor, FieldChanges } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** A command and the device it came from. */
export type Incoming = Command & { deviceId: string; recordedAtSent: string | null }

/** What became of a change: the version it made, and the fields in which it replaced what somebody else had set meanwhile. */
export type Applied = { version: number; replaced: string[] }

export type Replaced = { field: string; authorId: string }

/**
 * Fields that the same device has already set by later commands on the record. Commands of one device count in the order they were
 * made, whichever way they travelled: what comes late must not undo what came after it.
 */
export async function fieldsSetLater(tx: Tx, actor: Actor, { deviceId, recordId, n }: Incoming): Promise<Set<string>> {
  const later = await tx
    .selectFrom('commands')
    .select('patch')
    .where('recordId', '=', recordId)
    .where('deviceId', '=', deviceId)
    .where('n', '>', n)
    .where('personId', '=', actor.id)
    .where(sql<boolean>`answer ->> 'outcome' in ('applied', 'merged')`)
    .execute()
  return new Set(later.flatMap(({ patch }) => Object.keys(patch ?? {})).filter((field) => !isPartial(field)))
}

/** The patch without what comes late, and that part of it as history: as if it had been applied in time and then replaced. */
export function withoutLate(patch: Record<string, unknown>, later: ReadonlySet<string>, current: Record<string, unknown>) {
  const entries = Object.entries(patch)
  const late = entries.filter(([field]) => later.has(field))
  return {
    patch: Object.fromEntries(entries.filter(([field]) => !later.has(field))),
    late: Object.fromEntries(late.map(([field, before]) => [field, { before, after: current[field] ?? null }])) as FieldChanges,
  }
}

/**
 * Of the changed fields, those that somebody else had set since the version this person was looking at: the later change wins, and
 * the author of what it replaced must be notified. Only the last author counts: earlier ones were notified when they were replaced.
 */
export async function findReplaced(
  tx: Tx,
  actor: Actor,
  { kind, recordId, baseVersion }: Incoming,
  changes: FieldChanges,
): Promise<Replaced[]> {
  // A note or a photo stands beside the others and replaces none.
  const fields = Object.keys(changes).filter((field) => field !== NOTES && field !== PHOTOS_FIELD)
  if (fields.length === 0) return []
  const lines = await tx
    .selectFrom('history')
    .select(['changes', 'createdBy'])
    .where('kind', '=', kind)
    .where('recordId', '=', recordId)
    .where('version', '>', baseVersion ?? 0)
    .where(sql<boolean>`changes ?| ${fields}::text[]`)
    .orderBy('id', 'desc')
    .execute()
  return fields.flatMap((field): Replaced[] => {
    const last = lines.find((line) => field in line.changes)
    return last && last.createdBy !== actor.id ? [{ field, authorId: last.createdBy }] : []
  })
}

export async function writeHistory(
  tx: Tx,
  actor: Actor,
  { id, kind, recordId, recordedAt, recordedAtSent }: Incoming,
  version: number,
  changes: FieldChanges,
  now: Date,
): Promise<void> {
  const author = { createdAt: now, createdBy: actor.id, createdByName: actor.name }
  await tx
    .insertInto('history')
    .values({ kind, recordId, version, commandId: id, changes: JSON.stringify(changes), recordedAt, recordedAtSent, ...author })
    .execute()
}
