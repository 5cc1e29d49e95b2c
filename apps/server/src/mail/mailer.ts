/**
 * Emails are sent if and only if the change they are about was committed: `queueUrgent`, `queueBulk` and `fanOut` write in the caller's
 * transaction, and a worker in any of the processes takes it from there.
 *
 * What one person waits for (a link, a notification) and what goes to everyone are two queues with connections of their own to the
 * mail server, so that a password reset never waits behind a newsletter.
 *
 * Each email is sent once, however often processes crash, with one exception: when a process dies after the mail server accepted
 * it and before our row is deleted, it is sent a second time, with the same text, link and Message-ID. SMTP has no way to ask whether
 * a message arrived, so the choice is between at least once and at most once.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { ConnectionBudget } from '#db/connection-budget.ts'
import { openDatabase, type Tx } from '#db/database.ts'
import { overPool, type QueueName } from '#db/queues.ts'
import { type BulkWriter, createDelivery, type EmailMilestone, type EmailWriter, type Log } from './delivery.ts'
import { type Audience, type FanOutMilestone, noteFanOut, type Posted, runFanOut } from './fan-out.ts'
import type { Transport } from './transport.ts'

export type Mail = {
  /** One email to one person, ahead of all that goes to many. */
  queueUrgent(tx: Tx, message: Posted, now: Date): Promise<void>
  /** One email to one person that nobody waits for, behind what is urgent. */
  queueBulk(tx: Tx, message: Posted, now: Date): Promise<void>
  /** One email to each of an audience. The caller's transaction writes one row, however many they are. */
  fanOut(tx: Tx, kind: string, details: Record<string, string>, now: Date): Promise<void>
  /** Begins to send what waits, and goes on until `stop`. */
  startSending(): Promise<void>
  stop(): Promise<void>
}

export type BulkKind = { audience: Audience; write: BulkWriter }

export type MailOptions = {
  /** Two, because a pool that is full of news would hold up the urgent one as well. */
  transports: { urgent: Transport; bulk: Transport }
  writers: Readonly<Record<string, EmailWriter>>
  /** Kinds of email that go to many. */
  bulk?: Readonly<Record<string, BulkKind>>
  log: Log
  /** Emails queued in one transaction. */
  fanOutBatch?: number
  /** Where many networks share a budget of connections: two of it, and no ear of its own in the database. */
  budget?: ConnectionBudget | undefined
  reach?: (milestone: EmailMilestone | FanOutMilestone) => void
}

// Besides the pool that answers requests: news to 100,000 must not take its connections. With the one that listens, eight in all.
const SENDER_CONNECTIONS = 4
const QUEUE_CONNECTIONS = 3

// `perJobResults` settles each email alone: one that fails sends no other back to the queue.
const URGENT = {
  batchSize: 5,
  localConcurrency: 2,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const
// A full batch is followed by the next at once; without that, the interval alone would limit the rate.
const BULK = { batchSize: 50, localConcurrency: 2, pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true } as const
const OLD = { ...BULK, localConcurrency: 1 } as const
const FAN_OUT = { batchSize: 1, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 } as const
/** How often each queue is asked where none is told: of many networks most have nothing to send. */
const UNTOLD_SECONDS = 2
const SHARED_CONNECTIONS = 2
/** Emails of one batch that are written and handed over together. */
const AT_ONCE = 10

const unwritten = { subject: null, bodyText: null, bodyHtml: null, unsubscribeUrl: null }

/** Needs the tables that `createQueues` makes. */
export async function openMail({ pool }: { pool: pg.Pool }, options: MailOptions): Promise<Mail> {
  const { transports, bulk = {}, log, fanOutBatch = 1000, reach = () => undefined, budget } = options
  const poster = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  poster.on('error', (error) => log.warn({ err: error }, 'the email queue has a problem'))
  await poster.start()
  let sender: Awaited<ReturnType<typeof openSender>> | null = null

  // Only the ids: the queue stores finished jobs for a while, and must not store addresses.
  const addJobs = (tx: Tx, queue: QueueName, ids: readonly string[]) =>
    poster.insert(
      queue,
      ids.map((id) => ({ data: { id } })),
      { db: fromKysely(tx) },
    )

  async function enqueue(queue: QueueName, tx: Tx, emails: readonly Posted[], now: Date): Promise<void> {
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
      )
  }

  async function openSender(): Promise<{ stop(): Promise<void> }> {
    const { connectionString } = pool.options
    if (!connectionString) throw new Error('The pool does not say which database it is for.')
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
      // Every 15 s it finds emails whose sender died.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'the email queue has a problem'))
    const delivery = createDelivery({
      db,
      writers: options.writers,
      bulkWriters: Object.fromEntries(Object.entries(bulk).map(([kind, { write }]) => [kind, write])),
      log,
      reach,
    })
    const sendBy =
      (transport: Transport) =>
      async (jobs: Job<{ id: string }>[]): Promise<JobResult[]> => {
        await delivery.dropOld(new Date())
        const failed = new Map<string, Error>()
        for (let first = 0; first < jobs.length; first += AT_ONCE) {
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
    await boss.work<{ id: string }, JobResult[], typeof BULK>('email-bulk' satisfies QueueName, pace(BULK), sendBy(transports.bulk))
    await boss.work<{ id: string }, JobResult[], typeof OLD>('letters' satisfies QueueName, pace(OLD), sendBy(transports.bulk))
    const audiences = Object.fromEntries(Object.entries(bulk).map(([kind, { audience }]) => [kind, audience]))
    const fanOut = { db, audiences, batchSize: fanOutBatch, reach, enqueue: enqueue.bind(null, 'email-bulk') }
    await boss.work<{ id: string }>('email-fan-out' satisfies QueueName, pace(FAN_OUT), async ([job]) => {
      if (job) await runFanOut(fanOut, job.data.id, () => isStopping || job.signal.aborted)
    })
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
    queueBulk: (tx, message, now) => enqueue('email-bulk', tx, [message], now),
    async fanOut(tx, kind, details, now) {
      await addJobs(tx, 'email-fan-out', [await noteFanOut(tx, kind, details, now)])
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
