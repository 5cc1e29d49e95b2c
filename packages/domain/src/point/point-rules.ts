/** What may be done with a point and what follows from it (RULES.md, PO). `decidePoint` runs on the server. */
import type { Decision, Refusal } from '../decision.ts'
import { findByCode } from '../emergency/post-code.ts'
import { distanceText } from '../geo/trail-reference.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'
import { type Actor, isManager } from '../person/person.ts'
import { photoDifference, tooManyPhotos } from '../photo/photos.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { isSameValue } from '../same-value.ts'
import { entryOf, POST, type Point, type PointPatch, type PostEntry, pointKind, type Replaced } from './point-kind.ts'

/** A post that has, or will have, a code: `pointId` is that of the point it comes from. */
export type KnownPost = { code: string; place: PostEntry['place']; pointId?: string | undefined }

export type PointContext = {
  /** What the network's data says of the record that a new point names; null when there is none. */
  replaced: Omit<Replaced, 'source' | 'id'> | null
  /** Another point already stands for that record. */
  isTaken: boolean
  posts: readonly KnownPost[]
  /** Where the network's records may lie. */
  bounds: { west: number; south: number; east: number; north: number }
}

/** What waits for a second manager: entered, and not yet what Emergency uses (PO4). */
export const isWaiting = (point: Pick<Point, 'category' | 'code' | 'place' | 'isGone' | 'confirmed'>): boolean =>
  point.category === POST && !isSameValue(entryOf(point), point.confirmed) && !(point.isGone && !point.confirmed)

export const OWN_ENTRY = 'You entered this. Ask someone else.'
const CHANGED_SINCE = 'It was changed since. Look at it again.'

const lngLat = ({ latitude, longitude }: PostEntry['place']) => [longitude, latitude] as const

/** PO8: no two posts have the same code, as people read it. */
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
/** PO9: worth a remark, for the post may stand there all the same. `nearest` is null where there is no trail at all. */
export const isOffTrail = (nearest: { offTrailM: number } | null) => nearest === null || nearest.offTrailM > OFF_TRAIL_M

const isWithin = ({ latitude, longitude }: PostEntry['place'], { west, south, east, north }: PointContext['bounds']) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north

function whyNotValid(current: Point | null, next: Point, { replaced, isTaken, bounds }: PointContext): string | null {
  if (!next.place) return 'a point has a position'
  if (!isWithin(next.place, bounds)) return 'the position is outside of the network'
  if (next.category === POST && next.code === '') return 'an emergency post has a code'
  if (next.category !== POST && next.description === '') return 'a point has a description'
  if (next.replaces && (next.replaces.source === 'emergency-markers') !== (next.category === POST)) return 'a post stays a post'
  if (current && (current.category === POST) !== (next.category === POST)) return 'a post stays a post'
  if (current && !isSameValue(current.replaces, next.replaces)) return 'what a point replaces is said once'
  if (current || !next.replaces) return null
  const { source: _, id: __, ...claimed } = next.replaces
  if (isTaken) return 'another point stands for it already'
  return isSameValue(replaced, claimed) ? null : 'the network’s data does not say so'
}

function whyNotConfirmed(current: Point | null, patch: PointPatch, actor: Actor): Refusal | null {
  const asked = patch.confirm ?? patch.sendBack
  if (!asked) return null
  const others = Object.keys(patch).length > 1
  const { code, place, isGone } = asked
  if (others || !current || current.category !== POST) return { code: 'not-valid', detail: 'nothing is confirmed beside other changes' }
  if (!isSameValue({ code, place, isGone }, entryOf(current))) return { code: 'changed-since', detail: CHANGED_SINCE }
  if (patch.sendBack && !isWaiting(current)) return { code: 'changed-since', detail: CHANGED_SINCE }
  if (isWaiting(current) && current.enteredBy.includes(actor.id) && patch.confirm) return { code: 'own-entry', detail: OWN_ENTRY }
  return null
}

/** May this person make this change, and what is the point afterwards? `current` is null when there is none yet. */
export function decidePoint(
  current: Point | null,
  input: Input,
  actor: Actor,
  context: PointContext,
  now: Date,
): Decision<RecordChange<Point>> {
  const decision = decide(pointKind, current, input, actor, {}, now, (next, patch) => {
    if (!isManager(actor)) return { code: 'not-allowed', detail: 'points are for managers' }
    const notConfirmed = whyNotConfirmed(current, patch, actor)
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
  // What a second manager said is a part of the history, though nobody writes it into a field.
  const { record, changes } = decision.record
  const photos = photoDifference(current?.photos ?? [], record.photos)
  if (photos) changes.photos = photos
  for (const name of ['confirmed', 'sentBack'] as const)
    if (!isSameValue(current?.[name] ?? null, record[name])) changes[name] = { before: current?.[name] ?? null, after: record[name] }
  return decision
}
