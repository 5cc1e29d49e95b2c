/**
 * Posting an update writes one row, however many followers there are. A worker then writes a message for each follower and each network or
 * trail, in batches, and other workers deliver the messages. If a process dies, another one continues. A message that is sent again has its
 * earlier Topic, so the push service and the device show it only once. A queued message has no text, which comes from the current status
 * when the message is sent. Closures have separate queues and workers all the way to the device, so that nothing else delays them.
 */
import { randomUUID } from 'node:crypto'
import {
  type FollowedThing,
  isClosing,
  type KnownTrail,
  type NewTrailUpdate,
  newsFor,
  newsOfStart,
  type StatusNews,
} from '@trailwarden/domain'
import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from '#db/database.ts'
import { createPrecedence } from '#db/records/precedence.ts'
import { overPool, type Queues, RETRY_FOR_TWO_DAYS } from '#db/schema/queues.ts'
import { type Was, wasOf } from '../status-changes.ts'
import { readLatestTrailUpdate } from '../trail-status-store.ts'
import {
  createPushDelivery,
  DELIVERY_MILESTONES,
  type DeliveryDependencies,
  type JobTurn,
  type Lane,
  type Requeue,
} from './push-delivery.ts'
import type { Vapid } from './push-message.ts'

/** A fault test can end the process at these points (`npm run fault -- PUSH`). */
export const PUSH_MILESTONES = ['push-fan-out-taken', 'push-fan-out-written', 'push-fan-out-committed', ...DELIVERY_MILESTONES] as const
type PushMilestone = (typeof PUSH_MILESTONES)[number]

export type AlertDependencies = Omit<DeliveryDependencies, 'reach'> & {
  vapid: Vapid | null
  batchSize: number
  onMilestone: (milestone: PushMilestone) => void
}

type Alert = (tx: Tx, news: StatusNews, update: Pick<NewTrailUpdate, 'closures'>, now: Date) => Promise<void>

export type AlertWork = { alert: Alert; start(): Promise<void>; stop(): Promise<void> }

/** Messages are still useful after two days of retries. */
const PUSH = { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 300, heartbeatSeconds: 60 }

export const ALERT_QUEUES = {
  'push-closure': PUSH,
  'push-bulk': PUSH,
  /** For push services that responded too late or with an error. A job sends 25 messages in parallel and gives each up to 10 s. */
  'push-slow': PUSH,
  'push-closure-fan-out': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60 },
  'push-fan-out': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60 },
} as const satisfies Queues
type QueueName = keyof typeof ALERT_QUEUES

const FAN_OUT = { closure: 'push-closure-fan-out', bulk: 'push-fan-out' } as const satisfies Record<string, QueueName>
const LANES = { closure: 'push-closure', bulk: 'push-bulk', slow: 'push-slow' } as const satisfies Record<Lane, QueueName>
const PER_JOB = 25
/**
 * Workers poll for closures often and start jobs without a pause. All other jobs run at two a second per worker, because they aren't urgent
 * and the processor must be free for closures. If a process serves many sites, most of them have nothing to send.
 */
const PACE = {
  closure: { pollingIntervalSeconds: 0.5, batchSize: 2, localConcurrency: 2, burstWhenBatchFull: true },
  bulk: { pollingIntervalSeconds: 1, batchSize: 2, localConcurrency: 2 },
  slow: { pollingIntervalSeconds: 2, batchSize: 2, localConcurrency: 2 },
} as const
const SHARED_SECONDS = { closure: 5, bulk: 15, slow: 15 } as const
const PLACES = { own: 500, shared: 100 }
const CLOSURE_PRIORITY = 1

type NewMessage = FollowedThing & { subscriptionId: string; was: Was; isClosing: boolean; isFailing: boolean }

