/**
 * Points: places that managers add to the site data, or correct, while out in the field. `point-rules.ts` decides which changes are allowed
 * (RULES.md, PO).
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

/** Rescuers are sent to these places, so a second manager must confirm each change (PO4). */
export const needsConfirmation = (category: PointCategory) => category === POST || category === LANDING_ZONE

export const POINT_DESCRIPTION_MAX_LENGTH = 120
export const POINT_NOTES_MAX_LENGTH = 4000
export const POST_CODE_MAX_LENGTH = 12
export const REASON_MAX_LENGTH = 500

/** The lists in the site data that can contain a point. */
export const PointSource = z.enum(['emergency-markers', 'access-points', 'landing-zones', 'hazards', 'places'])
export type PointSource = z.infer<typeof PointSource>

const place = z.object({ latitude: Position.shape.latitude, longitude: Position.shape.longitude })

/** A landing zone's text for riders and rescuers. Emergency posts have none. */
const ZoneText = { description: z.optional(z.string()), notes: z.optional(z.string()) }

/**
 * The record's values when the point was created. For a post or landing zone, these values don't need confirmation. Earlier app versions
 * omit a landing zone's text.
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
  editableFields: {
    category: { schema: PointCategory, blank: 'POI', role: MANAGER, label: 'Category' },
    /** Empty for all categories except emergency posts. */
    code: {
      schema: text(POST_CODE_MAX_LENGTH).check(z.regex(/^([A-Za-z0-9][A-Za-z0-9 /-]*)?$/, 'Use the letters and digits shown on the post')),
      blank: '',
      role: MANAGER,
      label: 'Code',
      empty: 'No code',
    },
    description: { schema: text(POINT_DESCRIPTION_MAX_LENGTH), blank: '', role: MANAGER, label: 'Description', empty: 'No description' },
    notes: { schema: text(POINT_NOTES_MAX_LENGTH), blank: '', role: MANAGER, label: 'Notes', empty: 'No notes' },
    place: { schema: z.nullable(Position), blank: null, role: MANAGER, label: 'Location', empty: 'No location' },
    /** Null for a new place that the site data doesn't contain. */
    replaces: { schema: z.nullable(Replaced), blank: null, role: MANAGER, label: 'Replaces', empty: 'New' },
    /** True if a manager removed the point from the map, which can be undone. */
    isGone: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Removed' },
  },
  serverFields: {
    ...ID,
    /** The Emergency page uses these values. Null until a second manager has confirmed the point. */
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
    /** Contains the values, so that a late confirmation can't apply to newer ones. */
    confirm: { schema: PostEntry, role: MANAGER, label: 'Confirmed' },
    sendBack: {
      schema: z.strictObject({ ...PostEntry.shape, reason: text(REASON_MAX_LENGTH).check(z.minLength(1, 'Required')) }),
      role: MANAGER,
      label: 'Sent back',
    },
  },
  derive(next, before, { patch, author, at }) {
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
/** The accuracy of the position needs no confirmation. */
export function entryOf({ category, code, description, notes, place, isGone }: Entered): PostEntry {
  const { latitude = 0, longitude = 0 } = place ?? {}
  const at = { latitude, longitude }
  return category === LANDING_ZONE ? { code: '', place: at, isGone, description, notes } : { code, place: at, isGone }
}

function knownBefore({ category, replaces }: { category: PointCategory; replaces: Replaced | null }): PostEntry | null {
  if (!replaces || (category === LANDING_ZONE && replaces.description === undefined)) return null
  const { code, place, description, notes = '' } = replaces
  return category === LANDING_ZONE ? { code: '', place, isGone: false, description, notes } : { code, place, isGone: false }
}
