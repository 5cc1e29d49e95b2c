/**
 * Sends an email if and only if the change that caused it was committed: `queueUrgent`, `queueBulk` and `fanOut` write in the caller's
 * transaction, and a worker in any process does the rest. Three queues have separate connections to the mail server: urgent emails to one
 * person, closures, and all other updates. So a password reset never waits behind a newsletter, nor a closure behind a reopening. Among
 * urgent emails, those to addresses typed in by strangers come last (SEC-N5). If a process dies after the mail server accepted an email and
 * before our row is deleted, the email is sent again with an unchanged text, link and Message-ID, because SMTP can't report whether a
 * message arrived.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { ConnectionBudget } from '#db/connection-budget.ts'
import { openDatabase, type Tx } from '#db/database.ts'
import { createPrecedence } from '#db/records/precedence.ts'
import { overPool } from '#db/schema/queues.ts'
import { type BulkWriter, createDelivery, type EmailMilestone, type EmailWriter, type Log } from './delivery.ts'
import type { EMAIL_QUEUES } from './email-queues.ts'
import { type Audience, type FanOutMilestone, type NewsLane, noteFanOut, type Posted, runFanOut } from './fan-out.ts'
import type { Transport } from './transport.ts'

type QueueName = keyof typeof EMAIL_QUEUES

export type Mail = {
  queueUrgent(tx: Tx, message: Posted, now: Date): Promise<void>
  queueConfirmation(tx: Tx, message: Posted, now: Date): Promise<void>
  queueBulk(tx: Tx, message: Posted, now: Date): Promise<void>
  fanOut(tx: Tx, lane: NewsLane, kind: string, details: Record<string, string>, now: Date): Promise<void>
  startSending(): Promise<void>
  stop(): Promise<void>
}

export type BulkKind = { audience: Audience; write: BulkWriter }

export type MailOptions = {
  /** Separate transports, because a connection pool that is busy with bulk email would delay urgent email. */
  transports: { urgent: Transport; closure: Transport; bulk: Transport }
  writers: Readonly<Record<string, EmailWriter>>
  bulk?: Readonly<Record<string, BulkKind>>
  log: Log
  fanOutBatch?: number
  /** Set if many sites share a connection budget. Each site then uses two connections and doesn't LISTEN. */
  budget?: ConnectionBudget | undefined
  onMilestone?: (milestone: EmailMilestone | FanOutMilestone) => void
}

// Email has its own connection pools, so that bulk email to 100,000 riders can't use up the connections for requests. Including the
// listening connection, there are eight.
const SENDER_CONNECTIONS = 4
const QUEUE_CONNECTIONS = 3

