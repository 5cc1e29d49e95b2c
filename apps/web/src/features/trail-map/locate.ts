/** Where am I: off, once (switches itself off after 10 s), followed. Each press leads to the next. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Fix } from '#map/map-data.ts'

export type LocateState = 'off' | 'once' | 'watch'

const ONCE_MS = 10_000
const NEXT: Record<LocateState, LocateState> = { off: 'once', once: 'watch', watch: 'off' }
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 }
const NOT_THERE = 'This device does not tell its position.'

/** `onFix` receives every position; `isFirst` marks the first since the button was pressed. */
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
      reportTrouble(NOT_THERE)
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
      ({ code, message }) => {
        reportTrouble(message || NOT_THERE)
        // Refused: asking again would be refused again. Any other trouble may pass while the person waits.
        if (code === 1) setState('off')
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
