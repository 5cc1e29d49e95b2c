/**
 * The photos of a record of any kind. They are added, edited and removed one by one and never replaced as a whole, so that if two people
 * each add a photo offline, both photos are kept. The image data is uploaded separately.
 */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { text } from '../text.ts'
import { type BlurBox, BlurBoxes } from './photo-blur.ts'

export const PHOTOS_MAX = 8
export const PHOTO_NOTE_MAX_LENGTH = 200
/**
 * When rejected changes are sent again, they are combined. A single change can therefore add, edit and remove more photos than a record may
 * have.
 */
const IN_ONE_CHANGE = 50

/**
 * Whether the photo was taken after the fix. If this is missing, as in data from before the field existed and from older app versions, it
 * means false.
 */
const AFTER = { after: z.optional(z.boolean()) }

/**
 * A photo. The device creates `id`. `stored` means that the server has the image data. Until then, only the device that took the photo can
 * show it. `boxes` are the parts that managers have blurred, if any.
 */
export const Photo = z.object({ id: z.uuid(), note: z.string(), stored: z.boolean(), ...AFTER, boxes: z.optional(BlurBoxes) })
export type Photo = z.infer<typeof Photo>

const NotedPhoto = z.strictObject({ id: z.uuid(), note: text(PHOTO_NOTE_MAX_LENGTH), ...AFTER })
export type NotedPhoto = z.infer<typeof NotedPhoto>

/** A field for the `given` part of kinds with photos. Their `consequences` set it to the result of `withPhotos`. */
export const PHOTOS = { photos: { schema: z.array(Photo), blank: [] as Photo[], label: 'Photos', empty: 'No images' } }

export const PHOTO_OPERATIONS = {
  addPhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
  notePhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photo note' },
  removePhotos: { schema: z.array(z.uuid()).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
  /** For each photo, contains all of its boxes. An empty list removes the blur. */
  blurPhotos: {
    schema: z.array(z.strictObject({ id: z.uuid(), boxes: BlurBoxes })).check(z.maxLength(IN_ONE_CHANGE)),
    role: MANAGER,
    label: 'Blurred',
  },
}

/** Returns the fields of a photo that people edit, without the state of its image data. */
export const notedPhoto = ({ id, note, after }: NotedPhoto): NotedPhoto => ({ id, note, ...(after && { after }) })

export type PhotoPatch = {
  addPhotos?: NotedPhoto[] | undefined
  notePhotos?: NotedPhoto[] | undefined
  removePhotos?: string[] | undefined
  blurPhotos?: { id: string; boxes: BlurBox[] }[] | undefined
}

/** Returns the state of the image data and the blurred boxes. */
const bytesOf = ({ stored, boxes }: Photo): Pick<Photo, 'stored' | 'boxes'> => ({ stored, ...(boxes && boxes.length > 0 && { boxes }) })

/** Returns the photos after a change. Returns the same array if the change doesn't affect photos. */
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

/** Returns the change that turns `before` into `after`. */
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

/** Returns the change in the photos for the history, without the state of their image data. Null if nothing has changed. */
export function photoDifference(before: readonly Photo[], after: readonly Photo[]) {
  const written = (photos: readonly Photo[]) => photos.map(notedPhoto)
  const [was, is] = [written(before), written(after)]
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was, after: is }
}

/**
 * Returns the change in the number of blurred boxes for the history, or null if no boxes have changed. Ignores photos that no longer exist.
 */
export function blurDifference(before: readonly Photo[], after: readonly Photo[]) {
  const left = new Set(after.map(({ id }) => id))
  const boxesIn = (photos: readonly Photo[]) => photos.flatMap(({ id, boxes = [] }) => (left.has(id) ? boxes : []))
  const [was, is] = [boxesIn(before), boxesIn(after)]
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was.length, after: is.length }
}

/** Refuses a change that adds more photos than a record may have. */
export const tooManyPhotos = (before: readonly Photo[], after: readonly Photo[]) =>
  after.length > before.length && after.length > PHOTOS_MAX
    ? { code: 'too-many-photos' as const, detail: `a record can have at most ${PHOTOS_MAX} photos` }
    : null
