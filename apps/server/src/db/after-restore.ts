/**
 * Ended sessions, keys and links must not work again after a restore, and restrictions published since the backup must not be lost
 * (RULES.md, T31).
 */
import { randomUUID } from 'node:crypto'
import { restoredUpdate, type TrailUpdate } from '@trailwarden/domain'
import { sql } from 'kysely'
import { audit } from './audit.ts'
import type { Tx } from './database.ts'
import { THE_SYSTEM } from './records/document-sql.ts'

/** The backup can't show which sessions, keys and links were ended later, so all of them end. */
const ended = (tx: Tx) => ({
  sessions: tx.deleteFrom('sessions'),
  devices: tx.deleteFrom('knownDevices'),
  links: tx.deleteFrom('accountLinks'),
  takeBackLinks: tx.deleteFrom('takeBackLinks'),
  briefLinks: tx.deleteFrom('briefLinks'),
  secondFactorResets: tx.deleteFrom('secondFactorResets'),
  signOnAttempts: tx.deleteFrom('oidcAttempts'),
  passkeyChallenges: tx.deleteFrom('passkeyChallenges'),
  keys: tx.deleteFrom('apiKeys'),
  // Without an owner, webhooks are suspended until an administrator takes them over.
  webhooks: tx.updateTable('webhooks').set({ heldBy: THE_SYSTEM.id }),
  emails: tx.deleteFrom('emails').where('personId', 'is not', null),
})

async function readLastChange(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(at) from audit_log), (select max(created_at) from trail_updates), (select max(last_seen_at) from sessions)) as at`.execute(
    tx,
  )
  return rows[0]?.at ?? null
}

/** All trail status becomes unconfirmed. The lock must equal that of `lockTrailStatus`. */
async function unconfirmStatus(tx: Tx, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trail-status', 0))`.execute(tx)
  const latest: TrailUpdate | null =
    (await tx
      .selectFrom('trailUpdates')
      .selectAll()
      .orderBy('orderNumber', 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  const { closures, ...update } = restoredUpdate(latest, { id: THE_SYSTEM.id, name: 'Restore from a backup' }, randomUUID(), now)
  await tx
    .insertInto('trailUpdates')
    .values({ ...update, closures: JSON.stringify(closures) })
    .execute()
}

export async function endWithRestore(tx: Tx): Promise<void> {
  const restoredTo = await readLastChange(tx)
  const counts: Record<string, number> = {}
  for (const [name, statement] of Object.entries(ended(tx))) {
    const { numAffectedRows = 0n } = await tx.executeQuery(statement.compile())
    counts[name] = Number(numAffectedRows)
  }
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  const now = rows[0]?.now ?? new Date()
  await unconfirmStatus(tx, now)
  await audit(tx, 'restored', {}, now)
  await tx.insertInto('restores').values({ at: now, restoredTo, ended: counts }).execute()
}
