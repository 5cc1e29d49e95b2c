/** A later, less accurate fix is ignored, because usually trees block the signal. */
import type { Position } from '@trailwarden/domain'
import { useEffect, useState } from 'react'

export type PositionTrouble = 'looking' | 'denied' | 'unavailable'
export type OwnPosition = { place: Position | null; trouble: PositionTrouble | null }

const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 }
const LOOKING: OwnPosition = { place: null, trouble: 'looking' }

/** Five decimals are accurate to about a metre. More would suggest false precision. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const placeOf = ({ coords }: GeolocationPosition): Position => ({
  latitude: round(coords.latitude),
  longitude: round(coords.longitude),
  accuracyM: Math.ceil(coords.accuracy),
})

const isBetter = (fix: Position, than: Position | null) =>
  than === null || (fix.accuracyM ?? 0) <= (than.accuracyM ?? Number.POSITIVE_INFINITY)

/** `asked` counts the person's requests for the location. With 0, the device isn't asked. */
export function useOwnPosition(asked: number): OwnPosition {
  const [position, setPosition] = useState(LOOKING)
  useEffect(() => {
    if (asked === 0) return
    setPosition(LOOKING)
    if (!('geolocation' in navigator)) return setPosition({ place: null, trouble: 'unavailable' })
    const watch = navigator.geolocation.watchPosition(
      (fix) =>
        setPosition(({ place }) => (isBetter(placeOf(fix), place) ? { place: placeOf(fix), trouble: null } : { place, trouble: null })),
      ({ code }) => setPosition(({ place }) => ({ place, trouble: place ? null : code === 1 ? 'denied' : 'unavailable' })),
      OPTIONS,
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [asked])
  return position
}

/** A fix from the last minute is good enough for a map view. */
const ROUGHLY: PositionOptions = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 }

/** The function never shows a prompt, so it finds nothing unless the person has already granted access. */
export async function knownPlace(): Promise<Position | null> {
  try {
    if ((await navigator.permissions.query({ name: 'geolocation' })).state !== 'granted') return null
    return placeOf(
      await new Promise<GeolocationPosition>((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject, ROUGHLY)),
    )
  } catch {
    // The browser can't report whether access is granted, or the device couldn't find its location.
    return null
  }
}
