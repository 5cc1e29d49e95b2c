/** Restores an Action to an earlier version, photos included, with an ordinary change (RULES.md, A14). */
import { type Photo, photoChanges } from '../photo/photos.ts'
import { fieldsAt, type RecordHistory } from '../record-history.ts'
import { isSameValue } from '../same-value.ts'
import { type Action, type ActionPatch, actionKind, photosOf } from './action-kind.ts'

type Lines = RecordHistory['lines']

// `photoId` depends on `photos`, which are restored one by one.
const FIELDS = actionKind.editableFields.filter((field) => field !== 'photoId')

/** Entries from earlier app versions name only the first photo. */
function photosAfter(photos: Photo[], { changes }: Lines[number]): Photo[] {
  // The cast is safe because `decideAction` wrote this value from a list of photos.
  if (changes.photos) return (changes.photos.after ?? []) as Photo[]
  return changes.photoId ? photosOf({ photos, photoId: changes.photoId.after as string | null, photoStored: false }) : photos
}

/** Notes stay as they are. Null if nothing would change. */
export function changeActionBackTo(lines: Lines, version: number, now: Action): ActionPatch | null {
  const then = fieldsAt(FIELDS, lines, version)
  if (!then) return null
  const photos = lines
    .filter((line) => line.version <= version)
    .toReversed()
    .reduce<Photo[]>(photosAfter, [])
  // If a version is older than a field, that field gets its blank value.
  const written = Object.entries(then).map(([field, value]) => [field, value ?? actionKind.blank[field as keyof Action]] as const)
  const differing = written.filter(([field, value]) => !isSameValue(value, now[field as keyof Action]))
  const patch = actionKind.patch.safeParse({ ...Object.fromEntries(differing), ...photoChanges(photosOf(now), photos) })
  return patch.success && Object.keys(patch.data).length > 0 ? patch.data : null
}
