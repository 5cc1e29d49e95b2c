/** An epoch identifies the database history that the devices' cursors refer to (PullReply.epoch). */
import { sql } from 'kysely'
import { endWithRestore } from '#db/after-restore.ts'
import type { Db, Tx } from '#db/database.ts'

// People may already use numbers that were assigned after the backup, so these numbers must not be assigned to other Actions.
const NUMBERS_TO_SKIP = 100
// Users never see order numbers, so skipping many does no harm.
const ORDER_NUMBERS_TO_SKIP = 1_000_000

/** True if the row in `sync_epoch` wasn't loaded from a dump (migration 0012). */
const rowIsOurs = sql<boolean>`(sync_epoch.xmin::text::numeric = mod(sync_epoch.written_by::text::numeric, 4294967296))`

export const epochIsOurs = sql<boolean>`(sync_epoch.cluster = cluster_identity() and ${rowIsOurs})`

/**
 * Starts a new epoch if the database was restored or another machine took over. Devices then pull everything again and resend their
 * changes. `force` is for restores that leave no trace in the database. If `epoch` is given, `force` applies only while that epoch is
 * current. After a restore, sessions and other records that the backup may have revived end too, but not after a failover, because a
 * failover reverts nothing.
 */
export async function renewEpoch(db: Db, { force = false, epoch = null as string | null } = {}): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const before = await tx.selectFrom('syncEpoch').select(rowIsOurs.as('isOurs')).forUpdate().executeTakeFirst()
    const isRestored = force || before?.isOurs === false
    const renewed = await tx
      .updateTable('syncEpoch')
      .set({
        epoch: sql<string>`gen_random_uuid()`,
        cluster: sql<string>`cluster_identity()`,
        writtenBy: sql<string>`pg_current_xact_id()`,
      })
      .where(sql<boolean>`((${force} and epoch = coalesce(${epoch}::uuid, epoch)) or not ${epochIsOurs})`)
      .executeTakeFirst()
    if (renewed.numUpdatedRows === 0n) return false
    // The restored rows may have transaction numbers far ahead of ours, which cursors wouldn't reach for years.
    await moveFeed(tx)
    // Backups don't contain the most recent Actions, so this skips additional numbers, estimated from the rate before the backup.
    await sql`
      with latest as (select max(created_at) as at from actions),
      lately as (select count(*) as n from actions, latest where created_at > latest.at - 2 * (now() - latest.at))
      select setval('action_number', nextval('action_number') + ${NUMBERS_TO_SKIP} + (select n from lately))`.execute(tx)
    // A page that received an update lost in the restore must not consider the next update older.
    await sql`select setval('trail_update_order', nextval('trail_update_order') + ${ORDER_NUMBERS_TO_SKIP})`.execute(tx)
    if (isRestored) await endWithRestore(tx)
    await sql`select pg_notify('changes', pg_current_xact_id()::text)`.execute(tx)
    return true
  })
}

// Moving the feed takes several seconds. A single statement for a million records would exceed the client's timeout.
const ROWS_AT_ONCE = 50_000

async function moveFeed(tx: Tx): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const { numUpdatedRows } = await tx
      .updateTable('changes')
      .set({ xid: sql<string>`pg_current_xact_id()` })
      .where(sql<boolean>`ctid = any(array(select ctid from changes where xid <> pg_current_xact_id() limit ${ROWS_AT_ONCE}))`)
      .executeTakeFirst()
    isDone = numUpdatedRows < ROWS_AT_ONCE
  }
}

/** An unused sequence also has a last_value of 1. */
export const highestNumber = sql<number>`(select case when is_called then last_value else 0 end from action_number)`

/** The lost data may have contained numbers above `seen`, so some more are skipped. */
export async function raiseNumbers(db: Db, seen: number): Promise<void> {
  await sql`select setval('action_number', ${seen} + ${NUMBERS_TO_SKIP}::bigint) where ${highestNumber} < ${seen}`.execute(db)
}

export async function readHighestNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select ${highestNumber} as number`.execute(db)
  return rows[0]?.number ?? 0
}
