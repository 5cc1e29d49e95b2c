import { useEffect, useEffectEvent, useId } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { PhotoFields, type PhotoFieldsProps } from '../photo/photo-fields.tsx'
import { iconPhotoCamera } from '../record/record-icons.ts'

const PAPER = { ...WHOLE_PHONE, [DESKTOP]: { width: 560, height: 'auto', maxHeight: 'calc(100dvh - 64px)', borderRadius: '20px' } }

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 56,
  padding: '4px 4px 4px 16px',
  '& h2': { ...typography.h2, flex: 1 },
})

const Foot = styled('footer')({
  display: 'grid',
  gap: 8,
  padding: 16,
  borderTop: `1px solid ${colour('line')}`,
  '& [role=alert]': { color: colour('errorText') },
  '& button': { minHeight: 56 },
})

type Props = PhotoFieldsProps & {
  issue: string | null
  /** Undefined if there is no room for another photo. */
  onAdd: (() => void) | undefined
  onClose: () => void
}

export function PhotosDialog({ issue, onAdd, onClose, ...fields }: Props) {
  const heading = useId()
  const isEmpty = fields.photos.length === 0
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isEmpty) close()
  }, [isEmpty])
  return (
    <Dialog onClose={onClose} transitionDuration={0} aria-labelledby={heading} slotProps={{ paper: { sx: PAPER } }}>
      <Head>
        <h2 id={heading}>Photos</h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={iconClose} />
        </IconButton>
      </Head>
      <PhotoFields {...fields} />
      <Foot>
        {issue && <Muted role="alert">{issue}</Muted>}
        <Button variant="outlined" disabled={!onAdd} onClick={onAdd}>
          <Icon path={iconPhotoCamera} size={22} />
          Add another
        </Button>
      </Foot>
    </Dialog>
  )
}
