import type { Decision, Refusal } from '../decision.ts'
import { findByCode } from '../emergency/post-code.ts'
import { distanceText } from '../geo/distance-text.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'
import { type Actor, isManager } from '../person/person.ts'
import { photoDifference, tooManyPhotos } from '../photo/photos.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { isSameValue } from '../same-value.ts'
import {
  entryOf,
  LANDING_ZONE,
  needsConfirmation,
  POST,
  type Point,
  type PointCategory,
  type PointPatch,
  type PostEntry,
  pointKind,
  type Replaced,
} from './point-kind.ts'

/** A post that has a code, or will have one. `pointId` is the point that defines the post. */
export type KnownPost = { code: string; place: PostEntry['place']; pointId?: string | undefined }

export type PointContext = {
  replaced: Omit<Replaced, 'source' | 'id'> | null
  isTaken: boolean
  posts: readonly KnownPost[]
  /** All of the site's records must be in these bounds. */
  bounds: { west: number; south: number; east: number; north: number }
  /** The reason why AP2 stops the actor from confirming, or null. */
  approvalBlock: string | null
}

/** Until a second manager confirms, the Emergency page doesn't use the new values (PO4). */
export const isWaiting = (point: Point): boolean =>
  needsConfirmation(point.category) &&
  !isSameValue(entryOf(point), point.confirmed) &&
  // A point that was never confirmed can be removed without confirmation.
  !(point.isGone && !point.confirmed && !point.replaces)

export const OWN_ENTRY = 'You entered this. Ask someone else to confirm it.'
const CHANGED_SINCE = 'This has changed since you reviewed it. Review it again.'

const lngLat = ({ latitude, longitude }: PostEntry['place']) => [longitude, latitude] as const

/** PO8: two posts can't have codes that read the same. */
export function whyNotCode(
  point: Pick<Point, 'id' | 'code' | 'place' | 'isGone' | 'replaces'>,
  posts: readonly KnownPost[],
): string | null {
  if (point.isGone) return null
  const isItself = ({ code, pointId }: KnownPost) => (pointId ? pointId === point.id : code === point.replaces?.code)
  const other = posts.find((post) => !isItself(post) && findByCode([post], point.code))
  if (!other) return null
  return point.place
    ? `${other.code} exists, ${distanceText(distanceM(lngLat(point.place), lngLat(other.place)))} from here`
    : `${other.code} exists`
}

const OFF_TRAIL_M = 30
/** PO9: only a warning, because a manager can still place the post there. `nearest` is null if there are no trails. */
export const isOffTrail = (nearest: { offTrailM: number } | null) => nearest === null || nearest.offTrailM > OFF_TRAIL_M

const isWithin = ({ latitude, longitude }: PostEntry['place'], { west, south, east, north }: PointContext['bounds']) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north

/** PO3: points can't move into or out of these categories. */
const groupOf = (category: PointCategory) => (needsConfirmation(category) ? category : null)
const GROUPS = { 'emergency-markers': POST, 'landing-zones': LANDING_ZONE } as const
const STAYS = 'emergency posts and landing zones can’t change category'

function isClaimedAsKnown(replaced: PointContext['replaced'], claimed: Omit<Replaced, 'source' | 'id'>): boolean {
  if (isSameValue(replaced, claimed)) return true
  return claimed.description === undefined && replaced !== null && isSameValue({ code: replaced.code, place: replaced.place }, claimed)
}

function whyNotValid(current: Point | null, next: Point, { replaced, isTaken, bounds }: PointContext): string | null {
  if (!next.place) return 'a point needs a location'
  if (!isWithin(next.place, bounds)) return 'the location is outside the network'
  if (next.category === POST && next.code === '') return 'an emergency post needs a code'
  if (next.category !== POST && next.description === '') return 'a point needs a description'
  if (current && groupOf(current.category) !== groupOf(next.category)) return STAYS
  if (current && !isSameValue(current.replaces, next.replaces)) return 'the record that a point replaces can’t be changed'
  if (current || !next.replaces) return null
  const { source, id: _, ...claimed } = next.replaces
  if (groupOf(next.category) !== (source in GROUPS ? GROUPS[source as keyof typeof GROUPS] : null)) return STAYS
  if (isTaken) return 'another point already replaces this record'
  return isClaimedAsKnown(replaced, claimed) ? null : 'the site data has changed'
}

function whyNotConfirmed(current: Point | null, patch: PointPatch, actor: Actor, { approvalBlock }: PointContext): Refusal | null {
  const asked = patch.confirm ?? patch.sendBack
  if (!asked) return null
  const others = Object.keys(patch).length > 1
  const { reason: _, ...entry } = { reason: '', ...asked }
  if (others || !current || !needsConfirmation(current.category))
    return { code: 'not-valid', detail: 'a confirmation can’t include other changes' }
  if (!isSameValue(entry, entryOf(current))) return { code: 'changed-since', detail: CHANGED_SINCE }
  if (patch.sendBack && !isWaiting(current)) return { code: 'changed-since', detail: CHANGED_SINCE }
  if (!patch.confirm || !isWaiting(current)) return null
  if (current.enteredBy.includes(actor.id)) return { code: 'own-entry', detail: OWN_ENTRY }
  return approvalBlock ? { code: 'own-entry', detail: approvalBlock } : null
}

export function decidePoint(
  current: Point | null,
  input: Input,
  actor: Actor,
  context: PointContext,
  now: Date,
): Decision<RecordChange<Point>> {
  const decision = decide(pointKind, current, input, actor, {}, now, (next, patch) => {
    if (!isManager(actor)) return { code: 'not-allowed', detail: 'only managers can edit points' }
    const notConfirmed = whyNotConfirmed(current, patch, actor, context)
    if (notConfirmed) return notConfirmed
    const tooMany = tooManyPhotos(current?.photos ?? [], next.photos)
    if (tooMany) return tooMany
    const notValid = whyNotValid(current, next, context)
    if (notValid) return { code: 'not-valid', detail: notValid }
    const isCodeNew = next.category === POST && (next.code !== current?.code || next.isGone !== current.isGone)
    const inUse = isCodeNew ? whyNotCode(next, context.posts) : null
    return inUse ? { code: 'code-in-use', detail: inUse } : null
  })
  if (!decision.ok) return decision
  // The history must contain the second manager's decision, although it isn't an edited field.
  const { record, changes } = decision.record
  const photos = photoDifference(current?.photos ?? [], record.photos)
  if (photos) changes.photos = photos
  for (const name of ['confirmed', 'sentBack'] as const)
    if (!isSameValue(current?.[name] ?? null, record[name])) changes[name] = { before: current?.[name] ?? null, after: record[name] }
  return decision
}
