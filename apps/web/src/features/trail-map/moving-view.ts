import { createStore, type Store, useStore } from '#lib/store.ts'
import type { MapView } from '#map/map-data.ts'

/** The view while it moves: read by the small things that keep up with it, so that the screen itself is not drawn at every frame. */
export type MovingView = { view: MapView; metresPerPixel: number }

export type MovingViewStore = Store<MovingView>

export const createMovingView = (first: MovingView): MovingViewStore => createStore(first)

export const useMovingView = (store: MovingViewStore): MovingView => useStore(store)
