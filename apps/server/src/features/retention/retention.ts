/**
 * Removes what is no longer needed, a little every day: accounts that nobody uses, what people deleted, and what has expired. One process
 * at a time does it; every step is small, can be repeated and goes on where it broke off.
 *
 * The time is a parameter, and is not believed at once: see `isClockSteady`.
 */

import { ACCOUNT_REQUEST_DAYS } from '@trailwarden/domain'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#db/database.ts'

/** Work on a batch at the time `now`; answers how much it did. Zero: nothing is left. */
export type RetentionStep = (now: Date) => Promise<number>

const DAY_MS = 86_400_000
const CLOCK_MAY_JUMP_MS = 7 * DAY_MS
const CLOCK_STEADY_MS = 7 * DAY_MS
// Any number will do, as long as every process asks for the same one.
const LOCK = 7_206_020
const CHECK_EVERY_MS = 3_600_000

/**
 * A clock that is two years ahead must not remove everyone. After a jump of more than a week, forwards or backwards, or a server that was
 * off for so long, nothing is removed until the clock has gone on steadily for a week: time to set it right. Accounts need another
 * 30 days on top, between their notice and their end.
 */
async function isClockSteady(db: Db, now: Date): Promise<boolean> {
  const row = await db.selectFrom('retentionClock').selectAll().executeTakeFirst()
  const movedMs = row ? now.getTime() - row.checkedAt.getTime() : 0
  const jumped = movedMs > CLOCK_MAY_JUMP_MS || movedMs < -DAY_MS
  const steadySince = row && !jumped ? row.steadySince : now
  await db
    .insertInto('retentionClock')
    .values({ onlyRow: true, checkedAt: now, steadySince })
    .onConflict((same) => same.column('onlyRow').doUpdateSet({ checkedAt: now, steadySince }))
    .execute()
  return now.getTime() - steadySince.getTime() >= CLOCK_STEADY_MS
}

type Log = { warn(details: object, message: string): void }

export type Retention = {
  /** One sweep, unless another process is at it or the clock is not to be believed; answers whether it was done. */
  sweep(now: Date): Promise<boolean>
  start(): void
  stop(): Promise<void>
}

export function openRetention(
  { db, pool }: { db: Db; pool: pg.Pool },
  steps: Readonly<Record<string, RetentionStep>>,
  log: Log,
): Retention {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> = Promise.resolve()
  let isStopping = false

  async function runSteps(now: Date): Promise<boolean> {
    if (!(await isClockSteady(db, now))) return false
    for (const [name, step] of Object.entries(steps)) {
      try {
        while (!isStopping && (await step(now)) > 0);
      } catch (error) {
        log.warn({ err: error, step: name }, 'a step of the sweep failed; it is tried again in an hour')
      }
    }
    return true
  }

  async function sweep(now: Date): Promise<boolean> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
      if (!rows[0]?.mine) return false
      try {
        return await runSteps(now)
      } finally {
        await client.query('select pg_advisory_unlock($1)', [LOCK])
      }
    } finally {
      client.release()
    }
  }

  return {
    sweep,
    start() {
      const check = () => {
        running = sweep(new Date()).catch((error: unknown) => log.warn({ err: error }, 'the sweep of old data failed'))
      }
      timer = setInterval(check, CHECK_EVERY_MS)
      timer.unref()
    },
    async stop() {
      isStopping = true
      if (timer) clearInterval(timer)
      await running
    },
  }
}

/** Links, requests and devices whose time is over. They open nothing any more; here they are removed as well. Sessions: `sweepSessions`. */
export const sweepExpired =
  (db: Db): RetentionStep =>
  async (now) => {
    await sql`delete from account_links where expires_at < ${now}`.execute(db)
    // A month longer, so that whoever opens one reads that it has expired, not that it never existed.
    await sql`delete from brief_links where expires_at < ${now}::timestamptz - interval '30 days'`.execute(db)
    // Likewise: administrators see for a month which one has ended.
    await sql`delete from api_keys where expires_at < ${now}::timestamptz - interval '30 days'`.execute(db)
    await sql`delete from webhook_messages where created_at < ${now}::timestamptz - interval '14 days'`.execute(db)
    // What no push service took within the time that it would be stored for is out of date.
    await sql`delete from push_messages where created_at < ${now}::timestamptz - interval '3 days'`.execute(db)
    await sql`delete from status_subscriptions where expires_at < ${now} and networks = '{}' and trails = '{}'`.execute(db)
    await sql`delete from account_requests where asked_at < ${now}::timestamptz - make_interval(days => ${ACCOUNT_REQUEST_DAYS})`.execute(
      db,
    )
    await sql`delete from oidc_attempts where expires_at < ${now}`.execute(db)
    await sql`delete from known_devices where last_used_at < ${now}::timestamptz - interval '400 days'`.execute(db)
    return 0
  }
