/**
 * Photos are added, edited and removed one by one and never replaced as a whole, so that if two people each add a photo offline, the record
 * gets two photos.
 */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { text } from '../text.ts'
import { type BlurBox, BlurBoxes } from './photo-blur.ts'

export const PHOTOS_MAX = 8
export const PHOTO_NOTE_MAX_LENGTH = 200
/** Rejected changes are combined when they are sent again, so one change can affect more photos than a record may have. */
const IN_ONE_CHANGE = 50

/** Missing means false, as in data from older app versions. */
const AFTER = { after: z.optional(z.boolean()) }

/**
 * Until the server has the image data (`stored`), only the device that took the photo can show it. `boxes` are the parts that managers have
 * blurred.
 */
export const Photo = z.object({ id: z.uuid(), note: z.string(), stored: z.boolean(), ...AFTER, boxes: z.optional(BlurBoxes) })
export type Photo = z.infer<typeof Photo>

const NotedPhoto = z.strictObject({ id: z.uuid(), note: text(PHOTO_NOTE_MAX_LENGTH), ...AFTER })
export type NotedPhoto = z.infer<typeof NotedPhoto>

/** A field for the `serverFields` of kinds with photos. The kind's `derive` must set this field to the result of `withPhotos`. */
export const PHOTOS = { photos: { schema: z.array(Photo), blank: [] as Photo[], label: 'Photos', empty: 'No images' } }

export const PHOTO_OPERATIONS = {
  addPhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
  notePhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photo note' },
  removePhotos: { schema: z.array(z.uuid()).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
  /** All boxes of each photo. An empty list removes the blur. */
  blurPhotos: {
    schema: z.array(z.strictObject({ id: z.uuid(), boxes: BlurBoxes })).check(z.maxLength(IN_ONE_CHANGE)),
    role: MANAGER,
    label: 'Blurred',
  },
}

export const notedPhoto = ({ id, note, after }: NotedPhoto): NotedPhoto => ({ id, note, ...(after && { after }) })

export type PhotoPatch = {
  addPhotos?: NotedPhoto[] | undefined
  notePhotos?: NotedPhoto[] | undefined
  removePhotos?: string[] | undefined
  blurPhotos?: { id: string; boxes: BlurBox[] }[] | undefined
}

const bytesOf = ({ stored, boxes }: Photo): Pick<Photo, 'stored' | 'boxes'> => ({ stored, ...(boxes && boxes.length > 0 && { boxes }) })

/** Returns the array `photos` itself if the change doesn't affect photos. */
export function withPhotos(photos: Photo[], { addPhotos = [], notePhotos = [], removePhotos = [], blurPhotos = [] }: PhotoPatch): Photo[] {
  if (addPhotos.length + notePhotos.length + removePhotos.length + blurPhotos.length === 0) return photos
  const all = new Map(photos.map((photo) => [photo.id, photo]))
  for (const photo of addPhotos) if (!all.has(photo.id)) all.set(photo.id, { ...notedPhoto(photo), stored: false })
  for (const { id, note, after } of notePhotos) {
    const photo = all.get(id)
    if (photo) all.set(id, { ...notedPhoto({ id, note, after: after ?? photo.after }), ...bytesOf(photo) })
  }
  for (const { id, boxes } of blurPhotos) {
    const photo = all.get(id)
    if (photo) all.set(id, { ...notedPhoto(photo), ...bytesOf({ ...photo, boxes }) })
  }
  for (const id of removePhotos) all.delete(id)
  return [...all.values()]
}

export function photoChanges(before: readonly NotedPhoto[], after: readonly NotedPhoto[]): PhotoPatch {
  const were = new Map(before.map((photo) => [photo.id, photo]))
  const left = new Set(after.map(({ id }) => id))
  const addPhotos = after.filter(({ id }) => !were.has(id)).map(notedPhoto)
  const notePhotos = after.flatMap((photo): NotedPhoto[] => {
    const { id, note } = photo
    const was = were.get(id)
    const isMarked = Boolean(photo.after)
    if (!was || (was.note === note && Boolean(was.after) === isMarked)) return []
    return [Boolean(was.after) === isMarked ? { id, note } : { id, note, after: isMarked }]
  })
  const removePhotos = before.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  return {
    ...(addPhotos.length > 0 && { addPhotos }),
    ...(notePhotos.length > 0 && { notePhotos }),
    ...(removePhotos.length > 0 && { removePhotos }),
  }
}

/** The history doesn't contain the state of the image data. */
export function photoDifference(before: readonly Photo[], after: readonly Photo[]) {
  const written = (photos: readonly Photo[]) => photos.map(notedPhoto)
  const [was, is] = [written(before), written(after)]
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was, after: is }
}

export function blurDifference(before: readonly Photo[], after: readonly Photo[]) {
  const left = new Set(after.map(({ id }) => id))
  const boxesIn = (photos: readonly Photo[]) => photos.flatMap(({ id, boxes = [] }) => (left.has(id) ? boxes : []))
  const [was, is] = [boxesIn(before), boxesIn(after)]
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was.length, after: is.length }
}

export const tooManyPhotos = (before: readonly Photo[], after: readonly Photo[]) =>
  after.length > before.length && after.length > PHOTOS_MAX
    ? { code: 'too-many-photos' as const, detail: `a record can have at most ${PHOTOS_MAX} photos` }
    : null
