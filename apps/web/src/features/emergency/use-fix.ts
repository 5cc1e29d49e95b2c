import { betterFix, type Fix } from '@trailwarden/domain'
import { useEffect, useState } from 'react'

type FixTrouble = 'looking' | 'denied' | 'unavailable'
export type FixState = { fix: Fix | null; trouble: FixTrouble | null }

/** An old fix is shown at once, with its age, while a new one is looked for: minutes under trees without any would be worse. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 600_000, timeout: 60_000 }
const DENIED = 1

/** Where this device is, followed for as long as the screen is open. */
export function useFix(isWanted: boolean): FixState {
  const [state, setState] = useState<FixState>({ fix: null, trouble: 'looking' })
  useEffect(() => {
    if (!isWanted) return
    if (!('geolocation' in navigator)) return setState({ fix: null, trouble: 'unavailable' })
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const newest: Fix = { position: [coords.longitude, coords.latitude], accuracyM: coords.accuracy, at: timestamp }
        setState(({ fix }) => ({ fix: betterFix(fix, newest), trouble: null }))
      },
      ({ code }) => setState(({ fix }) => ({ fix, trouble: fix ? null : code === DENIED ? 'denied' : 'unavailable' })),
      OPTIONS,
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isWanted])
  return state
}

/** The time, to the second: the age of a fix is shown while the screen is open. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
