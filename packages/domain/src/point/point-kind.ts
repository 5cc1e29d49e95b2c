/**
 * Points: what managers add to the network's data, or correct in it, from the field. Everything that is true of one field stands here, once;
 * what may be done with a point is in `point-rules.ts` (RULES.md, PO).
 */
import * as z from 'zod/mini'
import { Position } from '../action/action-kind.ts'
import { MANAGER } from '../person/person.ts'
import { PHOTO_OPERATIONS, PHOTOS, withPhotos } from '../photo/photos.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { isSameValue } from '../same-value.ts'
import { text } from '../text.ts'

export const POST = 'Emergency Marker'

/** The categories of markers. */
export const PointCategory = z.enum([
  POST,
  'Access Point',
  'Helicopter LZ',
  'High-risk Feature',
  'Hazard',
  'POI',
  'Start Point',
  'Finish Point',
  'Airstrip',
  'Task',
  'Task Complete',
  'Action',
  'Action Complete',
  'Hazard Resolved',
  'Casualty',
  'Casualty Complete',
])
export type PointCategory = z.infer<typeof PointCategory>

export const POINT_DESCRIPTION_MAX_LENGTH = 120
export const POINT_NOTES_MAX_LENGTH = 4000
export const POST_CODE_MAX_LENGTH = 12
export const REASON_MAX_LENGTH = 500

/** The lists of the network's data that a point can stand in. */
export const PointSource = z.enum(['emergency-markers', 'access-points', 'landing-zones', 'hazards', 'places'])
export type PointSource = z.infer<typeof PointSource>

const place = z.object({ latitude: Position.shape.latitude, longitude: Position.shape.longitude })

/** A record of the network's data, and what it said when the point was made: for a post that is what a second manager need not confirm again. */
export const Replaced = z.object({ source: PointSource, id: z.string().check(z.minLength(1), z.maxLength(200)), code: z.string(), place })
export type Replaced = z.infer<typeof Replaced>

/** What of an emergency post two people must agree on. */
export const PostEntry = z.object({ code: z.string(), place, isGone: z.boolean() })
export type PostEntry = z.infer<typeof PostEntry>

const SentBack = z.object({ reason: z.string(), by: z.uuid(), at: z.iso.datetime() })

export const pointKind = recordKind({
  name: 'point',
  written: {
    category: { schema: PointCategory, blank: 'POI', role: MANAGER, label: 'Category' },
    /** What stands on an emergency post; empty of everything else. */
    code: {
      schema: text(POST_CODE_MAX_LENGTH).check(z.regex(/^([A-Za-z0-9][A-Za-z0-9 /-]*)?$/, 'Letters and digits, as on the post')),
      blank: '',
      role: MANAGER,
      label: 'Code',
      empty: 'No code',
    },
    description: { schema: text(POINT_DESCRIPTION_MAX_LENGTH), blank: '', role: MANAGER, label: 'Description', empty: 'No description' },
    notes: { schema: text(POINT_NOTES_MAX_LENGTH), blank: '', role: MANAGER, label: 'Notes', empty: 'No notes' },
    place: { schema: z.nullable(Position), blank: null, role: MANAGER, label: 'Position', empty: 'No position' },
    /** What it corrects or moves; null of what the network's data does not have. */
    replaces: { schema: z.nullable(Replaced), blank: null, role: MANAGER, label: 'Replaces', empty: 'New' },
    /** Taken off the map; it can be put back. */
    isGone: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Removed' },
  },
  given: {
    ...ID,
    /** Of an emergency post: what Emergency uses. Null until a second manager has confirmed it. */
    confirmed: { schema: z.nullable(PostEntry), blank: null, label: 'Confirmed', empty: 'Not confirmed' },
    /** Everyone who had a part in what waits for a second manager. */
    enteredBy: { schema: z.array(z.uuid()), blank: [] },
    confirmedBy: { schema: z.nullable(z.uuid()), blank: null },
    confirmedAt: { schema: z.nullable(z.iso.datetime()), blank: null, server: true },
    sentBack: { schema: z.nullable(SentBack), blank: null, label: 'Sent back' },
    ...PHOTOS,
    ...VERSION,
    ...RECORDED,
    ...CREATED,
    ...UPDATED,
  },
  operations: {
    ...PHOTO_OPERATIONS,
    /** Names exactly what it confirms: one that comes late must not confirm something else. */
    confirm: { schema: PostEntry, role: MANAGER, label: 'Confirmed' },
    sendBack: {
      schema: z.strictObject({ ...PostEntry.shape, reason: text(REASON_MAX_LENGTH).check(z.minLength(1, 'Required')) }),
      role: MANAGER,
      label: 'Sent back',
    },
  },
  consequences(next, before, { patch, author, at }) {
    const photos = withPhotos(next.photos, patch)
    if (next.category !== POST) return { code: '', photos }
    const entry = entryOf(next)
    const known = before ? next.confirmed : next.replaces && { code: next.replaces.code, place: next.replaces.place, isGone: false }
    const isEntered = !before || !isSameValue(entry, entryOf(before))
    const enteredBy = isEntered ? [...new Set([...next.enteredBy, author.id])] : next.enteredBy
    const sentBack = isEntered ? null : next.sentBack
    if (isSameValue(entry, known)) return { photos, confirmed: known, enteredBy: [], sentBack: null }
    if (isSameValue(patch.confirm, entry) && !enteredBy.includes(author.id))
      return { photos, confirmed: entry, enteredBy: [], confirmedBy: author.id, confirmedAt: at, sentBack: null }
    const { reason, ...sent } = patch.sendBack ?? { reason: '' }
    if (patch.sendBack && isSameValue(sent, entry)) return { photos, confirmed: known, enteredBy, sentBack: { reason, by: author.id, at } }
    return { photos, confirmed: known, enteredBy, sentBack }
  },
})

export type Point = RecordOf<typeof pointKind>
export type PointPatch = PatchOf<typeof pointKind>

type Entered = { code: string; place: PostEntry['place'] | null; isGone: boolean }
/** What of a post waits, or is confirmed. How it was measured is not a part of it. */
export function entryOf({ code, place, isGone }: Entered): PostEntry {
  const { latitude = 0, longitude = 0 } = place ?? {}
  return { code, place: { latitude, longitude }, isGone }
}
