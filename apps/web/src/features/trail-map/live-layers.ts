import type { LayerSource } from '@trailwarden/site'
import type { ReactNode } from 'react'
import type { LonLat, MapFeature } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'

/** A thing of the map as text: for the list of what is in view, and wherever it is named. `at` is null where nobody knows the place. */
export type Named = { title: string; detail: string; symbol: SymbolName | 'line'; at: LonLat | null }

/** What the app says of a live record that was tapped; the map puts its popup around it. */
export type LivePopupParts = { title: string; detail: string; symbol: SymbolName; at: LonLat | null; children: ReactNode }

/**
 * Records that people make, on the map as they change. The map does not know what they are: the app gives them, which knows every
 * feature. An instance stays the same as long as the person does.
 */
export type LiveLayers = {
  /** Tells of everything that is to be drawn, then of every change. */
  listen(onChange: (layer: string, put: readonly MapFeature[], drop: readonly string[]) => void): () => void
  /** What is switched on; what is not is not drawn. */
  show(sources: ReadonlySet<LayerSource>): void
  /** Called whenever a count or a name may be another. */
  subscribe(listener: () => void): () => void
  /** Grows with every such change. */
  readonly version: number
  countOf(source: LayerSource): string | undefined
  nameOf(id: string): Named | null
  /** The feature itself, also when its layer is switched off. */
  featureOf(id: string): MapFeature | null
}

/** The layers of the engine in which live records are drawn; in an address both are called `actions`. */
export const LIVE_LAYERS = ['actions', 'actions-resolved']
