import { betterFix, type Fix } from '@trailwarden/domain'
import { useEffect, useState } from 'react'

/** `denied` can be asked again; `blocked` only the settings of browser or phone undo. */
export type FixTrouble = 'looking' | 'denied' | 'blocked' | 'unavailable'
export type FixState = { fix: Fix | null; trouble: FixTrouble | null }

/** An old fix is shown at once, with its age, while a new one is looked for: minutes under trees without any would be worse. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 600_000, timeout: 60_000 }
const DENIED = 1

async function isBlocked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'denied'
  } catch {
    // A browser that cannot say is asked again.
    return false
  }
}

/** Where this device is, followed for as long as the screen is open. `asked` counts how often the person wanted it; 0: not yet. */
export function useFix(asked: number): FixState {
  const [state, setState] = useState<FixState>({ fix: null, trouble: 'looking' })
  useEffect(() => {
    if (asked === 0) return
    if (!('geolocation' in navigator)) return setState({ fix: null, trouble: 'unavailable' })
    let isOpen = true
    const fail = (trouble: FixTrouble) => isOpen && setState(({ fix }) => ({ fix, trouble: fix ? null : trouble }))
    fail('looking')
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const newest: Fix = { position: [coords.longitude, coords.latitude], accuracyM: coords.accuracy, at: timestamp }
        setState(({ fix }) => ({ fix: betterFix(fix, newest), trouble: null }))
      },
      ({ code }) => {
        if (code !== DENIED) return fail('unavailable')
        // Refused a second time without a question: asking is not what helps.
        void isBlocked().then((blocked) => fail(blocked || asked > 1 ? 'blocked' : 'denied'))
      },
      OPTIONS,
    )
    return () => {
      isOpen = false
      navigator.geolocation.clearWatch(watch)
    }
  }, [asked])
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
