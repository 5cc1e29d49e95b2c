import { PHOTOS_MAX } from '@trailwarden/domain'
import type { Photos } from '#data/device/device.ts'
import { Button } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { iconPhotoCamera } from '../record/record-icons.ts'
import { PhotoFields, type PhotoFieldsProps } from './photo-fields.tsx'
import { usePhotoInput } from './photo-input.tsx'

const Frame = styled(Card)({ position: 'relative', overflow: 'hidden', '& > button': { width: '100%', minHeight: 56, outlineOffset: -4 } })
const Issue = styled(Muted)({ padding: '8px 16px', color: colour('errorText') })

type Props = PhotoFieldsProps & { onTaken: (photos: Photos) => void; most?: number }

export function PhotoPicker({ onTaken, most = PHOTOS_MAX, ...fields }: Props) {
  const room = most - fields.photos.length
  const { input, choose, issue } = usePhotoInput(onTaken, room)
  return (
    <Frame aria-label="Photos">
      {input}
      <Button variant="text" onClick={choose} disabled={room <= 0}>
        <Icon path={iconPhotoCamera} size={22} />
        {fields.photos.length > 0 ? 'Add another' : 'Take a photo'}
      </Button>
      {issue && <Issue role="alert">{issue}</Issue>}
      <PhotoFields {...fields} />
    </Frame>
  )
}
