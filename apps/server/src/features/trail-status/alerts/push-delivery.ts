/**
 * Three lanes: closures, other changes, and slow messages that couldn't be delivered quickly. The first two lanes don't wait for slow push
 * services: requests without a response continue in the background, and a job in the slow lane checks them later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownTrail, PublicStatus } from '@trailwarden/domain'
import { reopeningHoursOf, type Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Outbound } from '#http/outbound.ts'
import type { NamedTrails } from '../public/status-text.ts'
import { type Was, wasNow } from '../status-changes.ts'
import { alertText } from './alert-text.ts'
import { createPlaces, createSlowHosts, settledOrQuiet } from './push-lanes.ts'
import { type PushOutcome, sendPush, type Vapid } from './push-message.ts'
import { withStatus } from './pushed-status.ts'

/** A fault test can end the process at these points (`npm run fault -- PUSH`). */
export const DELIVERY_MILESTONES = ['push-taken', 'push-handed', 'push-removed'] as const

export type Lane = 'closure' | 'bulk' | 'slow'

export type DeliveryDependencies = {
  db: Db
  site: Pick<Site, 'networks' | 'areas' | 'timeZone' | 'reopeningHours'>
  outbound: Outbound
  trails: () => { named: NamedTrails; known: readonly KnownTrail[] }
  readStatus: () => Promise<PublicStatus>
  onMilestone: (milestone: (typeof DELIVERY_MILESTONES)[number]) => void
  log: { warn(details: object, message: string): void }
}

export type Requeue = (ids: readonly string[], how: { from: Lane; to: Lane; startAfter: Date }) => Promise<void>

/** `isLeaving` returns true if another process will continue the job. `giveWay` waits while closures are sent. */
export type JobTurn = { isLeaving: () => boolean; giveWay: () => Promise<void> }

/**
 * The timeout of a request to a push service. The queue moves on long before, so a busy machine gets enough time and no message is sent
 * twice.
 */
const TIMEOUT_MS = 10_000
const RETRY_MS = 5000
/** A message is sent again at most this many times because the status has changed since. */
const MOST_ROUNDS = 5
/** A browser is removed if no push has reached it for this long and pushes have failed on this many days. */
const GIVEN_UP = { days: 3, hours: 72 }
/** Browsers are removed only if a push reached another one in this time. Otherwise, the server may be at fault. */
const WAY_OUT_MS = 86_400_000

type Waiting = {
  id: string
  subscriptionId: string
  kind: 'network' | 'trail'
  topic: string
  version: number
  was: Was
  endpoint: string
  p256dh: string
  auth: string
  reopenings: boolean
  failingSince: Date | null
}

const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : '')

/** Null if alerts about reopening may be sent now. PostgreSQL handles the time zones. */
async function reopeningsWaitUntil(db: Db, site: DeliveryDependencies['site']): Promise<Date | null> {
  const { from, to } = reopeningHoursOf(site)
  const { rows } = await sql<{ until: Date | null }>`
    select case when date_part('hour', here) >= ${from} and date_part('hour', here) < ${to} then null else
      (date_trunc('day', here) + make_interval(days => (date_part('hour', here) >= ${from})::int, hours => ${from})) at time zone ${site.timeZone}
      end as until
    from (select now() at time zone ${site.timeZone} as here) clock`.execute(db)
  return rows[0]?.until ?? null
}

/** `waiting` has no response yet, `slow` wasn't tried, and `later` is delayed until the morning. */
type Fate = 'done' | 'waiting' | 'failed' | 'slow' | 'later'

