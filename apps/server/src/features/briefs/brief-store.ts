import { randomUUID } from 'node:crypto'
import type { BriefLinkRequest, OpenHazards, RouteDecision } from '@trailwarden/api'
import {
  type Actor,
  accept,
  type Bounds,
  type Decision,
  decideBriefLink,
  findByCode,
  hazardsOnWayIn,
  isBriefLinkOpen,
  type Position,
  type Rating,
  refuse,
  wayInBounds,
} from '@trailwarden/domain'
import type { EmergencyMarker, SiteBundle } from '@trailwarden/site'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'

type UnresolvedRow = {
  number: string
  description: string
  detail: string
  rating: Rating
  trail: string | null
  place: Position
  createdAt: string
}

/** Responders don't need names, addresses, notes or photos. */
async function readUnresolved(db: Db, { west, south, east, north }: Bounds): Promise<UnresolvedRow[]> {
  const { rows } = await sql<UnresolvedRow>`
    select r.number, r.description, r.detail, r.rating, r.trail, r.place, iso(r.created_at) as created_at
    from actions r where r.deleted_at is null and r.status = 'Unresolved' and r.place is not null
      and (r.place ->> 'latitude')::float8 between ${south} and ${north}
      and (r.place ->> 'longitude')::float8 between ${west} and ${east}`.execute(db)
  return rows
}

async function readHazards(db: Db, { accessRoutes }: SiteBundle, { position: post, access }: EmergencyMarker) {
  const within = wayInBounds(post, access.roadCrossing, accessRoutes)
  const placed = (await readUnresolved(db, within)).map(({ place, ...row }) => ({
    ...row,
    position: [place.longitude, place.latitude] as const,
    accuracyM: place.accuracyM,
  }))
  return hazardsOnWayIn(post, access.roadCrossing, accessRoutes, placed).map(({ hazard, distanceM }) => ({
    ...hazard,
    position: [hazard.position[0], hazard.position[1]] as [number, number],
    distanceM: Math.round(distanceM),
  }))
}

const underWay = new WeakMap<Db, Map<string, Promise<OpenHazards['hazards']>>>()

/** Hazards are the same for everyone, so concurrent requests for a post share one read. */
function hazardsFor(db: Db, bundle: SiteBundle, marker: EmergencyMarker): Promise<OpenHazards['hazards']> {
  const reads = underWay.get(db) ?? new Map<string, Promise<OpenHazards['hazards']>>()
  underWay.set(db, reads)
  const read = reads.get(marker.code) ?? readHazards(db, bundle, marker).finally(() => reads.delete(marker.code))
  reads.set(marker.code, read)
  return read
}

export async function openHazards(db: Db, bundle: SiteBundle, code: string, now: Date): Promise<Decision<OpenHazards>> {
  const marker = findByCode(bundle.markers, code)
  if (!marker) return refuse('not-found', 'No post has this code.')
  return accept({ code: marker.code, asOf: now.toISOString(), expiresAt: null, hazards: await hazardsFor(db, bundle, marker) })
}

/** Returns the token, which isn't stored anywhere. */
export async function makeBriefLink(db: Db, bundle: SiteBundle, actor: Actor, wish: BriefLinkRequest, now: Date) {
  const decision = decideBriefLink(actor, wish, bundle.markers, now)
  if (!decision.ok) return decision
  const { marker, expiresAt } = decision.record
  const [id, token] = [randomUUID(), newToken()]
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('briefLinks')
      .values({ id, tokenHash: hashToken(token), markerCode: marker.code, createdAt: now, createdBy: actor.id, expiresAt })
      .execute()
    await audit(tx, 'brief-link-made', { actorId: actor.id, subjectId: id, details: { code: marker.code, hours: wish.hours } }, now)
  })
  return accept({ code: marker.code, token, expiresAt: expiresAt.toISOString() })
}

export async function openBriefLink(db: Db, bundle: SiteBundle, token: string, now: Date): Promise<RouteDecision<OpenHazards>> {
  const link = await db.selectFrom('briefLinks').selectAll().where('tokenHash', '=', hashToken(token)).executeTakeFirst()
  const marker = link && findByCode(bundle.markers, link.markerCode)
  if (!link || !marker || !isBriefLinkOpen(link, now)) {
    if (link) await audit(db, 'brief-link-refused', { subjectId: link.id, details: { code: link.markerCode } }, now)
    return refuse('link-expired', 'This link has expired.')
  }
  const hazards = await hazardsFor(db, bundle, marker)
  await audit(db, 'brief-link-opened', { subjectId: link.id, details: { code: marker.code } }, now)
  return accept({ code: marker.code, asOf: now.toISOString(), expiresAt: link.expiresAt.toISOString(), hazards })
}
