/**
 * The position is shown as long as the device allows it. The button decides whether the map moves to it: off, once (for 10 s) and
 * following. Each press moves to the next state.
 */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { Fix } from '#map/map-data.ts'

export type LocateState = 'off' | 'once' | 'watch'
/** `at` is the time of the fix in milliseconds. */
export type OwnFix = Fix & { takenAt: number }

const ONCE_MS = 10_000
/** GeolocationPositionError.PERMISSION_DENIED. */
const REFUSED = 1
const NEXT: Record<LocateState, LocateState> = { off: 'once', once: 'watch', watch: 'off' }
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 }

/** Without a prompt. Some browsers can't report it, and then the position is shown from the first press. */
function useIsAllowed(): [boolean, (isAllowed: boolean) => void] {
  const [isAllowed, setIsAllowed] = useState(false)
  useEffect(() => {
    let status: PermissionStatus | null = null
    let isOpen = true
    const read = () => setIsAllowed(status?.state === 'granted')
    const query = navigator.permissions?.query({ name: 'geolocation' })
    query?.then(
      (found) => {
        if (!isOpen) return
        status = found
        read()
        found.addEventListener('change', read)
      },
      () => {},
    )
    return () => {
      isOpen = false
      status?.removeEventListener('change', read)
    }
  }, [])
  return [isAllowed, setIsAllowed]
}

export function useLocate(onMove: (fix: Fix) => void, onTrouble: (message: string) => void) {
  const [state, setState] = useState<LocateState>('off')
  const [isAllowed, setIsAllowed] = useIsAllowed()
  const [fix, setFix] = useState<OwnFix | null>(null)
  const [isToMove, setIsToMove] = useState(false)
  const isWatching = isAllowed || state !== 'off'
  const moveTo = useEffectEvent(onMove)
  const stop = (message: string) => {
    onTrouble(message)
    setState('off')
  }
  const onError = useEffectEvent((code: number) => {
    // After a refusal, the browser would refuse again. Other errors may resolve themselves.
    if (code === REFUSED) {
      setIsAllowed(false)
      setFix(null)
    }
    if (state === 'off') return
    if (code === REFUSED) stop(`${MAP_MESSAGES.locationOff} Turn it on in your browser settings.`)
    else onTrouble(MAP_MESSAGES.notFound)
  })
  const onMissing = useEffectEvent(() => stop(MAP_MESSAGES.notFound))
  useEffect(() => {
    if (!isWatching) return
    if (!('geolocation' in navigator)) return onMissing()
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude, accuracy, heading }, timestamp }) => {
        setIsAllowed(true)
        // Some devices report NaN while they stand still.
        const known = heading === null || Number.isNaN(heading) ? null : heading
        setFix({ at: [longitude, latitude], accuracyM: accuracy, heading: known, takenAt: timestamp })
      },
      ({ code }) => onError(code),
      OPTIONS,
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isWatching, setIsAllowed])
  useEffect(() => {
    if (!fix || state === 'off' || !(isToMove || state === 'watch')) return
    setIsToMove(false)
    moveTo(fix)
  }, [fix, state, isToMove])
  useEffect(() => {
    if (state !== 'once') return
    const timer = setTimeout(() => setState('off'), ONCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  return {
    state,
    fix,
    press: useCallback(() => {
      setIsToMove(true)
      setState((was) => NEXT[was])
    }, []),
    stopFollowing: useCallback(() => setState('off'), []),
  }
}
