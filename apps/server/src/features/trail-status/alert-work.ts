/**
 * Pushes to those who follow something. The post writes one row, however many they are; behind it a worker writes a message for each
 * follower and thing, batch by batch, and others hand those over. Whenever a process dies, the next goes on from there: what was handed over
 * and not removed yet is sent again with the same Topic, by which its push service and its phone show one.
 *
 * A message has no text while it waits: it is written as it is sent, from what is so by then. One that says no more than that something
 * opened again waits for the morning.
 */
import { randomUUID } from 'node:crypto'
import { type KnownTrail, type NewTrailUpdate, newsFor, newsOfStart, type PublicStatus, type StatusNews } from '@trailwarden/domain'
import { reopeningHoursOf, type Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, Tx } from '#db/database.ts'
import { overPool, type QueueName } from '#db/queues.ts'
import type { Outbound } from '#http/outbound.ts'
import { alertText } from './alert-text.ts'
import { type PushOutcome, sendPush, type Vapid } from './push-message.ts'
import type { NamedTrails } from './status-text.ts'

/** Points at which a fault test may end the process (`npm run fault -- PUSH`). */
export const PUSH_MILESTONES = [
  'push-fan-out-taken',
  'push-fan-out-written',
  'push-fan-out-committed',
  'push-taken',
  'push-handed',
  'push-removed',
] as const
type PushMilestone = (typeof PUSH_MILESTONES)[number]

export type AlertDependencies = {
  db: Db
  site: Pick<Site, 'networks' | 'areas' | 'timeZone' | 'reopeningHours'>
  /** Null: this server has no keys to send with. */
  vapid: Vapid | null
  outbound: Outbound
  trails: () => { named: NamedTrails; known: readonly KnownTrail[] }
  /** The public status as the database has it now. */
  readStatus: () => Promise<PublicStatus>
  batchSize: number
  reach: (milestone: PushMilestone) => void
  log: { warn(details: object, message: string): void }
}

/** Part of the transaction that posts an update. */
type Alert = (tx: Tx, news: StatusNews, update: Pick<NewTrailUpdate, 'closures'>, now: Date) => Promise<void>

export type AlertWork = { alert: Alert; start(): Promise<void>; stop(): Promise<void> }

const FAN_OUT: QueueName = 'push-fan-out'
const BULK: QueueName = 'push-bulk'
/** Messages of one job, and of those, how many are under way together. */
const PER_JOB = 50
const AT_ONCE = 25
/** Rounds in which a message is sent again because further news came meanwhile. */
const MOST_ROUNDS = 5

