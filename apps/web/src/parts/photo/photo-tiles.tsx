import type { BlurBox, Photo } from '@trailwarden/domain'
import { useState } from 'react'
import { useOwnPhotoState } from '#data/use-records.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { iconImage } from '../record/record-icons.ts'
import { whyRefused } from '../sync/needs-attention.tsx'
import { SyncStateLine, savedHere } from '../sync/sync-state.tsx'
import { usePhotoUrl } from './photo-url.ts'

const BlurDialog = part(() => import('./blur-dialog.tsx').then((m) => m.BlurDialog))
const PhotoDialog = part(() => import('./photo-dialog.tsx').then((m) => m.PhotoDialog))

const line = `1px solid ${colour('line')}`

const Tiles = styled(Card)({
  overflow: 'hidden',
  '& ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& li:first-of-type': { gridColumn: '1 / -1' },
  '& li:not(:first-of-type)': { borderTop: line },
  '& li:nth-of-type(2n + 3)': { borderLeft: line },
  '& button.photo': {
    display: 'block',
    width: '100%',
    padding: 0,
    border: 0,
    background: colour('surfaceSunken'),
    cursor: 'zoom-in',
    outlineOffset: -4,
  },
  '& img': { display: 'block', width: '100%', height: 'auto' },
  '& li:not(:first-of-type) img': { aspectRatio: '16 / 9', objectFit: 'cover' },
  '& p': { display: 'flex', gap: 10, padding: '12px 16px', color: colour('text2'), overflowWrap: 'anywhere' },
})

type Props = {
  photos: readonly Photo[]
  title: string
  version?: number
  onBlur?: ((photo: Photo, boxes: BlurBox[]) => void) | false
}

export function PhotoTiles({ photos, title, version, onBlur }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  return (
    <Tiles aria-label={photos.length > 1 ? 'Photos' : 'Photo'}>
      {photos.length === 0 ? (
        <p>
          <Icon path={iconImage} />
          No images
        </p>
      ) : (
        <ul>
          {photos.map((photo, i) => (
            <Tile key={photo.id} photo={photo} title={title} version={version} onOpen={() => setShown(i)} onBlur={onBlur} />
          ))}
        </ul>
      )}
      {shown !== null && photos[shown] && (
        <PhotoDialog photos={photos} title={title} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
    </Tiles>
  )
}

type TileProps = { photo: Photo; title: string; version: number | undefined; onOpen: () => void; onBlur: Props['onBlur'] }

function Tile({ photo, title, version, onOpen, onBlur }: TileProps) {
  const [isBlurring, setIsBlurring] = useState(false)
  const words = [photo.after && 'After the fix', photo.note].filter(Boolean).join(' · ')
  const url = usePhotoUrl(photo, undefined, undefined, version)
  return (
    <li>
      {url ? (
        <button className="photo" type="button" aria-haspopup="dialog" onClick={onOpen}>
          <img src={url} alt={photo.note || title} />
        </button>
      ) : (
        <p>
          <Icon path={iconImage} />
          This photo hasn’t been sent yet
        </p>
      )}
      {words && <p>{words}</p>}
      <PhotoState id={photo.id} />
      {onBlur && photo.stored && (
        <Button aria-haspopup="dialog" onClick={() => setIsBlurring(true)}>
          Blur faces and plates
        </Button>
      )}
      {onBlur && isBlurring && (
        <BlurDialog
          photo={photo}
          onClose={() => setIsBlurring(false)}
          onSave={(boxes) => {
            setIsBlurring(false)
            onBlur(photo, boxes)
          }}
        />
      )}
    </li>
  )
}

/** The server may receive the record long before its photos. */
function PhotoState({ id }: { id: string }) {
  const photo = useOwnPhotoState(id)
  if (!photo || photo.state === 'sent') return null
  const isRefused = photo.state === 'refused'
  return (
    <p>
      <SyncStateLine
        state={isRefused ? 'attention' : 'local'}
        text={isRefused ? `Photo not sent: ${whyRefused(photo.refusal)}` : savedHere('Photo saved')}
      />
    </p>
  )
}
