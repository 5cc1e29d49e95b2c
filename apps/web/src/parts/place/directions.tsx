import { useState } from 'react'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { directionsUrl, formatCoordinates } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { copyCoordinates } from './copy-coordinates.ts'
import { iconContentCopy, iconDirections } from './place-icons.ts'

/** `button` opens directions. Without signal, it toggles `place`, which shows the coordinates. */
export function useDirections(at: LonLat, where: string, size: number) {
  const [lng, lat] = at
  const hasSignal = useHasSignal()
  const [isAsked, setIsAsked] = useState(false)
  const label = (
    <>
      <Icon path={iconDirections} size={size} />
      Directions
    </>
  )
  const button = hasSignal ? (
    <a href={directionsUrl(lat, lng)} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  ) : (
    <button type="button" aria-expanded={isAsked} onClick={() => setIsAsked(!isAsked)}>
      {label}
    </button>
  )
  const place = isAsked && !hasSignal && (
    <div role="status" data-place>
      <p>{MAP_MESSAGES.directionsOffline(where, formatCoordinates(lat, lng))}</p>
      <button type="button" onClick={() => void copyCoordinates(lat, lng)}>
        <Icon path={iconContentCopy} size={20} />
        Copy
      </button>
    </div>
  )
  return { button, place }
}
