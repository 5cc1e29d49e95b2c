import { betterFix, type Fix, STALE_MS } from '@trailwarden/domain'
import { useEffect, useState } from 'react'

/** After `denied`, the app can request access again. After `blocked`, the user must change the settings of the browser or phone. */
export type FixTrouble = 'looking' | 'denied' | 'blocked' | 'unavailable'
export type FixState = { fix: Fix | null; trouble: FixTrouble | null }

/** Finding a new position under trees can take minutes, so a position up to ten minutes old is accepted and shown with its age. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 600_000, timeout: 60_000 }
const DENIED = 1
const PATIENCE_MS = 10_000

async function isBlocked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'denied'
  } catch {
    // The browser can't report the permission, so the app may request access again.
    return false
  }
}

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
        // If a second request is refused without a prompt, further requests won't help.
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

/** The time changes only when the fix becomes stale. */
export function useJudgedAt(fix: Fix | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!fix) return
    setNow(Date.now())
    const left = fix.at + STALE_MS + 1 - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [fix])
  return fix ? Math.max(now, fix.at) : now
}

/** If finding the position takes too long, the screen continues without a position. */
export function useIsLate(isLooking: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    setIsLate(false)
    if (!isLooking) return
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLooking])
  return isLate
}

/** The page of a post must not open a permission prompt, so it shows the distance only if the user has already allowed location. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** The age of a fix is shown in seconds. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
