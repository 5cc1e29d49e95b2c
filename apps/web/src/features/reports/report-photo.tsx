import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Photo } from '@trailwarden/domain'
import { type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { useState } from 'react'
import { useDevice } from '#data/device-session.ts'
import { addressOf } from '#parts/photo-url.ts'
import { saveRecord } from '#parts/save-record.ts'
import { part } from '#ui/part.tsx'
import { colour, font } from '#ui/theme.ts'

const BlurDialog = part(() => import('#parts/blur-dialog.tsx').then((m) => m.BlurDialog))

const Frame = styled('figure')({
  position: 'relative',
  margin: 0,
  overflow: 'hidden',
  borderRadius: 8,
  background: colour('surfaceSunken'),
  '& img': { display: 'block', width: '100%', minHeight: 120, maxHeight: 420, objectFit: 'contain' },
  '& figcaption': {
    position: 'absolute',
    top: 8,
    left: 8,
    padding: '2px 8px',
    borderRadius: 6,
    // Dark in both themes: it lies on a photo.
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

/** A photo as it was reported, which nobody else sees yet, and the way to blur it. */
export function ReportPhoto({ report, photo }: { report: Report; photo: Photo }) {
  const device = useDevice()
  const [isOpen, setIsOpen] = useState(false)
  const boxes = photo.boxes?.length ?? 0
  return (
    <Frame>
      <img src={addressOf(photo, 'large', report.version)} alt="As it was reported" />
      <figcaption>{boxes > 0 ? `${boxes} blurred · not public yet` : 'Not public yet'}</figcaption>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Blur faces and plates
      </Button>
      {isOpen && (
        <BlurDialog
          photo={photo}
          onClose={() => setIsOpen(false)}
          onSave={(next) => {
            setIsOpen(false)
            const message = next.length > 0 ? 'Photo blurred' : 'Nothing of the photo is blurred now'
            void saveRecord(device, reportKind, 'edit', report.id, { blurPhotos: [{ id: photo.id, boxes: next }] }, { message })
          }}
        />
      )}
    </Frame>
  )
}
