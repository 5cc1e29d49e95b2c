import { createContext, useContext, useSyncExternalStore } from 'react'

const TICK_MS = 30_000
let now = Date.now()

function subscribe(listener: () => void) {
  const tick = () => {
    now = Date.now()
    listener()
  }
  const timer = setInterval(tick, TICK_MS)
  // A phone taken out of the pocket after hours must not show the age it had when it was put away.
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The time a page is rendered for outside a browser. */
export const PrerenderedAt = createContext<number | null>(null)

/** The time, to within half a minute: for showing ages that go on ageing while the screen stays open. */
export function useNow(): Date {
  const prerenderedAt = useContext(PrerenderedAt)
  return new Date(
    useSyncExternalStore(
      subscribe,
      () => now,
      () => prerenderedAt ?? Date.now(),
    ),
  )
}
