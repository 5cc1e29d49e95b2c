import { useEffect } from 'react'

/** Keeps the screen lit while it is read out. The browser lets go when the page is hidden, so it is asked again when it comes back. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOpen = true
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on an empty battery: the screen then dims as it always does.
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOpen) lock = given
      else void given?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOpen = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
