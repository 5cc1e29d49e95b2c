import { createContext, useContext, useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const STORAGE_KEY = 'server-time'

type ClockParts = { storage(): Pick<Storage, 'getItem' | 'setItem'>; wall(): number; steady(): number }

export function createClock({ storage, wall, steady }: ClockParts) {
  /** The device's two clocks are read when the server's time arrives. */
  let server = { time: 0, wall: 0, steady: 0 }

  /** Another tab, or this tab before a restart, may have stored a later server time. */
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
     * A clock that is behind would make an old status look new, so the time is at least the server's time plus the time elapsed since. A
     * clock that is ahead only makes the status look older.
     */
    read(): number {
      readStored()
      return Math.max(wall(), server.time + Math.max(0, wall() - server.wall, steady() - server.steady))
    },
    /** The app may next start without signal, so the server's time is stored. */
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

/** Code outside components reads the time here. */
export const currentTime = (): Date => new Date(clock.read())

/** A page rendered outside a browser has no running clock. */
export const PrerenderedAt = createContext<number | null>(null)

/** The time changes every half minute, so that ages stay correct while a screen is open. */
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

/** A page rendered outside a browser may be read at any time, so it must not contain ages. */
export const useIsWritten = (): boolean => useContext(PrerenderedAt) !== null