export async function openAlertWork(pool: pg.Pool, deps: AlertDependencies, { isShared }: { isShared: boolean }): Promise<AlertWork> {
  const { log, vapid } = deps
  const closures = createPrecedence()
  let isStopping = false
  // `createQueues` has created the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'push queue error'))
  await boss.start()

  async function addJobs(lane: Lane, ids: readonly string[], options: { startAfter?: Date; priority?: number }, tx?: Tx): Promise<void> {
    const jobs: { data: { ids: readonly string[] }; startAfter?: Date; priority?: number }[] = []
    for (let first = 0; first < ids.length; first += PER_JOB) jobs.push({ data: { ids: ids.slice(first, first + PER_JOB) }, ...options })
    if (jobs.length > 0) await boss.insert(LANES[lane], jobs, tx ? { db: fromKysely(tx) } : {})
  }
  const priorityOf = (closes: boolean) => ({ priority: closes ? CLOSURE_PRIORITY : 0 })
  const queueMessages: QueueMessages = async (tx, messages) => {
    for (const closes of [true, false]) {
      const ofLane = (failing: boolean) =>
        messages.filter(({ isClosing, isFailing }) => isClosing === closes && isFailing === failing).map(({ id }) => id)
      await addJobs(closes ? 'closure' : 'bulk', ofLane(false), {}, tx)
      await addJobs('slow', ofLane(true), priorityOf(closes), tx)
    }
  }
  const requeue: Requeue = (ids, { from, to, startAfter }) => addJobs(to, ids, { startAfter, ...priorityOf(from === 'closure') })
  const delivery = vapid && createPushDelivery(deps, vapid, requeue, { places: isShared ? PLACES.shared : PLACES.own })

  async function addFanOut(tx: Tx, what: { news: StatusNews } | { startsAt: Date }, now: Date): Promise<void> {
    const startsAt = 'startsAt' in what ? what.startsAt : null
    const row = { id: randomUUID(), news: 'news' in what ? JSON.stringify(what.news) : null, startsAt, after: null, createdAt: now }
    const added = await tx
      .insertInto('pushFanOuts')
      .values(row)
      .onConflict((same) => same.column('startsAt').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return
    // An update with a planned start is always a closure.
    const queue = 'startsAt' in what || hasClosures(what.news) ? FAN_OUT.closure : FAN_OUT.bulk
    await boss.insert(queue, [{ data: added, ...(startsAt && { startAfter: startsAt }) }], { db: fromKysely(tx) })
  }

  return {
    async alert(tx, news, { closures }, now) {
      if (!vapid) return
      if (Object.keys(news.networks).length + news.trails.length > 0) await addFanOut(tx, { news }, now)
      const later = closures.flatMap(({ startsAt }) => (startsAt && Date.parse(startsAt) > now.getTime() ? [Date.parse(startsAt)] : []))
      for (const start of new Set(later)) await addFanOut(tx, { startsAt: new Date(start) }, now)
    },
    async start() {
      if (!delivery) return
      const paceOf = (lane: Lane) => ({
        ...PACE[lane],
        ...(isShared && { pollingIntervalSeconds: SHARED_SECONDS[lane], localConcurrency: 1 }),
      })
      const inTurn = (lane: Lane, work: () => Promise<void>) => (lane === 'closure' ? closures.first(work) : work())
      const giveWay = (lane: Lane) => async () => {
        if (lane !== 'closure') await closures.giveWay()
      }
      for (const lane of ['closure', 'bulk'] as const)
        await boss.work<{ id: string }>(FAN_OUT[lane], { pollingIntervalSeconds: paceOf(lane).pollingIntervalSeconds }, async ([job]) => {
          if (!job) return
          const isLeaving = () => isStopping || job.signal.aborted
          await inTurn(lane, () => runFanOut(deps, queueMessages, job.data.id, { isLeaving, giveWay: giveWay(lane) }))
        })
      for (const lane of ['closure', 'bulk', 'slow'] as const)
        await boss.work<{ ids: string[] }>(LANES[lane], paceOf(lane), async (jobs) => {
          const isLeaving = () => isStopping || jobs.some(({ signal }) => signal.aborted)
          const ids = jobs.flatMap(({ data }) => data.ids)
          await inTurn(lane, () => delivery.handOver(ids, lane, { isLeaving, giveWay: giveWay(lane) }))
        })
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: 5000 })
      await delivery?.stop()
    },
  }
}