export function createPushDelivery(deps: DeliveryDependencies, vapid: Vapid, requeue: Requeue, { places }: { places: number }) {
  const { db, site, onMilestone, log } = deps
  const slowHosts = createSlowHosts()
  const [quick, slow] = [createPlaces(places), createPlaces(places / 2)]
  const stopped = new AbortController()
  /**
   * After another change, two jobs may have one message. The second job then waits for the first and checks whether the message remains.
   */
  const underWay = new Map<string, Promise<void>>()
  const problems = new Set<string>()
  let lastTakenAt = Number.NEGATIVE_INFINITY

  const read = (ids: readonly string[]): Promise<Waiting[]> =>
    db
      .selectFrom('pushMessages as m')
      .innerJoin('pushSubscriptions as s', 's.id', 'm.subscriptionId')
      .select(['m.id', 'm.subscriptionId', 'm.kind', 'm.topic', 'm.version', 'm.was'])
      .select(['s.endpoint', 's.p256dh', 's.auth', 's.reopenings', 's.failingSince'])
      .where('m.id', 'in', ids)
      .execute()

  async function noteFailure({ subscriptionId }: Waiting): Promise<void> {
    await db
      .updateTable('pushSubscriptions')
      .set({
        failingSince: sql<Date>`coalesce(failing_since, now())`,
        lastFailedOn: sql<string>`current_date`,
        failedDays: sql<number>`failed_days + (last_failed_on is distinct from current_date)::integer`,
      })
      .where('id', '=', subscriptionId)
      .execute()
    if (performance.now() - lastTakenAt > WAY_OUT_MS) return
    const { numDeletedRows } = await db
      .deleteFrom('pushSubscriptions')
      .where('id', '=', subscriptionId)
      .where('failedDays', '>=', GIVEN_UP.days)
      .where('failingSince', '<=', sql<Date>`now() - make_interval(hours => ${GIVEN_UP.hours})`)
      .executeTakeFirst()
    if (numDeletedRows > 0n) log.warn({}, 'removed a push subscription after days of failures')
  }

  async function noteSuccess({ subscriptionId, failingSince }: Waiting): Promise<void> {
    lastTakenAt = performance.now()
    if (!failingSince) return
    const isWell = { failingSince: null, failedDays: 0, lastFailedOn: null }
    await db.updateTable('pushSubscriptions').set(isWell).where('id', '=', subscriptionId).execute()
  }

  /**
   * If the status has changed since the message was read, the message remains to be sent again, with the status just sent as its previous
   * state.
   */
  async function removeOrKeep({ id, version }: Waiting, known: Was): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('pushMessages').where('id', '=', id).where('version', '=', version).executeTakeFirst()
    const was = sql<string>`was || ${JSON.stringify(known)}::jsonb`
    if (numDeletedRows === 0n) await db.updateTable('pushMessages').set({ was }).where('id', '=', id).execute()
  }

  async function send(message: Waiting, text: NonNullable<ReturnType<typeof alertText>>, status: PublicStatus): Promise<PushOutcome> {
    const { isUrgent, isReopening: _, ...words } = text
    const { subscriptionId, kind, topic, endpoint } = message
    const startedAt = performance.now()
    const news = withStatus({ ...words, alertsId: subscriptionId, kind, topic }, status)
    const outcome = await sendPush(deps.outbound, vapid, message, news, { isUrgent, timeoutMs: TIMEOUT_MS, signal: stopped.signal })
    if (outcome.result === 'again' && performance.now() - startedAt >= TIMEOUT_MS) slowHosts.miss(hostOf(endpoint))
    else slowHosts.answer(hostOf(endpoint))
    return outcome
  }

  async function handOne(message: Waiting, status: PublicStatus, isNight: boolean): Promise<Fate> {
    const { subscriptionId, kind, topic } = message
    const { named } = deps.trails()
    const now = new Date()
    const text = alertText({ kind, id: topic }, message.was, status, site, named, now)
    const isWanted = text !== null && (message.reopenings || !text.isReopening)
    if (isWanted && text.isReopening && isNight) return 'later'
    const { result, problem }: PushOutcome = isWanted ? await send(message, text, status) : { result: 'taken' }
    onMilestone('push-handed')
    if (result === 'again') {
      if (stopped.signal.aborted) return 'failed'
      problems.add(problem ?? '')
      await noteFailure(message)
      return 'failed'
    }
    if (result === 'refused') log.warn({ problem }, 'a push was refused')
    if (result === 'taken' && isWanted) await noteSuccess(message)
    // The user has unsubscribed or removed the app.
    if (result === 'gone') await db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute()
    else await removeOrKeep(message, wasNow(message.was, { kind, id: topic }, status, site, named, now))
    onMilestone('push-removed')
    return 'done'
  }

  return {
    /** Throws an error while stopping, and in the slow lane if some messages must be retried. */
    async handOver(ids: readonly string[], lane: Lane, { isLeaving, giveWay }: JobTurn): Promise<void> {
      onMilestone('push-taken')
      await giveWay()
      const isPatient = lane === 'slow'
      const fates = new Map<string, Fate>()
      const waitUntil = await reopeningsWaitUntil(db, site)
      for (let round = 0; ; round++) {
        const waiting = (await read(ids)).filter(({ id }) => (fates.get(id) ?? 'done') === 'done')
        if (waiting.length === 0) break
        if (round === MOST_ROUNDS) throw new Error('too many changes while sending')
        const status = await deps.readStatus()
        const requests: Promise<void>[] = []
        const startedAt = performance.now()
        for (const message of waiting) {
          if (isLeaving()) throw new Error('stopping')
          if (!isPatient && slowHosts.isSlow(hostOf(message.endpoint))) {
            fates.set(message.id, 'slow')
            continue
          }
          fates.set(message.id, 'waiting')
          const other = underWay.get(message.id)
          if (other) {
            requests.push(other.then(() => void fates.set(message.id, 'done')))
            continue
          }
          const { done } = await (isPatient ? slow : quick).start(async () => {
            const fate = await handOne(message, status, waitUntil !== null).catch((error: unknown) => {
              if (!stopped.signal.aborted) log.warn({ err: error }, 'a push failed')
              return 'failed' as const
            })
            fates.set(message.id, fate)
          })
          underWay.set(message.id, done)
          requests.push(done.finally(() => underWay.delete(message.id)))
          // Encryption takes processor time, so other requests run in between.
          await nextTurn()
        }
        await (isPatient ? Promise.all(requests) : settledOrQuiet(requests, startedAt))
      }
      if (problems.size > 0) log.warn({ problems: [...problems] }, 'some pushes were not accepted and will be retried')
      problems.clear()
      // A copy of the results. If a response arrives after this point, another job checks that message.
      const now = new Map(fates)
      const withFate = (fate: Fate) => ids.filter((id) => now.get(id) === fate)
      if (isPatient && withFate('failed').length > 0) throw new Error('some pushes were not accepted')
      // Messages move before this job ends. If the process is killed in between, the job runs again and queues them twice, but only the
      // first copy is sent.
      const move = async (fate: Fate, to: Lane, startAfter: Date) => {
        const moved = withFate(fate)
        if (moved.length > 0) await requeue(moved, { from: lane, to, startAfter })
      }
      const soon = (ms: number) => new Date(Date.now() + ms)
      if (waitUntil) await move('later', 'bulk', waitUntil)
      await move('slow', 'slow', soon(0))
      await move('failed', 'slow', soon(RETRY_MS))
      await move('waiting', 'slow', soon(TIMEOUT_MS + RETRY_MS))
    },
    async stop() {
      stopped.abort()
      await Promise.all(underWay.values())
    },
  }
}
