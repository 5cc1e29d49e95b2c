/** What the map is fed with: plain values, and of them only what drawing needs. Screens look the rest up by id. */
import type { SymbolName } from './symbols.ts'

/** Longitude first, as in GeoJSON. */
export type LonLat = readonly [number, number]
/** Zooms are the usual ones of tiles of 256 px. */
export type MapView = { lat: number; lng: number; zoom: number }
type Bounds = { west: number; south: number; east: number; north: number }

/** One for each theme. */
export type Colour = { light: string; dark: string }

export type MapLine = {
  kind: 'line'
  id: string
  lines: readonly (readonly LonLat[])[]
  colour: Colour
  /** What sets it off from the ground. */
  edge: Colour
  dash: 'solid' | 'link' | 'route'
  label: string
}
/** `order`: of two that overlap, the higher is drawn over the other. */
export type MapPin = { kind: 'pin'; id: string; at: LonLat; symbol: SymbolName; order: number }
export type MapPlate = { kind: 'plate'; id: string; at: LonLat; code: string; signal: 'green' | 'orange' | 'red' | null }
export type MapFeature = MapLine | MapPin | MapPlate

/** A layer is data too. `order` is its height: higher ones are drawn over lower ones. Clusters stand for pins below zoom 14. */
export type MapLayer = { id: string; order: number; clusters: boolean }
export type FeatureRef = { layer: string; id: string }

export type BaseTiles = { id: string; url: string; minZoom: number; maxZoom: number; bounds?: Bounds | undefined }
export type Fix = { at: LonLat; accuracyM: number }

/** From here on every marker stands for itself. */
export const CLUSTERS_BELOW_ZOOM = 14
