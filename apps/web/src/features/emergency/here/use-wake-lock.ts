import { useEffect } from 'react'

/** Browsers release the lock when the page is hidden, so the hook requests a new one when the page is visible again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOpen = true
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
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
