import { type Actor, type AuditEvent, type Decision, isSameValue } from '@trailwarden/domain'
import { entryOf, POST, type Point, type PointPatch, pointKind, type Replaced } from '@trailwarden/domain/point/point-kind'
import { decidePoint, isWaiting, type KnownPost, type PointContext } from '@trailwarden/domain/point/point-rules'
import { findListed, type SiteBundle, type SitePoint, sitePointOf } from '@trailwarden/site'
import { boundsOf } from '@trailwarden/site/files'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { documentSql, THE_SYSTEM } from '#db/records/document-sql.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import { applyRecordChange } from '#db/records/record-store.ts'
import { findApprovalBlock } from '#features/people/accounts/account-grants.ts'

async function readPoints(db: Db | Tx): Promise<Point[]> {
  const rows = await db.selectFrom('points as r').select(documentSql(pointKind, THE_SYSTEM).as('point')).orderBy('r.id').execute()
  return rows.map(({ point }) => point)
}

function postsOf(base: SiteBundle, points: readonly Point[]): KnownPost[] {
  const stoodFor = new Set(points.flatMap(({ id, replaces }) => [id, replaces?.source === 'emergency-markers' ? replaces.id : '']))
  const surveyed = base.markers.filter(({ code, pointId }) => !stoodFor.has(pointId ?? code))
  return [
    ...surveyed.map(({ code, position: [longitude, latitude] }) => ({ code, place: { latitude, longitude } })),
    ...points
      .filter(({ category }) => category === POST)
      .flatMap(({ id, code, place, isGone, confirmed }): KnownPost[] => [
        ...(place && !isGone && code ? [{ code, place, pointId: id }] : []),
        ...(confirmed && !confirmed.isGone ? [{ code: confirmed.code, place: confirmed.place, pointId: id }] : []),
      ]),
  ]
}

function valuesIn(base: SiteBundle, { source, id }: Pick<Replaced, 'source' | 'id'>): PointContext['replaced'] {
  const listed = findListed(base, source, id)
  if (!listed) return null
  const [longitude, latitude] = listed.position
  const zone = source === 'landing-zones' && 'name' in listed ? { description: listed.name, notes: listed.notes ?? '' } : {}
  return { code: 'code' in listed ? listed.code : '', place: { latitude, longitude }, ...zone }
}

async function contextOf(
  tx: Tx,
  base: SiteBundle,
  current: Point | null,
  patch: PointPatch,
  actor: Actor,
  now: Date,
): Promise<PointContext> {
  // Only one change runs at a time. If two changes use one code, the second change sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('points', 0))`.execute(tx)
  const points = await readPoints(tx)
  const replaces = current ? null : patch.replaces
  const isTaken = points.some(
    (one) => one.replaces && replaces && one.replaces.source === replaces.source && one.replaces.id === replaces.id,
  )
  return {
    replaced: replaces ? valuesIn(base, replaces) : null,
    isTaken,
    posts: postsOf(base, points),
    bounds: boundsOf(base.site, null),
    approvalBlock: current && patch.confirm ? await findApprovalBlock(tx, actor.id, current.enteredBy, now) : null,
  }
}

async function auditPoint(tx: Tx, current: Point | null, decision: ReturnType<typeof decidePoint>, actor: Actor, now: Date) {
  const [author = null] = current?.enteredBy ?? []
  const log = (event: AuditEvent, subjectId: string | null, { id, category, code }: Point, more = {}) =>
    audit(tx, event, { actorId: actor.id, subjectId, details: { recordId: id, category, ...(code && { code }), ...more } }, now)
  if (!decision.ok) {
    const isApproval = decision.refusal.code === 'own-entry'
    if (current && isApproval) await log('refused', author, current, { reason: 'this entry is not theirs to approve' })
    return
  }
  const { record } = decision.record
  if (record === current) return
  if (record.confirmedAt !== (current?.confirmedAt ?? null)) await log('point-confirmed', author, record)
  else if (record.sentBack && !isSameValue(record.sentBack, current?.sentBack)) await log('point-sent-back', author, record)
  else if (isWaiting(record) && !(current && isSameValue(entryOf(record), entryOf(current)))) await log('point-entered', null, record)
}

/** `base` is the site's data without this database's points. */
export const applyPointChange =
  (base: SiteBundle) =>
  async (tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> => {
    let note = async (_isApplied: boolean): Promise<void> => undefined
    const apply = applyRecordChange(
      pointKind,
      'points',
      async (_tx, current, _incoming, patch) => {
        const read = pointKind.patch.safeParse(patch)
        const context = await contextOf(tx, base, current, read.data ?? {}, actor, now)
        const decision = decidePoint(current, { ...incoming, patch }, actor, context, now)
        note = async (isApplied) => {
          if (isApplied === decision.ok) await auditPoint(tx, current, decision, actor, now)
        }
        return decision
      },
      'pointId',
    )
    const applied = await apply(tx, actor, incoming, now)
    await note(applied.ok)
    return applied
  }

export const readSitePoints = async (db: Db): Promise<SitePoint[]> => (await readPoints(db)).flatMap((point) => sitePointOf(point) ?? [])
