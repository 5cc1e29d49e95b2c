import { randomUUID } from 'node:crypto'
import {
  type Actor,
  accept,
  type Closure,
  type Decision,
  decideTrailUpdate,
  differences,
  type KnownTrail,
  MANAGER,
  type NewTrailUpdate,
  type PublicStatus,
  publicStatusOf,
  refuse,
  type StatusNews,
  statusNews,
  type TrailUpdate,
  type TrailUpdateDocument,
  trailUpdateKind,
} from '@trailwarden/domain'
import type { PublicNotice } from '@trailwarden/domain/notice/public-notice'
import { closesOnly } from '@trailwarden/domain/trail-status/status-proposal-rules'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Announce } from '#db/announce.ts'
import type { Db, Tx } from '#db/database.ts'
import { type Applied, type Incoming, writeHistory } from '#db/history.ts'
import { remembering } from '#db/remembering.ts'
import { isUuid } from '#db/uuid.ts'
import type { Mail } from '#mail/mailer.ts'
import { noticesInForce } from './notice-store.ts'
import { notifySubscribers } from './subscription-store.ts'

/** Lists are stored as JSON, which PostgreSQL's driver would take for an array of its own. */
const rowOf = ({ closures, ...update }: NewTrailUpdate) => ({ ...update, closures: sql<Closure[]>`${JSON.stringify(closures)}::jsonb` })

/** Posts trail status under a time of the caller's. Updates are append only, so there is no row to lock. */
export async function postTrailUpdate(
  db: Db,
  site: Site,
  actor: Actor,
  input: unknown,
  now: Date,
  trails: readonly KnownTrail[] = [],
): Promise<Decision<NewTrailUpdate>> {
  const networkIds = site.networks.map((network) => network.id)
  const before = await readLatestTrailUpdate(db)
  const decision = decideTrailUpdate(null, randomUUID(), input, actor, { networkIds, trails, before }, now)
  if (decision.ok) await db.insertInto('trailUpdates').values(rowOf(decision.record)).execute()
  return decision
}

/**
 * One post at a time: the second waits here, and then sees the first. The time comes from the database, so that all processes stamp by
 * one clock. Never later than that clock says (not the maximum with the update before): one post stamped days ahead would carry its
 * time into all that follow, and an old status would pass as confirmed. The order does not depend on it (T10).
 */
export async function lockTrailStatus(tx: Tx): Promise<Date> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trail-status', 0))`.execute(tx)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  if (!rows[0]) throw new Error('The database gave no time.')
  return rows[0].now
}

/**
 * Was anything posted that the author of this update had not seen (T7)? What they saw may be unknown here: after a restore phones offer
 * their updates again, in any order, and the newest must not be turned away for the want of an older one. One of their own that
 * was refused is known by its command.
 */
