import type { LayerSource } from '@trailwarden/site'
import type { ReactNode } from 'react'
import type { LonLat, MapFeature } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'

/** A map feature as text, for example in the list of features in view. `at` is null if the location is unknown. */
export type Named = { title: string; detail: string; symbol: SymbolName | 'line'; at: LonLat | null }

/** The app's description of a selected live record, which the map shows in its popup. */
export type LivePopupParts = { title: string; detail: string; symbol: SymbolName; at: LonLat | null; children: ReactNode }

/**
 * Live records, such as Actions, that the app provides and the map updates as they change. The map doesn't depend on the app's features.
 * There is one instance per user.
 */
export type LiveLayers = {
  /** Reports all features to draw, and then every change. */
  listen(onChange: (layer: string, put: readonly MapFeature[], drop: readonly string[]) => void): () => void
  /** Sets the visible sources. Other sources aren't drawn. */
  show(sources: ReadonlySet<LayerSource>): void
  /** Called whenever a count or a name may have changed. */
  subscribe(listener: () => void): () => void
  /** Increases with every change of a count or name. */
  readonly version: number
  countOf(source: LayerSource): string | undefined
  nameOf(id: string): Named | null
  /** Returns the feature, even if its layer is hidden. */
  featureOf(id: string): MapFeature | null
}

/** The map layers for live records. In URLs, `actions` covers both. */
export const LIVE_LAYERS = ['actions', 'actions-resolved']
