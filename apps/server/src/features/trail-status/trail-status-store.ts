import { randomUUID } from 'node:crypto'
import {
  type Actor,
  type AuthorKnew,
  accept,
  completeOutcome,
  confirmNothing,
  confirmRestrictedOnly,
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
import { closesOnly } from '@trailwarden/domain/trail-status/proposal/status-proposal-rules'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Announce } from '#db/announce.ts'
import type { Db, Tx } from '#db/database.ts'
import { type Applied, type Incoming, writeHistory } from '#db/records/history.ts'
import { remembering } from '#db/remembering.ts'
import { isUuid } from '#db/uuid.ts'
import type { Mail } from '#mail/mailer.ts'
import { notifySubscribers } from './alerts/subscription-store.ts'
import { noticesInForce } from './notices/notice-store.ts'

/** PostgreSQL's driver would otherwise turn lists into PostgreSQL arrays. */
const rowOf = ({ closures, ...update }: NewTrailUpdate) => ({ ...update, closures: JSON.stringify(closures) })

/** Updates are append-only, so there is no row to lock. */
export async function postTrailUpdate(
  db: Db,
  site: Site,
  actor: Actor,
  input: unknown,
  now: Date,
  trails: readonly KnownTrail[] = [],
): Promise<Decision<NewTrailUpdate>> {
  const networkIds = site.networks.map((network) => network.id)
  const before = await readLatestTrailUpdate(db, trails)
  const decision = decideTrailUpdate(null, randomUUID(), input, actor, { networkIds, trails, before }, now)
  if (decision.ok) await db.insertInto('trailUpdates').values(rowOf(decision.record)).execute()
  return decision
}

/**
 * The second post waits here, then sees the first. Returns the database's time, so that all processes use one clock. The time deliberately
 * isn't raised to that of the previous update. If one update had a time days ahead, all later ones would get it too, and old status would
 * seem confirmed. The order doesn't depend on the time (T10).
 */
export async function lockTrailStatus(tx: Tx): Promise<Date> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trail-status', 0))`.execute(tx)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  if (!rows[0]) throw new Error('The database returned no time.')
  return rows[0].now
}

/** T7, T27: the fields sent with the new update show which one the author had seen. */
export async function readAuthorKnew(
  tx: Tx,
  { basedOn, basedOnNumber }: { basedOn?: unknown; basedOnNumber?: unknown },
  latest: TrailUpdate | null,
  trails: readonly KnownTrail[],
): Promise<AuthorKnew> {
  if (basedOn === undefined) return { is: 'untold' }
  if (typeof basedOn !== 'string' || !isUuid(basedOn)) return { is: 'earlier', update: null }
  const isLatest = latest?.id === basedOn
  const named = isLatest ? latest : await tx.selectFrom('trailUpdates').selectAll().where('id', '=', basedOn).executeTakeFirst()
  if (!named) return { is: 'earlier', update: null }
  // A device that made two updates offline has the first one as it sent it, before the server merged it.
  if (named.posted && basedOnNumber !== named.orderNumber)
    return { is: 'earlier', update: completeOutcome({ ...named, ...named.posted, outcome: null }, trails) }
  return isLatest ? { is: 'latest' } : { is: 'earlier', update: completeOutcome(named, trails) }
}

/** An update made before a restore and sent again must not confirm the restored status (T31). */
const knowsRestore = (authorKnew: AuthorKnew, before: TrailUpdate | null): boolean =>
  authorKnew.is !== 'earlier' || authorKnew.update?.outcome?.restoredAt === before?.outcome?.restoredAt

export type PostingDependencies = {
  site: Site
  mail: Mail
  announce: Announce
  alert: (tx: Tx, news: StatusNews, update: NewTrailUpdate, now: Date) => Promise<void>
  publicUrl: string
  trails: () => readonly KnownTrail[]
}

