import { ratingPriority } from '@trailwarden/domain'
import { useId, useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { changeActions } from './change-actions.ts'
import { iconMerge } from './triage-icons.ts'

const List = styled('fieldset')({
  margin: '16px 0 0',
  padding: 0,
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  overflow: 'hidden',
  color: colour('text'),
  '& legend': { position: 'absolute', clipPath: 'inset(50%)' },
  '& label': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 64, padding: '4px 12px', cursor: 'pointer' },
  '& label + label': { borderTop: `1px solid ${colour('line')}` },
  '& label:has(:checked)': { background: colour('primaryContainer'), color: colour('onPrimaryContainer'), '& small': { color: 'inherit' } },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: colour('primary') },
  '& label > span:last-of-type': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: rem(13), lineHeight: rem(18), color: colour('text2') },
})

/** The order is by rating (most serious first), then most photos, then oldest. */
const bestFirst = (a: SeenAction, b: SeenAction) =>
  Number(a.rating === 'Unrated') - Number(b.rating === 'Unrated') ||
  ratingPriority(a.rating) - ratingPriority(b.rating) ||
  b.photos.length - a.photos.length ||
  a.createdAt.localeCompare(b.createdAt)

const photosText = (count: number) => (count === 0 ? 'no photo' : count === 1 ? '1 photo' : `${count} photos`)

type Props = { actions: readonly SeenAction[]; isPublic: (id: string) => boolean; onClose: () => void; onDone: () => void }

export function MergeDialog({ actions, isPublic, onClose, onDone }: Props) {
  const device = useDevice()
  const { timeZone } = usePageData().site
  const [stayingId, setStayingId] = useState(() => actions.toSorted(bestFirst)[0]?.id)
  const name = useId()
  const staying = actions.find(({ id }) => id === stayingId)
  const reporters = actions.filter(({ id }) => id !== stayingId && isPublic(id)).length
  async function merge() {
    onClose()
    const others = actions.filter(({ id }) => id !== stayingId)
    if (
      staying &&
      (await changeActions(
        device,
        others.map((action) => ({ action, patch: { mergedInto: staying.id } })),
      ))
    )
      onDone()
  }
  return (
    <ConfirmDialog
      title={`Merge ${actions.length} Actions into one?`}
      confirm={{ title: `Merge into ${staying?.number || 'this Action'}`, icon: iconMerge, act: () => void merge() }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      <Muted>
        Keep the Action with the best photo and location. The others are closed as duplicates but keep their numbers, photos, notes and
        history.
      </Muted>
      <List>
        <legend>Action to keep</legend>
        {actions.map((action) => (
          <label key={action.id}>
            <input type="radio" name={name} checked={action.id === stayingId} onChange={() => setStayingId(action.id)} />
            <Thumbnail photos={action.photos} />
            <span>
              <b>{action.description}</b>
              <small>
                {[
                  action.number,
                  isPublic(action.id) ? 'Public' : action.createdByName,
                  formatDate(new Date(action.createdAt), timeZone),
                  photosText(action.photos.length),
                  action.rating,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </label>
        ))}
      </List>
      {reporters > 0 && (
        <Muted sx={{ marginTop: '12px' }}>
          {reporters === 1 ? 'The reporter' : `${reporters} reporters`} will see:{' '}
          <b>Someone else had already reported this. We’ve added your report to theirs.</b>
        </Muted>
      )}
    </ConfirmDialog>
  )
}
