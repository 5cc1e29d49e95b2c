import { type Command, type Contested, isPartial, NOTES, PHOTOS_FIELD } from '@trailwarden/api'
import type { Actor, FieldChanges } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export type Incoming = Command & { deviceId: string; recordedAtSent: string | null }

/** `replaced` names the fields that other people had changed since the author last saw the record. */
export type Applied = { version: number; replaced: string[]; contested?: Contested[] }

/** Changes made offline arrive late, so `at` is the device's time if that is earlier than the server's. */
export type Replaced = { field: string; authorId: string; at: string }

/** Commands of one device count in the order in which they were made, so a late command must not overwrite a newer one. */
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

/** In the history, late fields look as if they had arrived in time and were then replaced. */
export function withoutLate(patch: Record<string, unknown>, later: ReadonlySet<string>, current: Record<string, unknown>) {
  const entries = Object.entries(patch)
  const late = entries.filter(([field]) => later.has(field))
  return {
    patch: Object.fromEntries(entries.filter(([field]) => !later.has(field))),
    late: Object.fromEntries(late.map(([field, before]) => [field, { before, after: current[field] ?? null }])) as FieldChanges,
  }
}

/**
 * The later change wins, and the server notifies the author of the replaced value. Authors of earlier values were notified when their own
 * values were replaced.
 */
export async function findReplaced(
  tx: Tx,
  actor: Actor,
  { kind, recordId, baseVersion }: Incoming,
  changes: FieldChanges,
): Promise<Replaced[]> {
  // New notes and photos are added to the existing ones and replace nothing.
  const fields = Object.keys(changes).filter((field) => field !== NOTES && field !== PHOTOS_FIELD)
  if (fields.length === 0) return []
  const lines = await tx
    .selectFrom('history')
    .select(['changes', 'createdBy', sql<string>`iso(least(recorded_at, created_at))`.as('at')])
    .where('kind', '=', kind)
    .where('recordId', '=', recordId)
    .where('version', '>', baseVersion ?? 0)
    .where(sql<boolean>`changes ?| ${fields}::text[]`)
    .orderBy('id', 'desc')
    .execute()
  return fields.flatMap((field): Replaced[] => {
    const last = lines.find((line) => field in line.changes)
    return last && last.createdBy !== actor.id ? [{ field, authorId: last.createdBy, at: last.at }] : []
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
