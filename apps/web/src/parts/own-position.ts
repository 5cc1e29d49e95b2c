/** Where this device is: the best fix since the screen was opened. A later, worse one is a tree overhead, not news. */
import type { Position } from '@trailwarden/domain'
import { useEffect, useState } from 'react'

export type PositionTrouble = 'looking' | 'denied' | 'unavailable'
export type OwnPosition = { place: Position | null; trouble: PositionTrouble | null }

const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 }
const LOOKING: OwnPosition = { place: null, trouble: 'looking' }

/** Five decimals are a metre: more would pretend. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const placeOf = ({ coords }: GeolocationPosition): Position => ({
  latitude: round(coords.latitude),
  longitude: round(coords.longitude),
  accuracyM: Math.round(coords.accuracy),
})

const isBetter = (fix: Position, than: Position | null) =>
  than === null || (fix.accuracyM ?? 0) <= (than.accuracyM ?? Number.POSITIVE_INFINITY)

/** `asked` counts how often it was asked for; 0: not yet, and the device is left alone. */
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

/** A fix of the last minute will do: it is a view, not a position to be read out. */
const ROUGHLY: PositionOptions = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 }

/** Where someone is who has let the app know before: nobody is asked. */
export async function knownPlace(): Promise<Position | null> {
  try {
    if ((await navigator.permissions.query({ name: 'geolocation' })).state !== 'granted') return null
    return placeOf(
      await new Promise<GeolocationPosition>((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject, ROUGHLY)),
    )
  } catch {
    // A browser that cannot tell whether it may, or a place that cannot be found.
    return null
  }
}