export async function isSuperseded(tx: Tx, basedOn: unknown, latest: TrailUpdate | null): Promise<boolean> {
  if (basedOn === undefined || (basedOn !== null && !(typeof basedOn === 'string' && isUuid(basedOn)))) return false
  if (!latest || latest.id === basedOn) return false
  if (basedOn === null) return true
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from trail_updates where id = ${basedOn}) or exists (select from commands where record_id = ${basedOn}) as known`.execute(
    tx,
  )
  return rows[0]?.known ?? false
}

export type PostingDependencies = {
  site: Site
  mail: Mail
  announce: Announce
  /** Pushes to phones that follow what this is news of. */
  alert: (tx: Tx, news: StatusNews, update: NewTrailUpdate, now: Date) => Promise<void>
  publicUrl: string
  trails: () => readonly KnownTrail[]
}

/**
 * An update that was made on a phone or by a program, under the id it got there. `isSeconded`: a second manager has confirmed it, so that it
 * need not wait for one (T20).
 */
export async function applyTrailUpdate(
  tx: Tx,
  { site, mail, announce, alert, publicUrl, trails }: PostingDependencies,
  actor: Actor,
  incoming: Incoming,
  { isSeconded = false } = {},
): Promise<Decision<Applied>> {
  const { recordId, patch } = incoming
  const now = await lockTrailStatus(tx)
  const current = await tx.selectFrom('trailUpdates').selectAll().where('id', '=', recordId).executeTakeFirst()
  const before = await readLatestTrailUpdate(tx)
  const networkIds = site.networks.map((network) => network.id)
  const context = { networkIds, trails: trails(), before, isSuperseded: await isSuperseded(tx, patch.basedOn, before) }
  const decision = decideTrailUpdate(current ?? null, recordId, patch, actor, context, now)
  if (!decision.ok) return decision
  if (site.statusNeedsSecondYes && !isSeconded && !closesOnly(decision.record, before, context.trails, now))
    return refuse('needs-second-yes', 'Another manager has to confirm it before it is public.')
  const news = statusNews(decision.record, before, context.trails, now)
  const emailed = await notifySubscribers(mail, tx, decision.record.id, news, now)
  await alert(tx, news, decision.record, now)
  await tx
    .insertInto('trailUpdates')
    .values({ ...rowOf(decision.record), emailed })
    .execute()
  await writeHistory(tx, actor, incoming, 1, differences(trailUpdateKind, null, documentOf(decision.record)), now)
  const { networks, createdAt } = decision.record
  const data = { id: recordId, url: new URL('/', publicUrl).href, postedAt: createdAt.toISOString(), networks }
  await announce(tx, { type: 'status.posted', data }, now)
  return accept({ version: 1, replaced: [] })
}

/** The fields that the history tracks. */
const documentOf = ({ networks, trails, closures }: NewTrailUpdate): TrailUpdateDocument => ({
  ...trailUpdateKind.blank,
  networks,
  trails,
  closures,
})

/** What an update would be news of if it were posted now; null where it would be refused. */
export async function newsOfDraft(db: Db, { site, trails }: Pick<PostingDependencies, 'site' | 'trails'>, draft: unknown, now: Date) {
  const before = await readLatestTrailUpdate(db)
  const networkIds = site.networks.map((network) => network.id)
  const author = { id: '', name: '', role: MANAGER }
  const decision = decideTrailUpdate(null, randomUUID(), draft, author, { networkIds, trails: trails(), before }, now)
  return decision.ok ? statusNews(decision.record, before, trails(), now) : null
}

const readNewest = (db: Db, limit: number): Promise<TrailUpdate[]> =>
  db
    .selectFrom('trailUpdates')
    .selectAll()
    .orderBy('orderNumber', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const readLatestTrailUpdate = async (db: Db): Promise<TrailUpdate | null> => (await readNewest(db, 1))[0] ?? null

/** In one statement, the time included: it is read for every visitor, and all processes must show the same age. */
export async function readPublicStatus(db: Db, site: Site): Promise<PublicStatus> {
  type Row = { now: Date; epoch: string; notices: PublicNotice[] } & (Omit<TrailUpdate, 'emailed'> | { networks: null })
  const { rows } = await sql<Row>`
    select now() as now, e.epoch, ${noticesInForce} as notices, u.networks, u.trails, u.closures, u.outcome, u.created_at, u.order_number from sync_epoch e left join lateral (
      select * from trail_updates order by order_number desc, created_at desc, id desc limit 1) u on true`.execute(db)
  if (!rows[0]) throw new Error('The epoch is missing.')
  const [{ now, epoch, notices }, latest] = [rows[0], rows[0].networks && rows[0]]
  return { ...publicStatusOf(latest, site.networks, now, epoch), notices }
}

export type StatusReader = {
  /** The public status; with PostgreSQL out of reach the last one read, whose `asOf` shows how old it is. */
  read(): Promise<PublicStatus>
  /** The newest updates, likewise. */
  readLog(): Promise<readonly TrailUpdate[]>
  /** Reads both for the first time, however long it takes. */
  start(): Promise<void>
}

/** Updates in a feed. */
const LOG_LENGTH = 20

export function createStatusReader(db: Db, site: Site, onError: (error: unknown) => void): StatusReader {
  const status = remembering(() => readPublicStatus(db, site), onError)
  const log = remembering(() => readNewest(db, LOG_LENGTH), onError)
  return {
    read: status.read,
    readLog: log.read,
    async start() {
      await Promise.allSettled([status.first(), log.first()])
    },
  }
}
