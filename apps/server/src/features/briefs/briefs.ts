/** Open hazards on the way in to a post, and the links by which responders without an account read them. */
import { randomUUID } from 'node:crypto'
import {
  type Actor,
  accept,
  type BriefLinkRequest,
  type Decision,
  decideBriefLink,
  findByCode,
  hazardsOnWayIn,
  isBriefLinkOpen,
  type OpenHazards,
  type Place,
  type Rating,
  refuse,
} from '@trailwarden/domain'
import type { EmergencyMarker, SiteBundle } from '@trailwarden/site'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { hashToken, newToken } from '#features/people/token.ts'

type UnresolvedRow = {
  number: string
  description: string
  detail: string
  rating: Rating
  trail: string | null
  place: Place
  createdAt: string
}

/** What is unresolved and has a place. Names, addresses, notes and photos are not read: responders need none of them. */
async function readUnresolved(db: Db): Promise<UnresolvedRow[]> {
  const { rows } = await sql<UnresolvedRow>`
    select r.number, r.description, r.detail, r.rating, r.trail, r.place, iso(r.created_at) as created_at
    from actions r where r.deleted_at is null and r.status = 'Unresolved' and r.place is not null`.execute(db)
  return rows
}

async function hazardsFor(db: Db, bundle: SiteBundle, marker: EmergencyMarker): Promise<OpenHazards['hazards']> {
  const placed = (await readUnresolved(db)).map(({ place, ...row }) => ({ ...row, position: [place.longitude, place.latitude] as const }))
  return hazardsOnWayIn(marker.position, marker.access.roadCrossing, bundle.accessRoutes, placed).map(({ hazard, distanceM }) => ({
    ...hazard,
    position: [hazard.position[0], hazard.position[1]],
    distanceM: Math.round(distanceM),
  }))
}

export async function openHazards(db: Db, bundle: SiteBundle, code: string, now: Date): Promise<Decision<OpenHazards>> {
  const marker = findByCode(bundle.markers, code)
  if (!marker) return refuse('not-found', 'no post has this code')
  return accept({ code: marker.code, asOf: now.toISOString(), expiresAt: null, hazards: await hazardsFor(db, bundle, marker) })
}

/** Makes a link and answers its token, which is stored nowhere. */
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

/** Every opening is written down, and so is every try after the end. */
export async function openBriefLink(db: Db, bundle: SiteBundle, token: string, now: Date): Promise<Decision<OpenHazards>> {
  const link = await db.selectFrom('briefLinks').selectAll().where('tokenHash', '=', hashToken(token)).executeTakeFirst()
  const marker = link && findByCode(bundle.markers, link.markerCode)
  if (!link || !marker || !isBriefLinkOpen(link, now)) {
    if (link) await audit(db, 'brief-link-refused', { subjectId: link.id, details: { code: link.markerCode } }, now)
    return refuse('link-expired', 'the link has expired')
  }
  const hazards = await hazardsFor(db, bundle, marker)
  await audit(db, 'brief-link-opened', { subjectId: link.id, details: { code: marker.code } }, now)
  return accept({ code: marker.code, asOf: now.toISOString(), expiresAt: link.expiresAt.toISOString(), hazards })
}
