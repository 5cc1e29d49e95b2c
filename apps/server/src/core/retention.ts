/**
 * Only one process removes data, a little every day. Every step is small, can be repeated and continues where it stopped. The time that the
 * caller passes isn't trusted straight away: see `isClockSteady`.
 */

import type pg from 'pg'
import type { Db } from '#db/database.ts'

/** Returns the number of items processed, or zero if there are none left. */
export type RetentionStep = (now: Date) => Promise<number>

const DAY_MS = 86_400_000
const CLOCK_MAY_JUMP_MS = 7 * DAY_MS
const CLOCK_STEADY_MS = 7 * DAY_MS
// An arbitrary number that must be equal in every process.
const LOCK = 7_206_020
const CHECK_EVERY_MS = 3_600_000

/**
 * A clock that is two years ahead would delete every account. After a jump of more than a week forwards or a day backwards, or a week
 * without the server, nothing is removed until the clock has run steadily for a week. Someone can correct the clock in that week.
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
  /** Returns false if another process is running a sweep or the clock can't be trusted. */
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
        log.warn({ err: error, step: name }, 'part of the cleanup failed and will be retried in an hour')
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
        running = sweep(new Date()).catch((error: unknown) => log.warn({ err: error }, 'the cleanup of old data failed'))
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
