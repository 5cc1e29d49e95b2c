import { actionKind, changeActionBackTo, type NotedPhoto, photoChanges } from '@trailwarden/domain'
import { useDevice } from '#data/device/device-session.ts'
import { type HistoryWords, RecordChanges } from '#parts/record/record-history.tsx'
import { iconChat, iconImage, iconKeyboardArrowUp, iconSchedule, iconTaskAlt } from '#parts/record/record-icons.ts'
import { iconPerson } from '#ui/icons/icons.ts'
import { iconDelete } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { editAction, type SeenAction } from '../actions.ts'

const ICONS: Record<string, string> = {
  assignedTo: iconPerson,
  rating: iconKeyboardArrowUp,
  notes: iconChat,
  photoId: iconImage,
  photos: iconImage,
  blurPhotos: iconImage,
  place: iconMyLocation,
  deleted: iconDelete,
}

const many = (n: number) => (n === 1 ? 'a photo' : `${n} photos`)

/** The cast is safe because history entries about photos contain lists of photos. */
function photosText(before: unknown, after: unknown): string {
  const { addPhotos, removePhotos } = photoChanges((before ?? []) as NotedPhoto[], (after ?? []) as NotedPhoto[])
  const parts = [addPhotos && `added ${many(addPhotos.length)}`, removePhotos && `removed ${many(removePhotos.length)}`].filter(Boolean)
  return parts.join(' and ') || 'changed the note on a photo'
}

const RESTORES: Record<string, (n: number) => string> = {
  addPhotos: (n) => `Restores ${many(n)}`,
  removePhotos: (n) => `Removes ${many(n)}`,
  notePhotos: (n) => `Restores the note on ${many(n)}`,
}

const WORDS: HistoryWords = {
  address: (id) => `/api/actions/${id}/history`,
  first: 'description',
  changeText(field, { before, after }, text) {
    const now = <b>{text(field, after)}</b>
    const was = text(field, before)
    if (field === 'notes') return 'added a note'
    if (field === 'deleted') return 'deleted it'
    if (field === 'status') return after === 'Resolved' ? <>marked it as {now}</> : 'reopened it'
    if (field === 'assignedTo') return after === null ? <>unassigned {was}</> : <>assigned it to {now}</>
    if (field === 'photos') return photosText(before, after)
    if (field === 'blurPhotos') return after === 0 ? 'removed the blur from a photo' : 'blurred part of a photo'
    if (field === 'photoId') return after === null ? 'removed the photo' : before === null ? 'added a photo' : 'changed the photo'
    return null
  },
  iconOf: (field, { after }) => (field === 'status' ? (after === 'Resolved' ? iconTaskAlt : iconSchedule) : ICONS[field]),
  // Entries from earlier versions contain `photoId` for the first photo, which is redundant if `photos` lists all photos.
  isNamed: (field, changes) => !(field === 'photoId' && 'photos' in changes),
  restoreText: (field, value) => RESTORES[field]?.((value as unknown[]).length) ?? null,
}

export function ActionHistory({ action }: { action: SeenAction }) {
  const device = useDevice()
  return (
    <RecordChanges
      kind={actionKind}
      record={action}
      words={WORDS}
      nameOf={(id) => (id === action.assignedTo ? action.assignedName : null)}
      backTo={(lines, version) => changeActionBackTo(lines, version, action)}
      restore={(patch) => editAction(device, action.id, patch)}
    />
  )
}
