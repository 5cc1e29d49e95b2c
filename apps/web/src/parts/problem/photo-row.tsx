import type { Photo } from '@trailwarden/domain'
import { useState } from 'react'
import type { Photos } from '#data/device/device.ts'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { PhotoFieldsProps } from '../photo/photo-fields.tsx'
import { usePhotoInput } from '../photo/photo-input.tsx'
import { usePhotoUrl } from '../photo/photo-url.ts'
import { iconPhotoCamera } from '../record/record-icons.ts'
import { RowCard } from './row-card.tsx'

const PhotosDialog = part(() => import('./photos-dialog.tsx').then((m) => m.PhotosDialog))

const Open = styled('button')({
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  // The whole card opens the photos, but the photos aren't part of the button, whose content screen readers can't explore.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 11 },
  '&&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `3px solid ${colour('focus')}`, outlineOffset: -4 },
})

const Thumbs = styled('span')({
  display: 'flex',
  gap: 6,
  pointerEvents: 'none',
  '& img': { display: 'block', width: 44, height: 44, borderRadius: 8, objectFit: 'cover' },
  '@media (max-width: 359px)': { '& img + img': { display: 'none' } },
})

/** More photos wouldn't leave enough room for the text. */
const MOST_SHOWN = 2

type Props = { photos: PhotoFieldsProps; onTaken: (photos: Photos) => void; most: number }

/** The first photo takes one tap. With photos, the row opens them with their notes. */
export function PhotoRow({ photos, onTaken, most }: Props) {
  const count = photos.photos.length
  const { input, choose, issue } = usePhotoInput(onTaken, most - count)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <RowCard aria-label="Photos">
      {input}
      <Icon path={iconPhotoCamera} />
      <Open type="button" {...(count > 0 && { 'aria-haspopup': 'dialog' as const })} onClick={count > 0 ? () => setIsOpen(true) : choose}>
        <b>{count === 0 ? 'Take a photo' : count === 1 ? '1 photo' : `${count} photos`}</b>
        <small>{count === 0 ? 'Optional, but it helps' : 'Tap to add or remove'}</small>
      </Open>
      {count === 0 ? (
        <Icon path={iconChevronRight} />
      ) : (
        <Thumbs>
          {photos.photos.slice(0, MOST_SHOWN).map(({ id }, i) => (
            <Thumb
              key={id}
              id={id}
              alt={i === 0 ? 'Photo as it will be sent' : ''}
              taken={photos.taken[id]}
              stored={photos.stored.find((photo) => photo.id === id)}
            />
          ))}
        </Thumbs>
      )}
      {issue && !isOpen && <Muted role="alert">{issue}</Muted>}
      {isOpen && <PhotosDialog {...photos} issue={issue} onClose={() => setIsOpen(false)} onAdd={count < most ? choose : undefined} />}
    </RowCard>
  )
}

type ThumbProps = { id: string; alt: string; taken: Blob | undefined; stored: Photo | undefined }

function Thumb({ id, alt, taken, stored }: ThumbProps) {
  const url = usePhotoUrl(stored ?? { id, stored: false }, 'small', taken)
  return url && <img src={url} alt={alt} />
}
