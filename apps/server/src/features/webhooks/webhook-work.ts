/** The queue of messages to other programs: the same pg-boss that sends emails, with a queue of its own. */
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Announce } from '#db/announce.ts'
import { overPool, type QueueName } from '#db/queues.ts'
import { type DeliveryDependencies, deliver, writeMessages } from './webhook-delivery.ts'

export type WebhookWork = { announce: Announce; start(): Promise<void>; stop(): Promise<void> }

const QUEUE: QueueName = 'webhook'
/** A receiver that is slow holds up one of three. */
const PACE = { pollingIntervalSeconds: 2, batchSize: 1, localConcurrency: 3 }
/** Of many networks in one process most have nothing to send: asked seldom, so that their connections go back to the budget in between. */
const SHARED_PACE = { pollingIntervalSeconds: 15, batchSize: 1, localConcurrency: 1, burstWhenBatchFull: true }

type Log = { warn(details: object, message: string): void }

/** `retrySeconds` is the wait after a first failure; it doubles with each, up to an hour. `isShared`: the process serves many networks. */
export async function openWebhookWork(
  pool: pg.Pool,
  deps: DeliveryDependencies,
  { retrySeconds, isShared }: { retrySeconds: number; isShared: boolean },
  log: Log,
): Promise<WebhookWork> {
  // `createQueues` has made the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of webhooks has a problem'))
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
        // What it failed of stands among the tries; the queue only has to know that it did.
        if (job && !(await deliver(deps, job.data.id, new Date()))) throw new Error('not taken yet')
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
