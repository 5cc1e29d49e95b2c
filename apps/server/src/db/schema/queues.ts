/** Each feature declares its own queues, which use the tables of pg-boss. */
import type pg from 'pg'
import { type ConstructorOptions, PgBoss, type QueueOptions } from 'pg-boss'

/** Two days, in case the mail server is down over a weekend. */
export const RETRY_FOR_TWO_DAYS = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, deleteAfterSeconds: 3600 }

/**
 * `expireInSeconds` must be longer than a whole batch can take, or the rest of the batch is sent twice. `heartbeatSeconds` determines how
 * soon another process takes over after a crash.
 */
export type Queues = Readonly<Record<string, QueueOptions & { notify?: boolean }>>

/** pg-boss can't LISTEN through a pool. */
export const overPool = (pool: pg.Pool): NonNullable<ConstructorOptions['db']> => ({
  executeSql: (text, values) => pool.query(text, values),
})

/**
 * All other code starts pg-boss with `migrate: false`, so only this step changes tables. The queues aren't partitioned, so adding one adds
 * a row and not a table.
 */
export async function createQueues(pool: pg.Pool, queues: Queues): Promise<void> {
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, { ...options, partition: false })
  } finally {
    await boss.stop({ graceful: false })
  }
}
