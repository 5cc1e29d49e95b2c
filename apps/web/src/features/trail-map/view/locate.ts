/** The states are off, once (switches off after 10 s) and following. Each press moves to the next state. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { Fix } from '#map/map-data.ts'

export type LocateState = 'off' | 'once' | 'watch'

const ONCE_MS = 10_000
/** GeolocationPositionError.PERMISSION_DENIED. */
const REFUSED = 1
const NEXT: Record<LocateState, LocateState> = { off: 'once', once: 'watch', watch: 'off' }
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 }

/** `isFirst` is true for the first position after the button was pressed. */
export function useLocate(onFix: (fix: Fix, isFirst: boolean) => void, onTrouble: (message: string) => void) {
  const [state, setState] = useState<LocateState>('off')
  const [fix, setFix] = useState<Fix | null>(null)
  const reportFix = useEffectEvent(onFix)
  const reportTrouble = useEffectEvent(onTrouble)
  useEffect(() => {
    if (state === 'off') {
      setFix(null)
      return
    }
    if (!('geolocation' in navigator)) {
      reportTrouble(MAP_MESSAGES.notFound)
      setState('off')
      return
    }
    let isFirst = true
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        const here: Fix = { at: [coords.longitude, coords.latitude], accuracyM: coords.accuracy }
        setFix(here)
        reportFix(here, isFirst || state === 'watch')
        isFirst = false
      },
      ({ code }) => {
        reportTrouble(code === REFUSED ? `${MAP_MESSAGES.locationOff} Turn it on in your browser settings.` : MAP_MESSAGES.notFound)
        // After a refusal, the browser would refuse again. Other errors may resolve themselves.
        if (code === REFUSED) setState('off')
      },
      OPTIONS,
    )
    const timer = state === 'once' ? setTimeout(() => setState('off'), ONCE_MS) : undefined
    return () => {
      clearTimeout(timer)
      navigator.geolocation.clearWatch(watch)
    }
  }, [state])
  return { state, fix, press: useCallback(() => setState((was) => NEXT[was]), []) }
}
