/** The queues of work that is done after a change was committed, in the tables of pg-boss. */
import type pg from 'pg'
import { type ConstructorOptions, PgBoss, type QueueOptions } from 'pg-boss'

/** Tries for about two days, in case the mail server is away for a weekend's maintenance. */
const EMAIL = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, deleteAfterSeconds: 3600 }

/**
 * `expireInSeconds` must be more than a whole batch can take, or its rest is sent twice: the bulk queue's 50 emails over 5 connections,
 * each waiting 40 s in vain, are 400 s. `heartbeatSeconds` is how soon others take over from a process that died.
 */
const QUEUES = {
  'email-urgent': { ...EMAIL, expireInSeconds: 300, heartbeatSeconds: 60, notify: true },
  'email-bulk': { ...EMAIL, expireInSeconds: 900, heartbeatSeconds: 60 },
  'email-fan-out': { ...EMAIL, expireInSeconds: 900, heartbeatSeconds: 60, notify: true },
  /** Where every email waited before 0019: what is still in it goes out, too. */
  letters: { ...EMAIL, expireInSeconds: 300 },
  /**
   * Hourly after the first hour, for more than the three days after which a webhook is paused. `retryDelay` comes with each job. One job is
   * one call of 10 s at most.
   */
  webhook: {
    retryLimit: 120,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 3600,
  },
  /** Tries for two days, less than a message is worth sending for. A job is 50 messages, 25 at once, of 10 s at most. */
  'push-bulk': {
    retryLimit: 60,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 3600,
  },
  'push-fan-out': { ...EMAIL, expireInSeconds: 900, heartbeatSeconds: 60 },
  /** A job a day, which may come late: it decides by itself whether its hour is over. */
  digest: { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 1800, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'unclaimed-photos': { retryLimit: 20, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 3600 },
} as const satisfies Record<string, QueueOptions & { notify?: boolean }>

export type QueueName = keyof typeof QUEUES
export const QUEUE_NAMES: readonly string[] = Object.keys(QUEUES)

/** Lets pg-boss use a pool of ours. It cannot listen through it. */
export const overPool = (pool: pg.Pool): NonNullable<ConstructorOptions['db']> => ({
  executeSql: (text, values) => pool.query(text, values),
})

/**
 * Makes the tables of pg-boss and our queues, or brings them up to date. The one step of it that defines tables: everything else
 * starts pg-boss with `migrate: false`. No queue is a partition of its own, so that a new one is a row and not a table.
 */
export async function createQueues(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, { ...options, partition: false })
  } finally {
    await boss.stop({ graceful: false })
  }
}
