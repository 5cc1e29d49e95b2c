/** The table `points`: applying a change to one point, and reading what the public sees of all. */
import { isManager, type Reader } from '@trailwarden/domain'
import { type Point, type PointPatch, pointKind, type Replaced } from '@trailwarden/domain/point/point-kind'
import { decidePoint, type KnownPost, type PointContext } from '@trailwarden/domain/point/point-rules'
import { findListed, type SiteBundle, type SitePoint, sitePointOf } from '@trailwarden/site'
import { boundsOf } from '@trailwarden/site/files'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { documentSql } from '#db/document-sql.ts'
import { applyRecordChange } from '#db/record-store.ts'

/** PO1, TL1: everyone else receives them with the network's data. */
export const isSeenByManagers = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

const THE_SERVER = { id: '00000000-0000-0000-0000-000000000000', role: Number.MAX_SAFE_INTEGER }

async function readPoints(db: Db | Tx): Promise<Point[]> {
  const { rows } = await sql<{ point: Point }>`select ${documentSql(pointKind, THE_SERVER)} as point from points r order by r.id`.execute(
    db,
  )
  return rows.map(({ point }) => point)
}

/** Every post that has a code, or will have it once it is confirmed. */
function postsOf(base: SiteBundle, points: readonly Point[]): KnownPost[] {
  const stoodFor = new Set(points.flatMap(({ id, replaces }) => [id, replaces?.source === 'emergency-markers' ? replaces.id : '']))
  const surveyed = base.markers.filter(({ code, pointId }) => !stoodFor.has(pointId ?? code))
  return [
    ...surveyed.map(({ code, position: [longitude, latitude] }) => ({ code, place: { latitude, longitude } })),
    ...points.flatMap(({ id, code, place, isGone, confirmed }): KnownPost[] => [
      ...(place && !isGone && code ? [{ code, place, pointId: id }] : []),
      ...(confirmed && !confirmed.isGone ? [{ code: confirmed.code, place: confirmed.place, pointId: id }] : []),
    ]),
  ]
}

function valuesIn(base: SiteBundle, { source, id }: Pick<Replaced, 'source' | 'id'>): PointContext['replaced'] {
  const listed = findListed(base, source, id)
  if (!listed) return null
  const [longitude, latitude] = listed.position
  return { code: 'code' in listed ? listed.code : '', place: { latitude, longitude } }
}

async function contextOf(tx: Tx, base: SiteBundle, current: Point | null, patch: PointPatch): Promise<PointContext> {
  // One at a time: of two posts that are given the same code, the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('points', 0))`.execute(tx)
  const points = await readPoints(tx)
  const replaces = current ? null : patch.replaces
  const isTaken = points.some(
    (one) => one.replaces && replaces && one.replaces.source === replaces.source && one.replaces.id === replaces.id,
  )
  return { replaced: replaces ? valuesIn(base, replaces) : null, isTaken, posts: postsOf(base, points), bounds: boundsOf(base.site, null) }
}

/** `base`: the network's data without the points of this database. */
export const applyPointChange = (base: SiteBundle) =>
  applyRecordChange(
    pointKind,
    'points',
    async (tx, current, incoming, patch, actor, now) => {
      const read = pointKind.patch.safeParse(patch)
      return decidePoint(current, { ...incoming, patch }, actor, await contextOf(tx, base, current, read.data ?? {}), now)
    },
    'pointId',
  )

export const readSitePoints = async (db: Db): Promise<SitePoint[]> => (await readPoints(db)).flatMap((point) => sitePointOf(point) ?? [])
