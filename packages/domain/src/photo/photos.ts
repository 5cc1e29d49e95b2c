/**
 * The photos of a record, whatever its kind. They are added, noted and removed one by one and never set as a whole, so that two people
 * who each add one without signal both keep theirs. The bytes of each travel by themselves.
 */
import * as z from 'zod/mini'
import { text } from '../text.ts'

export const PHOTOS_MAX = 8
export const PHOTO_NOTE_MAX_LENGTH = 200
/** Changes that were refused go again as one: it may add, note and remove more than a record holds. */
const IN_ONE_CHANGE = 50

/** `id` is made on the phone. `stored`: its bytes are on the server; until then only the phone that took it can show it. */
export const Photo = z.object({ id: z.uuid(), note: z.string(), stored: z.boolean() })
export type Photo = z.infer<typeof Photo>

const NotedPhoto = z.strictObject({ id: z.uuid(), note: text(PHOTO_NOTE_MAX_LENGTH) })
export type NotedPhoto = z.infer<typeof NotedPhoto>

/** The given field of a kind that has photos; its consequences set it to `withPhotos`. */
export const PHOTOS = { photos: { schema: z.array(Photo), blank: [] as Photo[], label: 'Photos', empty: 'No images' } }

export const PHOTO_OPERATIONS = {
  addPhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
  notePhotos: { schema: z.array(NotedPhoto).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photo note' },
  removePhotos: { schema: z.array(z.uuid()).check(z.maxLength(IN_ONE_CHANGE)), label: 'Photos' },
}

export type PhotoPatch = {
  addPhotos?: NotedPhoto[] | undefined
  notePhotos?: NotedPhoto[] | undefined
  removePhotos?: string[] | undefined
}

/** The photos after a change; the very same when it speaks of none. */
export function withPhotos(photos: Photo[], { addPhotos = [], notePhotos = [], removePhotos = [] }: PhotoPatch): Photo[] {
  if (addPhotos.length + notePhotos.length + removePhotos.length === 0) return photos
  const all = new Map(photos.map((photo) => [photo.id, photo]))
  for (const { id, note } of addPhotos) if (!all.has(id)) all.set(id, { id, note, stored: false })
  for (const { id, note } of notePhotos) {
    const photo = all.get(id)
    if (photo) all.set(id, { ...photo, note })
  }
  for (const id of removePhotos) all.delete(id)
  return [...all.values()]
}

/** The change that makes `after` of `before`. */
export function photoChanges(before: readonly NotedPhoto[], after: readonly NotedPhoto[]): PhotoPatch {
  const noteBefore = new Map(before.map(({ id, note }) => [id, note]))
  const left = new Set(after.map(({ id }) => id))
  const bare = ({ id, note }: NotedPhoto) => ({ id, note })
  const addPhotos = after.filter(({ id }) => !noteBefore.has(id)).map(bare)
  const notePhotos = after.filter(({ id, note }) => noteBefore.has(id) && noteBefore.get(id) !== note).map(bare)
  const removePhotos = before.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  return {
    ...(addPhotos.length > 0 && { addPhotos }),
    ...(notePhotos.length > 0 && { notePhotos }),
    ...(removePhotos.length > 0 && { removePhotos }),
  }
}

/** For the history: what was written, without how far the bytes have come. Null when nothing differs. */
export function photoDifference(before: readonly Photo[], after: readonly Photo[]) {
  const written = (photos: readonly Photo[]) => photos.map(({ id, note }) => ({ id, note }))
  const [was, is] = [written(before), written(after)]
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was, after: is }
}

/** Why a change adds more photos than a record may have. */
export const tooManyPhotos = (before: readonly Photo[], after: readonly Photo[]) =>
  after.length > before.length && after.length > PHOTOS_MAX
    ? { code: 'too-many-photos' as const, detail: `a record has at most ${PHOTOS_MAX} photos` }
    : null
