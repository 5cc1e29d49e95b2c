import type { Photo } from '@trailwarden/domain'
import { type KeyboardEvent, useId } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { rem } from '#ui/theme/theme.ts'
import { usePhotoUrl } from './photo-url.ts'

// Photos look best on a dark background, so the dialog is dark in both themes.
const Frame = styled('div')({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  height: '100dvh',
  background: '#0b171d',
  color: '#fff',
  '& header, & footer': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 56, padding: '4px 4px 4px 16px' },
  '& h2': { flex: 1, fontSize: rem(17), lineHeight: rem(24), fontWeight: 600 },
  '& footer p': { flex: 1, overflowWrap: 'anywhere' },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
  '& button': { color: '#fff' },
  '& button:disabled': { color: 'rgba(255, 255, 255, .4)' },
  '& .back svg': { transform: 'rotate(180deg)' },
})

type Props = { photos: readonly Photo[]; title: string; shown: number; onShow: (i: number) => void; onClose: () => void }

export function PhotoDialog({ photos, title, shown, onShow, onClose }: Props) {
  const heading = useId()
  const photo = photos[shown] ?? null
  const url = usePhotoUrl(photo, 'large')
  const show = (i: number) => i >= 0 && i < photos.length && onShow(i)
  const byKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') show(shown - 1)
    if (key === 'ArrowRight') show(shown + 1)
  }
  return (
    <Dialog fullScreen onClose={onClose} aria-labelledby={heading} onKeyDown={byKey}>
      <Frame>
        <header>
          <h2 id={heading}>{photos.length > 1 ? `Photo ${shown + 1} of ${photos.length}` : 'Photo'}</h2>
          <IconButton aria-label="Close" onClick={onClose} autoFocus>
            <Icon path={iconClose} />
          </IconButton>
        </header>
        <div>{url && photo && <img src={url} alt={photo.note || title} />}</div>
        <footer>
          <p aria-live="polite">{photo?.note}</p>
          {photos.length > 1 && (
            <>
              <IconButton className="back" aria-label="Previous photo" disabled={shown === 0} onClick={() => show(shown - 1)}>
                <Icon path={iconChevronRight} />
              </IconButton>
              <IconButton aria-label="Next photo" disabled={shown === photos.length - 1} onClick={() => show(shown + 1)}>
                <Icon path={iconChevronRight} />
              </IconButton>
            </>
          )}
        </footer>
      </Frame>
    </Dialog>
  )
}
