import { FIX_MAX_LENGTH } from '@trailwarden/domain'
import { type FormEvent, useState } from 'react'
import type { Photos } from '#data/device/device.ts'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDate, toWallText } from '#lib/dates.ts'
import { usePhotoInput } from '#parts/photo/photo-input.tsx'
import { usePhotoUrl } from '#parts/photo/photo-url.ts'
import { iconImage, iconTaskAlt } from '#parts/record/record-icons.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { changeActions } from './change-actions.ts'

const Fields = styled('form')({ display: 'grid', gap: 14, color: colour('text') })

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  '& figure': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: 118,
    margin: 0,
    overflow: 'hidden',
    borderRadius: 12,
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  '& figcaption': {
    position: 'absolute',
    left: 8,
    bottom: 8,
    padding: '2px 8px',
    borderRadius: 6,
    font: font('600 13px/20px'),
    background: '#10212A',
    color: '#fff',
  },
})

/** For these ratings, the dialog requests a photo of the repair. */
const SERIOUS = ['High', 'Extreme']

type Props = { actions: readonly SeenAction[]; onClose: () => void; onDone: () => void }

export function ResolveDialog({ actions, onClose, onDone }: Props) {
  const device = useDevice()
  const { timeZone } = usePageData().site
  const today = toWallText(new Date(), timeZone).slice(0, 10)
  const [fix, setFix] = useState('')
  const [fixedOn, setFixedOn] = useState(today)
  const [why, setWhy] = useState('')
  const [taken, setTaken] = useState<Photos>({})
  const [wasAsked, setWasAsked] = useState(false)
  const photos = usePhotoInput((added) => setTaken(added), 1)
  const [first] = actions
  const only = actions.length === 1 ? first : undefined
  const [photoId] = Object.keys(taken)
  const needsWhy = !photoId && actions.some(({ rating }) => SERIOUS.includes(rating))
  const text = fix.trim()
  const isWhole = text !== '' && fixedOn !== '' && fixedOn <= today && (!needsWhy || why.trim() !== '')

  async function resolve() {
    setWasAsked(true)
    if (!isWhole) return
    const written = fixedOn === today ? text : `${text} (${formatDate(new Date(fixedOn), 'UTC')})`
    const edits = actions.map((action) => ({
      action,
      patch: {
        status: 'Resolved' as const,
        fix: written,
        ...(needsWhy && { addNote: { id: crypto.randomUUID(), text: `No photo of the fix: ${why.trim()}` } }),
        ...(only && photoId && { addPhotos: [{ id: photoId, note: '', after: true }] }),
      },
      ...(only && { photos: taken }),
    }))
    onClose()
    if (await changeActions(device, edits, only && 'Action resolved.')) onDone()
  }

  return (
    <ConfirmDialog
      title={only ? `Resolve ${only.number} ${only.description}?`.replace('  ', ' ') : `Resolve ${actions.length} Actions?`}
      confirm={{ title: 'Mark as resolved', icon: iconTaskAlt, act: () => void resolve() }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      <Fields
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void resolve()
        }}
      >
        {only && (
          <>
            <Pair>
              <Before action={only} />
              <After photo={photoId ? taken[photoId] : undefined} />
            </Pair>
            {photos.input}
            <div>
              <Button variant="outlined" onClick={photos.choose}>
                <Icon path={iconImage} />
                {photoId ? 'Another photo' : 'Add a photo of the fix'}
              </Button>
            </div>
            {photos.issue && <Muted role="alert">{photos.issue}</Muted>}
          </>
        )}
        {needsWhy && <Muted>High and Extreme Actions need a photo of the fix. If you don’t have one, say why.</Muted>}
        <TextAreaField
          label="What was done"
          help="The person who reported the problem will see this."
          autoFocus
          value={fix}
          maxLength={FIX_MAX_LENGTH - 20}
          error={wasAsked && text === '' ? 'Required' : undefined}
          onChange={({ target }) => setFix(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && void resolve()}
        />
        {needsWhy && (
          <TextField
            label="Why is there no photo of the fix?"
            autoComplete="off"
            value={why}
            maxLength={200}
            error={wasAsked && why.trim() === '' ? 'Required' : undefined}
            onChange={({ target }) => setWhy(target.value)}
          />
        )}
        <TextField
          label="Fixed on"
          type="date"
          max={today}
          value={fixedOn}
          error={wasAsked && (fixedOn === '' || fixedOn > today) ? 'Choose today or an earlier date' : undefined}
          onChange={({ target }) => setFixedOn(target.value)}
        />
        {/* The hidden button makes Enter submit the form, because the visible button is outside the form. */}
        <button type="submit" hidden />
      </Fields>
    </ConfirmDialog>
  )
}

function Before({ action: { photos, createdAt, description } }: { action: SeenAction }) {
  const { timeZone } = usePageData().site
  const url = usePhotoUrl(photos[0] ?? null)
  return (
    <figure>
      {url ? <img src={url} alt={`${description}, before`} /> : <Icon path={iconImage} />}
      <figcaption>Before · {formatDate(new Date(createdAt), timeZone)}</figcaption>
    </figure>
  )
}

function After({ photo }: { photo: Blob | undefined }) {
  const url = usePhotoUrl(null, 'small', photo)
  return (
    <figure>
      {url ? <img src={url} alt="After the fix" /> : <Icon path={iconImage} />}
      <figcaption>After · now</figcaption>
    </figure>
  )
}