/** The device or program chose the id. `isSeconded` means that a second manager has confirmed the update (T20). */
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
  const before = await readLatestTrailUpdate(tx, trails())
  const networkIds = site.networks.map((network) => network.id)
  const context = { networkIds, trails: trails(), before, authorKnew: await readAuthorKnew(tx, patch, before, trails()) }
  const needsSecond = site.statusNeedsSecondYes === true && !isSeconded
  const decision = decideTrailUpdate(current ?? null, recordId, patch, actor, { ...context, keepsOtherTrails: needsSecond }, now)
  if (!decision.ok) return decision
  if (needsSecond && !closesOnly(decision.record, before, context.trails, now))
    return refuse('needs-second-yes', 'Another manager must confirm this before it is public.')
  const record = !knowsRestore(context.authorKnew, before)
    ? confirmNothing(decision.record, before)
    : needsSecond
      ? confirmRestrictedOnly(decision.record, before, now)
      : decision.record
  const news = statusNews(record, before, context.trails, now)
  const emailed = await notifySubscribers(mail, tx, record.id, news, now)
  await alert(tx, news, record, now)
  await tx
    .insertInto('trailUpdates')
    .values({ ...rowOf(record), emailed })
    .execute()
  const changes = differences(trailUpdateKind, null, documentOf(record))
  if (patch.sentAnyway === true) changes.sentAnyway = { before: null, after: true }
  await writeHistory(tx, actor, incoming, 1, changes, now)
  const data = {
    id: recordId,
    url: new URL('/', publicUrl).href,
    postedAt: record.createdAt.toISOString(),
    networks: publicNetworks(record, site, now),
  }
  await announce(tx, { type: 'status.posted', data }, now)
  return accept({ version: 1, replaced: [] })
}

export function publicNetworks(
  update: Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome' | 'createdAt'>,
  site: Site,
  now: Date,
) {
  const entries = publicStatusOf(update, site.networks, now).networks.flatMap(({ id, status, message, exceptions = '' }) => {
    const posted = update.networks[id]
    return posted && status ? [[id, { status, message, exceptions, posted: posted.status }] as const] : []
  })
  return Object.fromEntries(entries)
}

const documentOf = ({ networks, trails, closures }: NewTrailUpdate): TrailUpdateDocument => ({
  ...trailUpdateKind.blank,
  networks,
  trails,
  closures,
})

export async function newsOfDraft(db: Db, { site, trails }: Pick<PostingDependencies, 'site' | 'trails'>, draft: unknown, now: Date) {
  const before = await readLatestTrailUpdate(db, trails())
  const networkIds = site.networks.map((network) => network.id)
  const author = { id: '', name: '', role: MANAGER }
  const decision = decideTrailUpdate(null, randomUUID(), draft, author, { networkIds, trails: trails(), before }, now)
  return decision.ok ? statusNews(decision.record, before, trails(), now) : null
}

const newest = (db: Db, limit: number) =>
  db.selectFrom('trailUpdates').selectAll().orderBy('orderNumber', 'desc').orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit)

const readNewest = (db: Db, limit: number): Promise<TrailUpdate[]> => newest(db, limit).execute()

export async function readLatestTrailUpdate(db: Db, trails: readonly KnownTrail[]): Promise<TrailUpdate | null> {
  const [latest] = await readNewest(db, 1)
  return latest ? completeOutcome(latest, trails) : null
}

/** One statement, because every visitor needs the status and the time, and all processes must show the same age. */
export async function readPublicStatus(db: Db, site: Site, trails: readonly KnownTrail[]): Promise<PublicStatus> {
  type Latest = Pick<TrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome' | 'createdAt' | 'orderNumber'>
  const row = await db
    .selectFrom('syncEpoch')
    .leftJoin(newest(db, 1).as('u'), (join) => join.onTrue())
    .select(['syncEpoch.epoch', sql<Date>`now()`.as('now'), noticesInForce.as('notices')])
    .select(['u.networks', 'u.trails', 'u.closures', 'u.outcome', 'u.createdAt', 'u.orderNumber'])
    .executeTakeFirst()
  if (!row) throw new Error('The epoch is missing.')
  const { now, epoch, notices } = row
  // The cast is safe: if there is no update, all of its columns are null. Otherwise, only the outcome can be null.
  const latest = row.networks && (row as Latest)
  return { ...publicStatusOf(latest && completeOutcome(latest, trails), site.networks, now, epoch), notices }
}

export type StatusReader = {
  /** If PostgreSQL is down, the last status read. `asOf` shows the status's age. */
  read(): Promise<PublicStatus>
  /** Newest first. If PostgreSQL is down, the last updates read. */
  readLog(): Promise<readonly TrailUpdate[]>
  start(): Promise<void>
}

const LOG_LENGTH = 20

export function createStatusReader(
  db: Db,
  site: Site,
  trails: () => readonly KnownTrail[],
  onError: (error: unknown) => void,
): StatusReader {
  const status = remembering(() => readPublicStatus(db, site, trails()), onError)
  const log = remembering(async () => (await readNewest(db, LOG_LENGTH)).map((update) => completeOutcome(update, trails())), onError)
  return {
    read: status.read,
    readLog: log.read,
    async start() {
      await Promise.allSettled([status.first(), log.first()])
    },
  }
}
