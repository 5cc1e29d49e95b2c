import { betterFix, type Fix, fixAge, type Position, STALE_MS } from '@trailwarden/domain'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

export type PositionTrouble = 'looking' | 'denied' | 'unavailable'
/** `ageMs` is 0 while the location is fresh enough that its age doesn't matter. */
export type OwnPosition = { place: Position | null; ageMs: number; trouble: PositionTrouble | null }
type Watched = { fix: Fix | null; trouble: PositionTrouble | null }

const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 }
const LOOKING: Watched = { fix: null, trouble: 'looking' }
const TICK_MS = 10_000
/** This long after the first photo, a more accurate fix still describes the photo's location. */
const PHOTO_MS = 20_000
/** A location whose accuracy is no longer known is sent with this accuracy. */
const UNKNOWN_ACCURACY_M = 1000

/** Five decimals are accurate to about a metre. More would suggest false precision. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const placeOf = ({ coords }: GeolocationPosition): Position => ({
  latitude: round(coords.latitude),
  longitude: round(coords.longitude),
  accuracyM: Math.ceil(coords.accuracy),
})

/** After the first photo, the location stays at the photo's place, even if the person rides on. */
function nextFix(current: Fix | null, next: Fix, photoAt: number | null): Fix {
  if (current === null || photoAt === null) return betterFix(current, next)
  return next.at - photoAt <= PHOTO_MS && (next.accuracyM ?? Number.POSITIVE_INFINITY) < (current.accuracyM ?? Number.POSITIVE_INFINITY)
    ? next
    : current
}

/**
 * `asked` counts the person's requests for the location. With 0, the device isn't asked. `photoAt` is the time of the first photo, or null.
 */
export function useOwnPosition(asked: number, photoAt: number | null = null): OwnPosition {
  const [{ fix, trouble }, setWatched] = useState(LOOKING)
  const [now, setNow] = useState(0)
  const follow = useEffectEvent((next: Fix) => setWatched((watched) => ({ fix: nextFix(watched.fix, next, photoAt), trouble: null })))
  useEffect(() => {
    if (asked === 0) return
    setWatched(LOOKING)
    if (!('geolocation' in navigator)) return setWatched({ fix: null, trouble: 'unavailable' })
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) =>
        follow({ position: [round(coords.longitude), round(coords.latitude)], accuracyM: Math.ceil(coords.accuracy), at: timestamp }),
      ({ code }) => setWatched((watched) => ({ ...watched, trouble: watched.fix ? null : code === 1 ? 'denied' : 'unavailable' })),
      OPTIONS,
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [asked])
  const canAge = fix !== null && photoAt === null
  useEffect(() => {
    if (!canAge) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [canAge])
  const ageMs = canAge && fixAge(fix, now).isOld ? now - fix.at : 0
  const isStale = ageMs > STALE_MS
  const place = useMemo(() => {
    if (!fix) return null
    const [longitude, latitude] = fix.position
    const accuracyM = fix.accuracyM ?? UNKNOWN_ACCURACY_M
    return { latitude, longitude, accuracyM: isStale ? Math.max(accuracyM, UNKNOWN_ACCURACY_M) : accuracyM }
  }, [fix, isStale])
  return { place, ageMs, trouble }
}

/** A fix from the last minute is good enough for a map view. */
const ROUGHLY: PositionOptions = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 }

const getPlace = async (options: PositionOptions) =>
  placeOf(await new Promise<GeolocationPosition>((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject, options)))

/** The browser may ask the person. Null if it can't find the location. */
export const findPlace = (): Promise<Position | null> => getPlace({ ...OPTIONS, timeout: 10_000 }).catch(() => null)

/** False if the browser can't report whether access is granted. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** The function never shows a prompt, so it finds nothing unless the person has already granted access. */
export async function knownPlace(): Promise<Position | null> {
  if (!(await mayLocate())) return null
  try {
    return await getPlace(ROUGHLY)
  } catch {
    // The device couldn't find its location.
    return null
  }
}
