import type { Person } from '@trailwarden/domain'
import { useState } from 'react'
import { Avatar } from '#parts/person/avatar.tsx'
import { usePhotoInput } from '#parts/photo/photo-input.tsx'
import { squarePhoto } from '#parts/photo/scale-photo.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { changePicture } from './change-picture.ts'

const SIDE = 512

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 16,
  '& > span:first-of-type': { width: 72, height: 72, fontSize: rem(26) },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
})

export function OwnPicture({ person: { displayName, pictureId } }: { person: Person }) {
  const hasSignal = useHasSignal()
  const [isWorking, setIsWorking] = useState(false)
  const change = async (picture: Blob | null) => {
    setIsWorking(true)
    await changePicture(picture && (await squarePhoto(picture, SIDE)))
    setIsWorking(false)
  }
  const { input, choose, issue } = usePhotoInput(async (photos) => {
    for (const photo of Object.values(photos)) await change(photo)
  }, 1)
  const isOff = isWorking || !hasSignal
  return (
    <PaddedCard aria-label="Picture">
      {input}
      <Row>
        <Avatar name={displayName} picture={pictureId} />
        <div>
          <Button variant="outlined" disabled={isOff} onClick={choose}>
            {pictureId ? 'Change photo' : 'Add a photo'}
          </Button>
          {pictureId && (
            <Button variant="text" disabled={isOff} onClick={() => change(null)}>
              Remove
            </Button>
          )}
        </div>
      </Row>
      {issue && (
        <Muted role="alert" sx={{ color: colour('errorText') }}>
          {issue}
        </Muted>
      )}
      <Muted>{hasSignal ? 'You and the managers can see it.' : 'You need a connection to change your photo.'}</Muted>
    </PaddedCard>
  )
}
