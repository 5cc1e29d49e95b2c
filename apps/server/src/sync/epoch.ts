/** Which past the cursors of phones speak of (PullReply.epoch). */
import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'

// Numbers that were given after the backup was made are in people's mouths: none of them may come again for another action.
const NUMBERS_TO_SKIP = 100
// Nobody reads these, so that many cost nothing.
const ORDER_NUMBERS_TO_SKIP = 1_000_000

/** Of the row of `sync_epoch`: it was made in this cluster and on this timeline, and it was not loaded from a dump (migration 0012). */
export const epochIsOurs = sql<boolean>`(
  sync_epoch.cluster = cluster_identity()
  and sync_epoch.xmin::text::numeric = mod(sync_epoch.written_by::text::numeric, 4294967296))`

/**
 * Begins a new epoch when the database is not the one, or not on the timeline, that the epoch was made on: it was restored, or
 * another machine took over. Phones then fetch everything again and resend what they had sent. `force` is for a restore that
 * leaves no trace of its own; with `epoch` only as long as that one lasts. Answers whether a new epoch began.
 */
export async function renewEpoch(db: Db, { force = false, epoch = null as string | null } = {}): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const renewed = await sql`
      update sync_epoch set epoch = gen_random_uuid(), cluster = cluster_identity(), written_by = pg_current_xact_id()
      where (${force} and epoch = coalesce(${epoch}::uuid, epoch)) or not ${epochIsOurs}`.execute(tx)
    if (renewed.numAffectedRows === 0n) return false
    // Transaction numbers of the other database may lie ahead of ours, where no phone would reach them for years.
    await moveFeed(tx)
    // As many again as were given, before the backup, in twice the time that has passed since.
    await sql`
      with latest as (select max(created_at) as at from actions),
      lately as (select count(*) as n from actions, latest where created_at > latest.at - 2 * (now() - latest.at))
      select setval('action_number', nextval('action_number') + ${NUMBERS_TO_SKIP} + (select n from lately))`.execute(tx)
    // The same for the order of updates: a page that received a lost one must not take the next post for an older one.
    await sql`select setval('trail_update_order', nextval('trail_update_order') + ${ORDER_NUMBERS_TO_SKIP})`.execute(tx)
    await sql`select pg_notify('changes', pg_current_xact_id()::text)`.execute(tx)
    return true
  })
}

// Several seconds' work. A million records in one statement would outlast the time after which the client gives up.
const ROWS_AT_ONCE = 50_000

/** Every record of the feed was changed by this transaction. */
async function moveFeed(tx: Tx): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const { numAffectedRows = 0n } = await sql`
      update changes set xid = pg_current_xact_id()
      where ctid = any(array(select ctid from changes where xid <> pg_current_xact_id() limit ${ROWS_AT_ONCE}))`.execute(tx)
    isDone = numAffectedRows < ROWS_AT_ONCE
  }
}

/** The highest number of an action that was given out. A sequence that was never used says 1, too. */
export const highestNumber = sql<number>`(select case when is_called then last_value else 0 end from action_number)`

/** No number up to this one is given out any more. Some are left out, because others may be taken meanwhile. */
export async function raiseNumbers(db: Db, seen: number): Promise<void> {
  await sql`select setval('action_number', ${seen} + ${NUMBERS_TO_SKIP}::bigint) where ${highestNumber} < ${seen}`.execute(db)
}

export async function readHighestNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select ${highestNumber} as number`.execute(db)
  return rows[0]?.number ?? 0
}