const hasClosures = ({ restricted }: StatusNews) => restricted.networks.length + restricted.trails.length > 0

type Queued = { id: string; isClosing: boolean; isFailing: boolean }
type QueueMessages = (tx: Tx, messages: readonly Queued[]) => Promise<void>

/** Continues, in batches, until every follower has a message. */
async function runFanOut(
  { db, trails, batchSize, onMilestone }: AlertDependencies,
  queueMessages: QueueMessages,
  id: string,
  { isLeaving, giveWay }: JobTurn,
): Promise<void> {
  onMilestone('push-fan-out-taken')
  for (;;) {
    await giveWay()
    if (isLeaving()) throw new Error('stopped during a fan-out; another process will continue it')
    const isDone = await db.transaction().execute(async (tx) => {
      // The lock makes a second worker on this fan-out wait. The second worker then continues where the first one stopped.
      const row = await tx.selectFrom('pushFanOuts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!row) return true
      // The previous version wrote rows without the previous state.
      const news = row.news ? { ...UNCOMPARED, ...row.news } : await newsOfStartNow(tx, trails().known, row.startsAt ?? new Date())
      const followers = await nextFollowers(tx, news, row.after, batchSize)
      const last = followers.at(-1)
      if (!last) {
        await tx.deleteFrom('pushFanOuts').where('id', '=', id).execute()
        return true
      }
      const messages = followers.flatMap(({ isFailing, ...follower }) =>
        newsFor(news, follower).map((thing) => {
          return { subscriptionId: follower.id, ...thing, was: wasOf(news, thing), isClosing: isClosing(news, thing), isFailing }
        }),
      )
      if (messages.length > 0) await queueMessages(tx, await writeMessages(tx, messages))
      await tx.updateTable('pushFanOuts').set({ after: last.id }).where('id', '=', id).execute()
      onMilestone('push-fan-out-written')
      return false
    })
    if (isDone) return
    onMilestone('push-fan-out-committed')
  }
}

const UNCOMPARED: Pick<StatusNews, 'was' | 'restricted'> = { was: { networks: {}, trails: {} }, restricted: { networks: [], trails: [] } }

async function newsOfStartNow(tx: Tx, known: readonly KnownTrail[], startsAt: Date): Promise<StatusNews> {
  return newsOfStart(await readLatestTrailUpdate(tx, known), known, startsAt)
}

type Follower = { id: string; networks: string[]; trails: string[]; isFailing: boolean }

async function nextFollowers(tx: Tx, { networks, trails }: StatusNews, after: string | null, limit: number): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select id, networks, trails, failing_since is not null as "isFailing" from push_subscriptions
    where (networks && ${Object.keys(networks)}::text[] or trails && ${trails}::text[]) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** An already queued message gets a higher version, and still contains the state before the first change. */
async function writeMessages(tx: Tx, messages: readonly NewMessage[]): Promise<Queued[]> {
  const column = <T>(pick: (message: NewMessage) => T) => messages.map(pick)
  const { rows } = await sql<{ id: string; subscriptionId: string; kind: string; topic: string }>`
    insert into push_messages (id, subscription_id, kind, topic, was, created_at)
    select gen_random_uuid(), s, k, t, w, now()
    from unnest(${column(({ subscriptionId }) => subscriptionId)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ id }) => id)}::text[], ${column(({ was }) => JSON.stringify(was))}::jsonb[]) as m (s, k, t, w)
    on conflict (subscription_id, kind, topic) do update set version = push_messages.version + 1, was = excluded.was || push_messages.was
    returning id, subscription_id, kind, topic`.execute(tx)
  const keyOf = (subscriptionId: string, kind: string, topic: string) => `${subscriptionId} ${kind} ${topic}`
  const ids = new Map(rows.map(({ id, subscriptionId, kind, topic }) => [keyOf(subscriptionId, kind, topic), id]))
  return messages.flatMap(({ subscriptionId, kind, id: topic, ...lanes }) => {
    const id = ids.get(keyOf(subscriptionId, kind, topic))
    return id ? [{ id, isClosing: lanes.isClosing, isFailing: lanes.isFailing }] : []
  })
}
