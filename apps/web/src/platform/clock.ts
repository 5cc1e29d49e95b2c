import { createContext, useContext, useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const STORAGE_KEY = 'server-time'

type ClockParts = { storage(): Pick<Storage, 'getItem' | 'setItem'>; wall(): number; steady(): number }

/** The device's time. It never decreases, even if someone sets the clock back. */
export function createClock({ storage, wall, steady }: ClockParts) {
  /** The latest server time, and the readings of the device's two clocks when it arrived. */
  let server = { time: 0, wall: 0, steady: 0 }

  /**
   * Reads the stored server time and uses it if it is later than the one in memory. Another tab may have received it, or this tab before a
   * restart.
   */
  function readStored(): void {
    try {
      const [time, wallThen] = JSON.parse(storage().getItem(STORAGE_KEY) ?? '')
      if (time > server.time) server = { time, wall: wallThen, steady: steady() }
    } catch {
      // Nothing was stored, or storage is unavailable.
    }
  }

  return {
    /**
     * Returns at least the server's time plus the time elapsed since, because a clock that is behind would make an old status look new. A
     * clock that is ahead only makes the status look older.
     */
    read(): number {
      readStored()
      return Math.max(wall(), server.time + Math.max(0, wall() - server.wall, steady() - server.steady))
    },
    /**
     * Notes a server time and stores it, because the app may next start without signal. Returns false if it isn't later than the one
     * already known.
     */
    note(at: string): boolean {
      const time = Date.parse(at)
      readStored()
      if (!(time > server.time)) return false
      server = { time, wall: wall(), steady: steady() }
      try {
        storage().setItem(STORAGE_KEY, JSON.stringify([time, server.wall]))
      } catch {
        // Without storage, the server time is known only until the page closes.
      }
      return true
    },
  }
}

const clock = createClock({ storage: () => localStorage, wall: () => Date.now(), steady: () => performance.now() })

/** Notes the server time from any response. */
export function noteServerTime(at: string): void {
  if (clock.note(at)) tick()
}

let now = clock.read()

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval>

function tick() {
  now = clock.read()
  for (const listener of listeners) listener()
}

// All listeners share one timer, because a list shows an age in each of its rows.
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Nothing updates the time while there are no listeners.
    now = clock.read()
    timer = setInterval(tick, TICK_MS)
    // When someone unlocks a phone after hours, ages must be updated immediately.
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

/** The time to use when a page is rendered outside a browser. */
export const PrerenderedAt = createContext<number | null>(null)

/** Returns the current time, updated every half minute, so that the ages shown stay correct while a screen is open. */
export function useNow(): Date {
  const prerenderedAt = useContext(PrerenderedAt)
  return new Date(
    useSyncExternalStore(
      subscribe,
      () => now,
      () => prerenderedAt ?? clock.read(),
    ),
  )
}

/** Returns whether the page is rendered outside a browser. Such a page may be read at any time, so it must not contain ages. */
export const useIsWritten = (): boolean => useContext(PrerenderedAt) !== null
