/**
 * Points: places that managers add to the site data, or correct, while out in the field. This file defines everything about each field.
 * `point-rules.ts` decides which changes are allowed (RULES.md, PO).
 */
import * as z from 'zod/mini'
import { Position } from '../geo/position.ts'
import { MANAGER } from '../person/person.ts'
import { PHOTO_OPERATIONS, PHOTOS, withPhotos } from '../photo/photos.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { isSameValue } from '../same-value.ts'
import { text } from '../text.ts'

export const POST = 'Emergency Marker'
export const LANDING_ZONE = 'Helicopter LZ'

/** The categories of map markers. */
export const PointCategory = z.enum([
  POST,
  'Access Point',
  LANDING_ZONE,
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

/** Categories of places to which rescuers are sent. A second manager must therefore confirm each change (PO4). */
export const needsConfirmation = (category: PointCategory) => category === POST || category === LANDING_ZONE

export const POINT_DESCRIPTION_MAX_LENGTH = 120
export const POINT_NOTES_MAX_LENGTH = 4000
export const POST_CODE_MAX_LENGTH = 12
export const REASON_MAX_LENGTH = 500

/** The lists in the site data in which a point may be. */
export const PointSource = z.enum(['emergency-markers', 'access-points', 'landing-zones', 'hazards', 'places'])
export type PointSource = z.infer<typeof PointSource>

const place = z.object({ latitude: Position.shape.latitude, longitude: Position.shape.longitude })

/** A landing zone's text for riders and rescuers. Emergency posts have no such text. */
const ZoneText = { description: z.optional(z.string()), notes: z.optional(z.string()) }

/**
 * A record of the site data, with its values when the point was created. For a post or landing zone, these values don't need confirmation
 * by a second manager. Earlier app versions omit a landing zone's text.
 */
export const Replaced = z.object({
  source: PointSource,
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  code: z.string(),
  place,
  ...ZoneText,
})
export type Replaced = z.infer<typeof Replaced>

/** The values of an emergency post or landing zone that two people must agree on. */
export const PostEntry = z.object({ code: z.string(), place, isGone: z.boolean(), ...ZoneText })
export type PostEntry = z.infer<typeof PostEntry>

const SentBack = z.object({ reason: z.string(), by: z.uuid(), at: z.iso.datetime() })

export const pointKind = recordKind({
  name: 'point',
  written: {
    category: { schema: PointCategory, blank: 'POI', role: MANAGER, label: 'Category' },
    /** The code on an emergency post, empty for other categories. */
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
    /** The record that the point corrects or moves. Null if the site data doesn't contain it. */
    replaces: { schema: z.nullable(Replaced), blank: null, role: MANAGER, label: 'Replaces', empty: 'New' },
    /** True if the point was removed from the map. This can be undone. */
    isGone: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Removed' },
  },
  given: {
    ...ID,
    /** The values of an emergency post or landing zone that the Emergency page uses. Null until a second manager has confirmed them. */
    confirmed: { schema: z.nullable(PostEntry), blank: null, label: 'Confirmed', empty: 'Not confirmed' },
    /** Everyone who contributed to the values that need confirmation. */
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
    /** Contains the values being confirmed, so that a late confirmation can't apply to newer values. */
    confirm: { schema: PostEntry, role: MANAGER, label: 'Confirmed' },
    sendBack: {
      schema: z.strictObject({ ...PostEntry.shape, reason: text(REASON_MAX_LENGTH).check(z.minLength(1, 'Required')) }),
      role: MANAGER,
      label: 'Sent back',
    },
  },
  consequences(next, before, { patch, author, at }) {
    const photos = withPhotos(next.photos, patch)
    const code = next.category === POST ? next.code : ''
    if (!needsConfirmation(next.category)) return { code, photos }
    const entry = entryOf(next)
    const known = before ? next.confirmed : knownBefore(next)
    const isEntered = !before || !isSameValue(entry, entryOf(before))
    const enteredBy = isEntered ? [...new Set([...next.enteredBy, author.id])] : next.enteredBy
    const sentBack = isEntered ? null : next.sentBack
    if (isSameValue(entry, known)) return { code, photos, confirmed: known, enteredBy: [], sentBack: null }
    if (isSameValue(patch.confirm, entry) && !enteredBy.includes(author.id))
      return { code, photos, confirmed: entry, enteredBy: [], confirmedBy: author.id, confirmedAt: at, sentBack: null }
    const { reason, ...sent } = patch.sendBack ?? { reason: '' }
    if (patch.sendBack && isSameValue(sent, entry))
      return { code, photos, confirmed: known, enteredBy, sentBack: { reason, by: author.id, at } }
    return { code, photos, confirmed: known, enteredBy, sentBack }
  },
})

export type Point = RecordOf<typeof pointKind>
export type PointPatch = PatchOf<typeof pointKind>

type Entered = {
  category: PointCategory
  code: string
  description: string
  notes: string
  place: PostEntry['place'] | null
  isGone: boolean
}
/** Returns the values of a post or landing zone that need confirmation. The accuracy of the position isn't one of them. */
export function entryOf({ category, code, description, notes, place, isGone }: Entered): PostEntry {
  const { latitude = 0, longitude = 0 } = place ?? {}
  const at = { latitude, longitude }
  return category === LANDING_ZONE ? { code: '', place: at, isGone, description, notes } : { code, place: at, isGone }
}

/** Returns the values that the site data already contains for a new point. */
function knownBefore({ category, replaces }: { category: PointCategory; replaces: Replaced | null }): PostEntry | null {
  if (!replaces || (category === LANDING_ZONE && replaces.description === undefined)) return null
  const { code, place, description, notes = '' } = replaces
  return category === LANDING_ZONE ? { code: '', place, isGone: false, description, notes } : { code, place, isGone: false }
}