// `perJobResults` completes each email separately, so a failed email doesn't requeue the rest of its batch.
const URGENT = {
  batchSize: 5,
  localConcurrency: 2,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const
// After a full batch, the next one starts immediately. Otherwise, the polling interval would limit the rate.
const BULK = { batchSize: 50, localConcurrency: 2, pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true } as const
const CLOSURE = { ...BULK, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 } as const
const OLD = { ...BULK, localConcurrency: 1 } as const
const NEWS_QUEUE = { closure: 'email-closure', bulk: 'email-bulk' } as const satisfies Record<NewsLane, QueueName>
const FAN_OUT_QUEUE = { closure: 'email-closure-fan-out', bulk: 'email-fan-out' } as const satisfies Record<NewsLane, QueueName>
const FAN_OUT = { batchSize: 1, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 } as const
/** The polling interval of each queue without LISTEN. If a process serves many sites, most of them have no emails to send. */
const UNTOLD_SECONDS = 2
const SHARED_CONNECTIONS = 2
const AT_ONCE = 10

/** For emails to addresses typed in by strangers. All other emails have priority 0. */
const BEHIND = -1

const unwritten = { subject: null, bodyText: null, bodyHtml: null, unsubscribeUrl: null }

export async function openMail({ pool }: { pool: pg.Pool }, options: MailOptions): Promise<Mail> {
  const { transports, bulk = {}, log, fanOutBatch = 1000, onMilestone = () => undefined, budget } = options
  const poster = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  poster.on('error', (error) => log.warn({ err: error }, 'the email queue reported an error'))
  await poster.start()
  let sender: Awaited<ReturnType<typeof openSender>> | null = null

  // Jobs contain only ids: the queue stores finished jobs for a while and must not store addresses.
  const addJobs = (tx: Tx, queue: QueueName, ids: readonly string[], priority = 0) =>
    poster.insert(
      queue,
      ids.map((id) => ({ data: { id }, priority })),
      { db: fromKysely(tx) },
    )

  async function enqueue(queue: QueueName, tx: Tx, emails: readonly Posted[], now: Date, priority?: number): Promise<void> {
    const rows = emails.map(({ personId = null, details = {}, ...message }) => {
      return { id: randomUUID(), ...message, personId, details, ...unwritten, createdAt: now }
    })
    const added = await tx
      .insertInto('emails')
      .values(rows)
      .onConflict((row) => row.doNothing())
      .returning('id')
      .execute()
    if (added.length > 0)
      await addJobs(
        tx,
        queue,
        added.map(({ id }) => id),
        priority,
      )
  }

  async function openSender(): Promise<{ stop(): Promise<void> }> {
    const { connectionString } = pool.options
    if (!connectionString) throw new Error('The pool has no connection string.')
    const { db, pool: senders, close } = openDatabase(connectionString, budget ? SHARED_CONNECTIONS : SENDER_CONNECTIONS, { budget })
    let isStopping = false
    const ownConnections = {
      connectionString,
      max: QUEUE_CONNECTIONS,
      application_name: 'trailwarden mail queue',
      useListenNotify: true,
    }
    const pace = <Pace extends object>(queue: Pace): Pace => (budget ? { ...queue, pollingIntervalSeconds: UNTOLD_SECONDS } : queue)
    const boss = new PgBoss({
      ...(budget ? { db: overPool(senders) } : ownConnections),
      schedule: false,
      migrate: false,
      // Every 15 s, the queue looks for emails whose worker died.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'the email queue reported an error'))
    const delivery = createDelivery({
      db,
      writers: options.writers,
      bulkWriters: Object.fromEntries(Object.entries(bulk).map(([kind, { write }]) => [kind, write])),
      log,
      onMilestone,
    })
    const closures = createPrecedence()
    const nobodyWaits = () => Promise.resolve()
    const sendBy =
      (transport: Transport, giveWay = nobodyWaits) =>
      async (jobs: Job<{ id: string }>[]): Promise<JobResult[]> => {
        await delivery.dropOld(new Date())
        const failed = new Map<string, Error>()
        for (let first = 0; first < jobs.length; first += AT_ONCE) {
          await giveWay()
          const ids = jobs.slice(first, first + AT_ONCE).map(({ data }) => data.id)
          const stopping = () => new Map(ids.map((id) => [id, new Error('stopping')]))
          for (const [id, error] of isStopping ? stopping() : await delivery.deliver(ids, transport)) failed.set(id, error)
        }
        return jobs.map(({ id, data }) => {
          const error = failed.get(data.id)
          return error ? { id, status: 'failed', output: { message: error.message } } : { id, status: 'completed' }
        })
      }
    await boss.start()
    await boss.work<{ id: string }, JobResult[], typeof URGENT>('email-urgent' satisfies QueueName, pace(URGENT), sendBy(transports.urgent))
    await boss.work<{ id: string }, JobResult[], typeof CLOSURE>(NEWS_QUEUE.closure, pace(CLOSURE), (jobs) =>
      closures.first(() => sendBy(transports.closure)(jobs)),
    )
    await boss.work<{ id: string }, JobResult[], typeof BULK>(NEWS_QUEUE.bulk, pace(BULK), sendBy(transports.bulk, closures.giveWay))
    await boss.work<{ id: string }, JobResult[], typeof OLD>('letters' satisfies QueueName, pace(OLD), sendBy(transports.bulk))
    const audiences = Object.fromEntries(Object.entries(bulk).map(([kind, { audience }]) => [kind, audience]))
    const addNews = (lane: NewsLane, tx: Tx, emails: readonly Posted[], now: Date) => enqueue(NEWS_QUEUE[lane], tx, emails, now)
    const fanOut = { db, audiences, batchSize: fanOutBatch, onMilestone, enqueue: addNews }
    const runJob = async (job: Job<{ id: string }> | undefined, giveWay = nobodyWaits) => {
      if (job) await runFanOut({ ...fanOut, giveWay }, job.data.id, () => isStopping || job.signal.aborted)
    }
    await boss.work<{ id: string }>(FAN_OUT_QUEUE.closure, pace(FAN_OUT), ([job]) => closures.first(() => runJob(job)))
    await boss.work<{ id: string }>(FAN_OUT_QUEUE.bulk, pace(FAN_OUT), ([job]) => runJob(job, closures.giveWay))
    return {
      async stop() {
        isStopping = true
        await boss.stop({ graceful: true, timeout: 5000 })
        await close()
      },
    }
  }

  return {
    queueUrgent: (tx, message, now) => enqueue('email-urgent', tx, [message], now),
    queueConfirmation: (tx, message, now) => enqueue('email-urgent', tx, [message], now, BEHIND),
    queueBulk: (tx, message, now) => enqueue('email-bulk', tx, [message], now),
    async fanOut(tx, lane, kind, details, now) {
      await addJobs(tx, FAN_OUT_QUEUE[lane], [await noteFanOut(tx, kind, details, now)])
    },
    async startSending() {
      sender = await openSender()
    },
    async stop() {
      await sender?.stop()
      await poster.stop({ graceful: false })
      for (const transport of new Set(Object.values(transports))) transport.close()
    },
  }
}
