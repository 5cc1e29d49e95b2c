import type { NotedPhoto, Photo, Position } from '@trailwarden/domain'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import type { SymbolName } from '#map/symbols.ts'
import { part } from '#ui/part.tsx'
import { type NamedTrail, type PlaceForm, usePlaceFilledIn } from '../place/place-filled-in.ts'
import { PhotoAndPlace } from './photo-and-place.tsx'

// The component is a separate download because it includes the map engine.
const MovePin = part(() => import('../place/move-pin.tsx').then((m) => m.MovePin))

type Values = { area: string; trail: string | null; place: Position | null; photos: NotedPhoto[] }
type Form = UseFormReturn<Values>

export function useTakenPhotos(draft: OpenDraft) {
  const [taken, setTaken] = useState<Photos>(draft.photos)
  return {
    taken,
    add(more: Photos) {
      void draft.keepPhotos(more).catch((error: unknown) => console.warn('photo not saved with the draft', error))
      // The next render needs the photos.
      flushSync(() => setTaken((before) => ({ ...before, ...more })))
    },
    clear: () => setTaken({}),
  }
}

type Options = {
  isNew: boolean
  at: Position | null
  on: NamedTrail | null
  photos: ReturnType<typeof useTakenPhotos>
  stored?: readonly Photo[]
  most?: number
  symbol: SymbolName
}

export function usePhotoAndPlace(ofForm: unknown, { isNew, at, on, photos, stored = [], most, symbol }: Options) {
  // This cast is safe because each form that uses this has these fields.
  const form = ofForm as Form
  const [isMoving, setIsMoving] = useState(false)
  const [firstTakenAt, setFirstTakenAt] = useState<number | null>(null)
  const [area, place, chosen] = form.watch(['area', 'place', 'photos'])
  const position = usePlaceFilledIn(form as unknown as PlaceForm, isNew, at, on, chosen.length > 0 ? firstTakenAt : null)
  const setPhotos = (value: NotedPhoto[]) => form.setValue('photos', value, { shouldDirty: true })
  const field = (
    <>
      <PhotoAndPlace
        photos={{ photos: chosen, taken: photos.taken, stored, onChange: setPhotos }}
        {...(most !== undefined && { most })}
        onTaken={(more) => {
          photos.add(more)
          if (chosen.length === 0) setFirstTakenAt(Date.now())
          setPhotos([...chosen, ...Object.keys(more).map((id) => ({ id, note: '' }))])
        }}
        place={place}
        area={area}
        symbol={symbol}
        trouble={position.trouble}
        ageMs={position.ageMs}
        onMovePin={() => setIsMoving(true)}
        onFindMe={position.askAgain}
      />
      {isMoving && (
        <MovePin
          place={place}
          symbol={symbol}
          onClose={() => setIsMoving(false)}
          onChosen={(moved) => {
            position.choose(moved)
            setIsMoving(false)
          }}
        />
      )}
    </>
  )
  return { field, isTrailFilledIn: position.isFilledIn }
}
