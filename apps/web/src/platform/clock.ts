import { createContext, useContext, useSyncExternalStore } from 'react'

const TICK_MS = 30_000
let now = Date.now()

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval>

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

// One timer for all: a list shows an age in each of its rows.
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Nobody kept the time until now.
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
    // A phone taken out of the pocket after hours must not show the age it had when it was put away.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
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

/** Whether the page is written outside a browser, to be read nobody knows when: what ages has no place in it. */
export const useIsWritten = (): boolean => useContext(PrerenderedAt) !== null
