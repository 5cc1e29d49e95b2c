/** Which past the cursors of phones speak of (PullReply.epoch). */
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

// Numbers that were given after the backup was made are in people's mouths: none of them may come again for another action.
const NUMBERS_TO_SKIP = 100
// Nobody reads these, so that many cost nothing.
const ORDER_NUMBERS_TO_SKIP = 1_000_000

export async function readEpoch(db: Db): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`select epoch from sync_epoch`.execute(db)
  if (!rows[0]) throw new Error('The epoch is missing.')
  return rows[0].epoch
}

/**
 * Begins a new epoch when the database is not the one, or not on the timeline, that the epoch was made on: it was restored, or
 * another machine took over. Phones then fetch everything anew and offer again what they had sent. `force` is for a restore that
 * leaves no trace of its own. Answers whether a new epoch began.
 */
export async function renewEpoch(db: Db, { force = false } = {}): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const renewed = await sql`
      update sync_epoch set epoch = gen_random_uuid(), cluster = cluster_identity()
      where ${force} or cluster <> cluster_identity()`.execute(tx)
    if (renewed.numAffectedRows === 0n) return false
    // Transaction numbers of the other database may lie ahead of ours, where no phone would reach them for years.
    await sql`update changes set xid = pg_current_xact_id()`.execute(tx)
    await sql`select setval('action_number', nextval('action_number') + ${NUMBERS_TO_SKIP})`.execute(tx)
    // The same for the order of updates: a page that heard of a lost one must not take the next post for an older one.
    await sql`select setval('trail_update_order', nextval('trail_update_order') + ${ORDER_NUMBERS_TO_SKIP})`.execute(tx)
    return true
  })
}
