/** Duplicates and the action that stays: what only the whole table can answer (RULES.md, A19, A20). */
import type { Refusal } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Tx } from '#db/database.ts'

/**
 * Merges and deletions wait for each other, before any row is locked: two that merge A into B and B into A would each see neither, and
 * close a circle. Other changes do not wait.
 */
export async function lockMerges(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('merged actions', 0))`.execute(tx)
}

/** Set by one change of a device, these are settled by it: an earlier one that comes late must not undo half of it. */
export const withTriage = (later: ReadonlySet<string>): ReadonlySet<string> =>
  later.has('status') || later.has('mergedInto') ? new Set([...later, 'status', 'waitingFor', 'waitingUntil', 'fix', 'mergedInto']) : later

type Target = { isDeleted: boolean; number: string; isCircle: boolean }

/**
 * Under `lockMerges`. All of the chain is locked too: what else is done to the action that stays comes before this merge, whose reporters it is
 * then no news to, or sees it.
 */
export async function whyNotMerged(tx: Tx, id: string, into: string): Promise<Refusal | null> {
  await sql`select from actions where id in (select merge_chain(${into})) order by id for share`.execute(tx)
  const { rows } = await sql<Target>`
    select number, deleted_at is not null as is_deleted, ${id}::uuid in (select merge_chain(id)) as is_circle
    from actions where id = ${into}`.execute(tx)
  const [target] = rows
  if (!target) return { code: 'changed-since', detail: 'The action that was to stay is not here.' }
  if (target.isDeleted) return { code: 'changed-since', detail: `Action ${target.number}, which was to stay, has been deleted meanwhile.` }
  return target.isCircle ? { code: 'changed-since', detail: `Somebody has merged action ${target.number} into this one meanwhile.` } : null
}

/** Under `lockMerges`. */
export async function whyNotDeleted(tx: Tx, id: string): Promise<Refusal | null> {
  const { rows } = await sql<{ number: string }>`
    select number from actions where merged_into = ${id} and deleted_at is null order by number limit 1`.execute(tx)
  const [merged] = rows
  return merged
    ? {
        code: 'changed-since',
        detail: `Action ${merged.number} was merged into this one. Undo that first, so that it is not lost with it.`,
      }
    : null
}
