import type { LayerSource } from '@trailwarden/site'
import type { ReactNode } from 'react'
import type { LonLat, MapFeature } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'

export type Named = { title: string; detail: string; symbol: SymbolName | 'line'; at: LonLat | null }

export type LivePopupParts = { title: string; detail: string; symbol: SymbolName; at: LonLat | null; children: ReactNode }

/** The app provides live records, such as Actions, so that the map doesn't depend on the app's features. Each user has one instance. */
export type LiveLayers = {
  listen(onChange: (layer: string, put: readonly MapFeature[], drop: readonly string[]) => void): () => void
  show(sources: ReadonlySet<LayerSource>): void
  subscribe(listener: () => void): () => void
  readonly version: number
  countOf(source: LayerSource): string | undefined
  nameOf(id: string): Named | null
  featureOf(id: string): MapFeature | null
}

/** In URLs, `actions` covers both layers. */
export const LIVE_LAYERS = ['actions', 'actions-resolved']
