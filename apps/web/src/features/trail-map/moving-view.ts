import { useSyncExternalStore } from 'react'
import type { MapView } from '#map/map-data.ts'

/** The view while it moves: read by the small things that keep up with it, so that the screen itself is not drawn at every frame. */
export type MovingView = { view: MapView; metresPerPixel: number }

export function createMovingView(first: MovingView) {
  let current = first
  const listeners = new Set<() => void>()
  return {
    set(next: MovingView) {
      current = next
      for (const listener of listeners) listener()
    },
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type MovingViewStore = ReturnType<typeof createMovingView>

export const useMovingView = (store: MovingViewStore): MovingView => useSyncExternalStore(store.subscribe, store.get)
