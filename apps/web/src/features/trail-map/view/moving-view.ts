import { createStore, type Store, useStore } from '#lib/store.ts'
import type { MapView } from '#map/map-data.ts'

/** Only small components subscribe to the moving view, so that the screen doesn't render on every frame. */
export type MovingView = { view: MapView; metresPerPixel: number }

export type MovingViewStore = Store<MovingView>

export const createMovingView = (first: MovingView): MovingViewStore => createStore(first)

export const useMovingView = (store: MovingViewStore): MovingView => useStore(store)
