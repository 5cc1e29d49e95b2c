import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { PHOTO_MAX_HEIGHT, PHOTO_MAX_WIDTH, PHOTO_TYPE } from '@trailwarden/domain'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { colour } from '#ui/theme.ts'
import { iconImage, iconPhotoCamera } from './record-icons.ts'
import { scalePhoto } from './scale-photo.ts'

const Frame = styled(Card)({
  position: 'relative',
  overflow: 'hidden',
  '& img, & .none': { display: 'block', width: '100%', aspectRatio: '16 / 9', objectFit: 'cover' },
  '& .none': {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: 4,
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& input': { position: 'absolute', width: 1, height: 1, opacity: 0 },
  '& p': { padding: '0 16px 12px' },
})

/** A blob's address for an image, given back when it is no longer shown. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

type Props = { source: string | null; onPhoto: (photo: Blob) => void; onRemove: () => void }

/** One photo, taken or chosen; made small at once, so that what is seen is what will be sent. */
export function PhotoField({ source, onPhoto, onRemove }: Props) {
  const [issue, setIssue] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.type !== PHOTO_TYPE) return setIssue('Only jpg photos can be used.')
    try {
      onPhoto(await scalePhoto(file, PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT))
      setIssue(null)
    } catch {
      setIssue('This photo could not be read. Take or choose another one.')
    }
  }
  return (
    <Frame aria-label="Photo">
      {source ? (
        <img src={source} alt="As it will be sent" />
      ) : (
        <div className="none">
          <Icon path={iconImage} />
          No images
        </div>
      )}
      <input ref={input} type="file" accept={PHOTO_TYPE} aria-label="Photo" tabIndex={-1} onChange={take} />
      <Button variant="text" onClick={() => input.current?.click()}>
        <Icon path={iconPhotoCamera} />
        {source ? 'Retake' : 'Add a photo'}
      </Button>
      {source && (
        <Button variant="text" onClick={onRemove}>
          Remove
        </Button>
      )}
      {issue && <Muted role="alert">{issue}</Muted>}
    </Frame>
  )
}
