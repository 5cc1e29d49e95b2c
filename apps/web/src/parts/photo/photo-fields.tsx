import { type NotedPhoto, PHOTO_NOTE_MAX_LENGTH, type Photo } from '@trailwarden/domain'
import type { Photos } from '#data/device/device.ts'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { iconImage } from '../record/record-icons.ts'
import { usePhotoUrl } from './photo-url.ts'

const Rows = styled('ul')({
  '& li': {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) 48px',
    alignItems: 'end',
    gap: 8,
    padding: '12px 4px 12px 16px',
    borderTop: `1px solid ${colour('line')}`,
  },
  '& .tile': {
    display: 'grid',
    placeContent: 'center',
    width: 72,
    height: 72,
    overflow: 'hidden',
    borderRadius: 8,
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& img': { display: 'block', width: 72, height: 72, objectFit: 'cover' },
  '& button': { marginBottom: 4 },
})

export type PhotoFieldsProps = {
  photos: readonly NotedPhoto[]
  taken: Photos
  stored: readonly Photo[]
  onChange: (photos: NotedPhoto[]) => void
}

export function PhotoFields({ photos, taken, stored, onChange }: PhotoFieldsProps) {
  if (photos.length === 0) return null
  return (
    <Rows aria-label="Photos">
      {photos.map(({ id, note }, i) => (
        <li key={id}>
          <Picture id={id} taken={taken[id]} stored={stored.some((photo) => photo.id === id && photo.stored)} />
          <TextField
            label={`Note for photo ${i + 1}`}
            optional
            autoComplete="off"
            maxLength={PHOTO_NOTE_MAX_LENGTH}
            value={note}
            onChange={({ target }) => onChange(photos.map((one) => (one.id === id ? { id, note: target.value } : one)))}
          />
          <IconButton aria-label={`Remove photo ${i + 1}`} onClick={() => onChange(photos.filter((one) => one.id !== id))}>
            <Icon path={iconClose} />
          </IconButton>
        </li>
      ))}
    </Rows>
  )
}

type PictureProps = { id: string; taken: Blob | undefined; stored: boolean }

function Picture({ id, taken, stored }: PictureProps) {
  const url = usePhotoUrl({ id, stored }, 'small', taken)
  return <span className="tile">{url ? <img src={url} alt="" /> : <Icon path={iconImage} />}</span>
}
