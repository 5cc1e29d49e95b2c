import { actionKind, changeActionBackTo, type NotedPhoto, photoChanges } from '@trailwarden/domain'
import { useDevice } from '#data/device-session.ts'
import { type HistoryWords, RecordChanges } from '#parts/record-history.tsx'
import { iconChat, iconImage, iconKeyboardArrowUp, iconSchedule, iconTaskAlt } from '#parts/record-icons.ts'
import { iconPerson } from '#ui/icons.ts'
import { iconDelete } from '#ui/screen-icons.ts'
import { iconMyLocation } from '#ui/tool-icons.ts'
import { editAction, type SeenAction } from './actions.ts'

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

/** Safe: lines of the history that name photos hold lists of them. */
function photosText(before: unknown, after: unknown): string {
  const { addPhotos, removePhotos } = photoChanges((before ?? []) as NotedPhoto[], (after ?? []) as NotedPhoto[])
  const parts = [addPhotos && `added ${many(addPhotos.length)}`, removePhotos && `removed ${many(removePhotos.length)}`].filter(Boolean)
  return parts.join(' and ') || 'changed the note of a photo'
}

/** What restoring does with photos, of how many. */
const RESTORES: Record<string, (n: number) => string> = {
  addPhotos: (n) => `Brings back ${many(n)}`,
  removePhotos: (n) => `Removes ${many(n)}`,
  notePhotos: (n) => `Brings back the note of ${many(n)}`,
}

const WORDS: HistoryWords = {
  address: (id) => `/api/actions/${id}/history`,
  first: 'description',
  changeText(field, { before, after }, text) {
    const now = <b>{text(field, after)}</b>
    const was = text(field, before)
    if (field === 'notes') return 'added a note'
    if (field === 'deleted') return 'deleted it'
    if (field === 'rating')
      return (
        <>
          rated it {now}, was {was}
        </>
      )
    if (field === 'status') return after === 'Resolved' ? <>marked it as {now}</> : 'opened it again'
    if (field === 'assignedTo') return after === null ? <>took it from {was}</> : <>assigned it to {now}</>
    if (field === 'photos') return photosText(before, after)
    if (field === 'blurPhotos') return after === 0 ? 'showed all of a photo again' : 'blurred a part of a photo'
    if (field === 'photoId') return after === null ? 'removed the photo' : before === null ? 'added a photo' : 'changed the photo'
    return null
  },
  iconOf: (field, { after }) => (field === 'status' ? (after === 'Resolved' ? iconTaskAlt : iconSchedule) : ICONS[field]),
  // Lines of earlier versions name the first photo alone; where all are named, that says no more.
  isNamed: (field, changes) => !(field === 'photoId' && 'photos' in changes),
  restoreText: (field, value) => RESTORES[field]?.((value as unknown[]).length) ?? null,
}

/** What was done to an action and by whom, for managers. */
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
