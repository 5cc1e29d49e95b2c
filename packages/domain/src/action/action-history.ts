/** What an action was before, photos included, brought back as a change like any other (RULES.md, A14). */
import { type Photo, photoChanges } from '../photo/photos.ts'
import { fieldsAt, type RecordHistory } from '../record-history.ts'
import { isSameValue } from '../same-value.ts'
import { type Action, type ActionPatch, actionKind, photosOf } from './action-kind.ts'

type Lines = RecordHistory['lines']

// The first photo is one of all of them, which are brought back one by one.
const FIELDS = actionKind.written.filter((field) => field !== 'photoId')

/** Lines of earlier versions of the app name the first photo alone. */
function photosAfter(photos: Photo[], { changes }: Lines[number]): Photo[] {
  // Safe: `decideAction` wrote it, from a list of photos.
  if (changes.photos) return (changes.photos.after ?? []) as Photo[]
  return changes.photoId ? photosOf({ photos, photoId: changes.photoId.after as string | null, photoStored: false }) : photos
}

/** The change that makes the action what it was in an earlier version, notes apart; null when nothing would change. */
export function changeActionBackTo(lines: Lines, version: number, now: Action): ActionPatch | null {
  const then = fieldsAt(FIELDS, lines, version)
  if (!then) return null
  const photos = lines
    .filter((line) => line.version <= version)
    .toReversed()
    .reduce<Photo[]>(photosAfter, [])
  // A version from before a field existed has its blank.
  const written = Object.entries(then).map(([field, value]) => [field, value ?? actionKind.blank[field as keyof Action]] as const)
  const differing = written.filter(([field, value]) => !isSameValue(value, now[field as keyof Action]))
  const patch = actionKind.patch.safeParse({ ...Object.fromEntries(differing), ...photoChanges(photosOf(now), photos) })
  return patch.success && Object.keys(patch.data).length > 0 ? patch.data : null
}