export async function openAlertWork(pool: pg.Pool, deps: AlertDependencies, { isShared }: { isShared: boolean }): Promise<AlertWork> {
  const { log } = deps
  let isStopping = false
  // `createQueues` has made the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of pushes has a problem'))
  await boss.start()

  const queueMessages = (tx: Tx, ids: readonly string[]) => {
    const jobs: { data: { ids: readonly string[] } }[] = []
    for (let first = 0; first < ids.length; first += PER_JOB) jobs.push({ data: { ids: ids.slice(first, first + PER_JOB) } })
    return boss.insert(BULK, jobs, { db: fromKysely(tx) })
  }
  const putOff = async (ids: readonly string[], until: Date) => void (await boss.insert(BULK, [{ data: { ids }, startAfter: until }]))

  async function addFanOut(tx: Tx, what: { news: StatusNews } | { startsAt: Date }, now: Date): Promise<void> {
    const startsAt = 'startsAt' in what ? what.startsAt : null
    const row = { id: randomUUID(), news: 'news' in what ? JSON.stringify(what.news) : null, startsAt, after: null, createdAt: now }
    const added = await tx
      .insertInto('pushFanOuts')
      .values(row)
      .onConflict((same) => same.column('startsAt').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) await boss.insert(FAN_OUT, [{ data: added, ...(startsAt && { startAfter: startsAt }) }], { db: fromKysely(tx) })
  }

  return {
    async alert(tx, news, { closures }, now) {
      if (!deps.vapid) return
      if (Object.keys(news.networks).length + news.trails.length > 0) await addFanOut(tx, { news }, now)
      const later = closures.flatMap(({ startsAt }) => (startsAt && Date.parse(startsAt) > now.getTime() ? [Date.parse(startsAt)] : []))
      for (const start of new Set(later)) await addFanOut(tx, { startsAt: new Date(start) }, now)
    },
    async start() {
      const { vapid } = deps
      if (!vapid) return
      const seconds = isShared ? 15 : 1
      await boss.work<{ id: string }>(FAN_OUT, { pollingIntervalSeconds: seconds, batchSize: 1 }, async ([job]) => {
        if (job) await runFanOut(deps, queueMessages, job.data.id, () => isStopping || job.signal.aborted)
      })
      const pace = { pollingIntervalSeconds: seconds, batchSize: 1, localConcurrency: isShared ? 1 : 2, burstWhenBatchFull: true }
      await boss.work<{ ids: string[] }>(BULK, pace, async ([job]) => {
        if (job) await handOver({ ...deps, putOff }, vapid, job.data.ids, () => isStopping || job.signal.aborted)
      })
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** Goes on with it until every follower's messages are queued. */
async function runFanOut(
  { db, trails, batchSize, reach }: AlertDependencies,
  queueMessages: (tx: Tx, ids: readonly string[]) => Promise<unknown>,
  id: string,
  isLeaving: () => boolean,
): Promise<void> {
  reach('push-fan-out-taken')
  for (;;) {
    if (isLeaving()) throw new Error('stopped in the middle of a fan-out: it goes on elsewhere')
    const isDone = await db.transaction().execute(async (tx) => {
      // Locked: a second worker on the same fan-out waits here, and then goes on from where this one came to.
      const row = await tx.selectFrom('pushFanOuts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!row) return true
      const news = row.news ?? (await newsOfStartNow(tx, trails().known, row.startsAt ?? new Date()))
      const followers = await nextFollowers(tx, news, row.after, batchSize)
      const last = followers.at(-1)
      if (!last) {
        await tx.deleteFrom('pushFanOuts').where('id', '=', id).execute()
        return true
      }
      const messages = followers.flatMap((follower) => newsFor(news, follower).map((thing) => ({ subscriptionId: follower.id, ...thing })))
      if (messages.length > 0) await queueMessages(tx, await writeMessages(tx, messages))
      await tx.updateTable('pushFanOuts').set({ after: last.id }).where('id', '=', id).execute()
      reach('push-fan-out-written')
      return false
    })
    if (isDone) return
    reach('push-fan-out-committed')
  }
}

/** An update may have taken it back meanwhile: then it is news of nothing. */
async function newsOfStartNow(tx: Tx, known: readonly KnownTrail[], startsAt: Date): Promise<StatusNews> {
  const latest = await tx.selectFrom('trailUpdates').select('closures').orderBy('orderNumber', 'desc').limit(1).executeTakeFirst()
  return newsOfStart(latest?.closures ?? [], known, startsAt)
}

type Follower = { id: string; networks: string[]; trails: string[] }

async function nextFollowers(tx: Tx, { networks, trails }: StatusNews, after: string | null, limit: number): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select id, networks, trails from push_subscriptions
    where (networks && ${Object.keys(networks)}::text[] or trails && ${trails}::text[]) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** One that waits already is raised and not doubled. */
async function writeMessages(tx: Tx, messages: readonly { subscriptionId: string; kind: string; id: string }[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into push_messages (id, subscription_id, kind, topic, created_at)
    select gen_random_uuid(), s, k, t, now()
    from unnest(${messages.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${messages.map(({ kind }) => kind)}::text[],
      ${messages.map(({ id }) => id)}::text[]) as m (s, k, t)
    on conflict (subscription_id, kind, topic) do update set version = push_messages.version + 1
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

type Waiting = {
  id: string
  subscriptionId: string
  kind: 'network' | 'trail'
  topic: string
  version: number
  endpoint: string
  p256dh: string
  auth: string
  reopenings: boolean
}

/** When phones may next be told that something opened again; null: now. PostgreSQL knows the time zones. */
async function reopeningsWaitUntil(db: Db, site: AlertDependencies['site']): Promise<Date | null> {
  const { from, to } = reopeningHoursOf(site)
  const { rows } = await sql<{ until: Date | null }>`
    select case when date_part('hour', here) >= ${from} and date_part('hour', here) < ${to} then null else
      (date_trunc('day', here) + make_interval(days => (date_part('hour', here) >= ${from})::int, hours => ${from})) at time zone ${site.timeZone}
      end as until
    from (select now() at time zone ${site.timeZone} as here) clock`.execute(db)
  return rows[0]?.until ?? null
}

type HandingOver = AlertDependencies & { putOff(ids: readonly string[], until: Date): Promise<void> }

/** Hands these over, and throws when another try may help for some of them. */
async function handOver(deps: HandingOver, vapid: Vapid, ids: readonly string[], isLeaving: () => boolean): Promise<void> {
  const { db, reach, log } = deps
  reach('push-taken')
  const problems = new Set<string>()
  const forLater = new Set<string>()
  const waitUntil = await reopeningsWaitUntil(db, deps.site)
  for (let round = 0; ; round++) {
    const waiting = await db
      .selectFrom('pushMessages as m')
      .innerJoin('pushSubscriptions as s', 's.id', 'm.subscriptionId')
      .select(['m.id', 'm.subscriptionId', 'm.kind', 'm.topic', 'm.version', 's.endpoint', 's.p256dh', 's.auth', 's.reopenings'])
      .where('m.id', 'in', ids)
      .execute()
      .then((rows) => rows.filter(({ id }) => !forLater.has(id)))
    if (waiting.length === 0) {
      // Before this job ends: killed in between, it is done again and puts them off a second time, for the first to send.
      if (waitUntil && forLater.size > 0) await deps.putOff([...forLater], waitUntil)
      return
    }
    if (problems.size > 0 || round === MOST_ROUNDS) {
      log.warn({ problems: [...problems] }, 'some pushes were not taken; they are tried again')
      throw new Error('some were not taken')
    }
    const status = await deps.readStatus()
    for (let first = 0; first < waiting.length; first += AT_ONCE) {
      if (isLeaving()) throw new Error('stopping')
      await Promise.all(
        waiting
          .slice(first, first + AT_ONCE)
          .map((message) => handOne(deps, vapid, message, status, problems, waitUntil ? forLater : null)),
      )
    }
  }
}

async function handOne(
  deps: AlertDependencies,
  vapid: Vapid,
  message: Waiting,
  status: PublicStatus,
  problems: Set<string>,
  /** Null: reopenings may come now. */
  forLater: Set<string> | null,
): Promise<void> {
  const { db, site, trails, outbound, reach, log } = deps
  const { id, subscriptionId, kind, topic, version } = message
  const text = alertText({ kind, id: topic }, status, site, trails().named, new Date())
  const { isUrgent = false, isReopening = false, ...words } = text ?? { title: '', body: '', path: '/' }
  const isWanted = text !== null && (message.reopenings || !isReopening)
  if (isWanted && isReopening && forLater) return void forLater.add(id)
  const news = { ...words, alertsId: subscriptionId, kind, topic }
  const { result, problem }: PushOutcome = isWanted ? await sendPush(outbound, vapid, message, news, isUrgent) : { result: 'taken' }
  reach('push-handed')
  if (result === 'again') return void problems.add(problem ?? '')
  if (result === 'refused') log.warn({ problem }, 'a push was refused')
  // Ended by the browser, or its app is gone: nobody is there any more.
  if (result === 'gone') await db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute()
  // With news since, it stays and is sent once more.
  else await db.deleteFrom('pushMessages').where('id', '=', id).where('version', '=', version).execute()
  reach('push-removed')
}
