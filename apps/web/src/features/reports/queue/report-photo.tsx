import type { Photo } from '@trailwarden/domain'
import { type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { saveRecord } from '#parts/form/save-record.ts'
import { addressOf } from '#parts/photo/photo-url.ts'
import { iconImage } from '#parts/record/record-icons.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'

const BlurDialog = part(() => import('#parts/photo/blur-dialog.tsx').then((m) => m.BlurDialog))

const Pictures = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 8,
  '& > :first-of-type, & > .none': { gridColumn: '1 / -1' },
  // The problem may be at the photo's edge, so the photo isn't cropped.
  '& > figure:first-of-type img': { height: 240, [DESKTOP]: { height: 300 } },
  '& .none': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 64,
    padding: '0 16px',
    borderRadius: 12,
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
})

const Frame = styled('figure')({
  position: 'relative',
  margin: 0,
  overflow: 'hidden',
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  background: colour('surfaceSunken'),
  '& img': { display: 'block', width: '100%', height: 150, objectFit: 'contain' },
  '& figcaption': {
    position: 'absolute',
    top: 8,
    left: 8,
    padding: '2px 8px',
    borderRadius: 6,
    // The label overlays a photo, so it is dark in both themes.
    background: 'rgba(11, 23, 29, .85)',
    color: '#fff',
    font: font('600 13px/20px'),
  },
  '& button': {
    position: 'absolute',
    right: 8,
    bottom: 8,
    background: colour('surface'),
    '&:hover': { background: colour('primaryContainer') },
  },
})

export function ReportPhotos({ report }: { report: Report }) {
  const { photos } = report
  const none = photos.length === 0 ? 'No photo' : photos.some(({ stored }) => !stored) && 'A photo is on its way'
  const stored = photos.filter((photo) => photo.stored)
  return (
    <Pictures>
      {stored.map((photo, i) => (
        <ReportPhoto key={photo.id} report={report} photo={photo} isFirst={i === 0} />
      ))}
      {none && (
        <p className="none">
          <Icon path={iconImage} />
          {none}
        </p>
      )}
    </Pictures>
  )
}

function ReportPhoto({ report, photo, isFirst }: { report: Report; photo: Photo; isFirst: boolean }) {
  const device = useDevice()
  const [isOpen, setIsOpen] = useState(false)
  const boxes = photo.boxes?.length ?? 0
  const count = report.photos.length
  const caption = [
    isFirst && boxes === 0 && (count === 1 ? '1 photo' : `${count} photos`),
    boxes > 0 && `${boxes} blurred`,
    'not public yet',
  ]
  const text = caption.filter(Boolean).join(' · ')
  return (
    <Frame>
      <img src={addressOf(photo, 'large', report.version)} alt="The reported problem" />
      {(isFirst || boxes > 0) && <figcaption>{text}</figcaption>}
      <Button variant="outlined" aria-label="Blur faces and plates" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {isFirst ? 'Blur faces and plates' : 'Blur'}
      </Button>
      {isOpen && (
        <BlurDialog
          photo={photo}
          onClose={() => setIsOpen(false)}
          onSave={(next) => {
            setIsOpen(false)
            const message = next.length > 0 ? 'Photo blurred' : 'The photo is no longer blurred'
            void saveRecord(device, reportKind, 'edit', report.id, { blurPhotos: [{ id: photo.id, boxes: next }] }, { message })
          }}
        />
      )}
    </Frame>
  )
}
