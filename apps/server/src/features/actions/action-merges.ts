/** Some checks of merges need other rows of the table (RULES.md, A19, A20). */
import { actionKind, type Field, type Refusal } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Tx } from '#db/database.ts'

/**
 * Two people who merge A into B and B into A at the same time wouldn't see each other's change and would create a cycle. The lock comes
 * before any lock of a row. Other changes aren't blocked.
 */
export async function lockMerges(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('merged actions', 0))`.execute(tx)
}

const WITH_STATUS = Object.entries<Field>(actionKind.fields).flatMap(([name, { decidedWith }]) => (decidedWith === 'status' ? [name] : []))

/** If a device has set the status later, an earlier change that arrives late must not undo part of that decision. */
export const withTriage = (later: ReadonlySet<string>): ReadonlySet<string> =>
  later.has('status') || later.has('mergedInto') ? new Set([...later, 'status', ...WITH_STATUS]) : later

/**
 * Call under `lockMerges`. Also locks the whole merge chain, so that a concurrent change to the remaining Action happens before this merge,
 * or sees it and notifies its reporters.
 */
export async function whyNotMerged(tx: Tx, id: string, into: string): Promise<Refusal | null> {
  const chain = sql<string>`(select merge_chain(${into}))`
  await tx.selectFrom('actions').select('id').where('id', 'in', chain).orderBy('id').forShare().execute()
  const target = await tx
    .selectFrom('actions')
    .select(['number', 'deletedAt', sql<boolean>`${id}::uuid in (select merge_chain(id))`.as('isCircle')])
    .where('id', '=', into)
    .executeTakeFirst()
  if (!target) return { code: 'changed-since', detail: 'The Action to keep doesn’t exist.' }
  if (target.deletedAt) return { code: 'changed-since', detail: `Action ${target.number}, the one to keep, has since been deleted.` }
  return target.isCircle ? { code: 'changed-since', detail: `Someone has since merged Action ${target.number} into this one.` } : null
}

/** Call under `lockMerges`. */
export async function whyNotDeleted(tx: Tx, id: string): Promise<Refusal | null> {
  const merged = await tx
    .selectFrom('actions')
    .select('number')
    .where('mergedInto', '=', id)
    .where('deletedAt', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return merged
    ? {
        code: 'changed-since',
        detail: `Action ${merged.number} was merged into this one. Undo that merge first.`,
      }
    : null
}
