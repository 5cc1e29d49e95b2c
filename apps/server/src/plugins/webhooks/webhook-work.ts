import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Announce } from '#db/announce.ts'
import { overPool, type Queues } from '#db/schema/queues.ts'
import { type DeliveryDependencies, deliver, writeMessages } from './webhook-delivery.ts'

export type WebhookWork = { announce: Announce; start(): Promise<void>; stop(): Promise<void> }

const QUEUE = 'webhook'
/**
 * After the first hour, retries are hourly. They continue for longer than the three days after which a webhook is paused. Each job sets its
 * own `retryDelay` and makes one request of up to 10 s.
 */
export const WEBHOOK_QUEUES: Queues = {
  [QUEUE]: {
    retryLimit: 120,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 3600,
  },
}
/** A slow receiver blocks only one of the three workers. */
const PACE = { pollingIntervalSeconds: 2, batchSize: 1, localConcurrency: 3 }
/** If a process serves many sites, most of them have no messages to send. Rare polling releases connections in between. */
const SHARED_PACE = { pollingIntervalSeconds: 15, batchSize: 1, localConcurrency: 1, burstWhenBatchFull: true }

type Log = { warn(details: object, message: string): void }

/**
 * `retrySeconds` is the delay after the first failure. The delay doubles after each further failure, up to an hour. `isShared` means that
 * the process serves many sites.
 */
export async function openWebhookWork(
  pool: pg.Pool,
  deps: DeliveryDependencies,
  { retrySeconds, isShared }: { retrySeconds: number; isShared: boolean },
  log: Log,
): Promise<WebhookWork> {
  // `createQueues` has created the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'webhook queue error'))
  await boss.start()
  return {
    async announce(tx, news, now) {
      const messages = await writeMessages(tx, news, now)
      if (messages.length === 0) return
      const jobs = messages.map((message) => ({ data: message, retryDelay: retrySeconds }))
      await boss.insert(QUEUE, jobs, { db: fromKysely(tx) })
    },
    async start() {
      await boss.work<{ id: string }>(QUEUE, isShared ? SHARED_PACE : PACE, async ([job]) => {
        // The database stores the reason for the failure with the attempt. The queue needs only an error.
        if (job && !(await deliver(deps, job.data.id, new Date()))) throw new Error('not accepted yet')
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
