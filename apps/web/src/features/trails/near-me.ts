import { awayText, distanceM, ON_TRAIL_M, type Position, type Precision, precisionOfPlace } from '@trailwarden/domain'
import { useEffect, useState } from 'react'
import type { LonLat } from '#map/map-data.ts'
import { mayLocate, useOwnPosition } from '#parts/place/own-position.ts'
import type { TrailSort } from './trail-groups.ts'

/** While the person moves less than this, distances stay, so that rows don't change places under a finger. */
const MOVED_M = 20

export type NearMe = {
  /** Null means that the list is sorted by network. */
  from: { at: LonLat; precision: Precision } | null
  note: string | null
  isChosen: boolean
  isOff: boolean
  ask: () => void
}

const lonLat = ({ longitude, latitude }: Position): LonLat => [longitude, latitude]

function useAnchored(place: Position | null): Position | null {
  const [anchor, setAnchor] = useState(place)
  const hasMoved =
    place !== anchor &&
    (!place ||
      !anchor ||
      distanceM(lonLat(place), lonLat(anchor)) > MOVED_M ||
      precisionOfPlace(place.accuracyM).band !== precisionOfPlace(anchor.accuracyM).band)
  if (hasMoved) setAnchor(place)
  return hasMoved ? place : anchor
}

/** Unless someone chooses "Near me", the location is used only if it is already allowed, so there is never an unexpected prompt. */
export function useNearMe(sort: TrailSort | null): NearMe {
  const [asked, setAsked] = useState(0)
  const isWanted = sort !== 'network'
  useEffect(() => {
    if (!isWanted) return
    let isOpen = true
    void mayLocate().then((may) => isOpen && may && setAsked((times) => Math.max(times, 1)))
    return () => {
      isOpen = false
    }
  }, [isWanted])
  const { place, trouble } = useOwnPosition(isWanted ? asked : 0)
  const anchor = useAnchored(asked > 0 ? place : null)
  const precision = anchor && precisionOfPlace(anchor.accuracyM)
  const isLost = precision?.band === 'lost'
  const note =
    asked === 0 || !isWanted
      ? null
      : isLost
        ? 'Location not accurate enough'
        : !anchor
          ? { looking: 'Finding you…', denied: 'Location is off', unavailable: 'Location not found' }[trouble ?? 'looking']
          : null
  const from = isWanted && anchor && precision && !isLost ? { at: lonLat(anchor), precision } : null
  return {
    from,
    note,
    isChosen: from !== null || (sort === 'near' && asked > 0 && trouble === 'looking'),
    isOff: isLost,
    ask: () => setAsked((times) => times + 1),
  }
}

/** "You’re on it" needs an exact location (TR17). */
export function nearText(precision: Precision, metres: number | null): string | null {
  if (metres === null) return null
  return precision.band === 'exact' && metres <= ON_TRAIL_M ? 'You’re on it' : awayText(precision, metres)
}
