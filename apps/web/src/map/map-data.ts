/** What the map is fed with: plain values, and of them only what drawing needs. Screens look the rest up by id. */
import type { Colour, Condition } from './palette.ts'
import type { SymbolName } from './symbols.ts'

/** Longitude first, as in GeoJSON. */
export type LonLat = readonly [number, number]
/** Zooms are the usual ones of tiles of 256 px. */
export type MapView = { lat: number; lng: number; zoom: number }
export type Bounds = { west: number; south: number; east: number; north: number }

/** Part of a line, as shares of its length from its start. */
type LinePart = { from: number; to: number; condition: 'closed' | 'partial' }

export type MapLine = {
  kind: 'line'
  id: string
  lines: readonly (readonly LonLat[])[]
  colour: Colour
  /** What sets it off from the ground. */
  edge: Colour
  dash: 'solid' | 'link' | 'route'
  label: string
  lengthM: number
  isOneWay: boolean
  condition: Condition
  /** Where the condition is another; only on an open trail of one line. */
  parts: readonly LinePart[]
  /** Where posts stand, as shares of its length in rising order: marks keep off them. Empty where there is no mark. */
  posts: readonly number[]
}
/** `order`: of two that overlap, the higher is drawn over the other. */
export type MapPin = { kind: 'pin'; id: string; at: LonLat; symbol: SymbolName; order: number }
/** `codeSide`: where its code covers no trail while it stands without a plate; null where there is no such side. A plate hangs below, or stands above where it would meet another. */
export type MapPost = {
  kind: 'post'
  id: string
  at: LonLat
  code: string
  signal: 'green' | 'orange' | 'red' | null
  codeSide: Side | null
  plateSide: 'below' | 'above'
  /** Entered there and not confirmed yet; `from` is where it stands until then. */
  waits?: { from: LonLat | null }
}
export type Side = 'right' | 'left' | 'below' | 'above'
/** A network from afar: a badge beside its trails. `points` lie on them; the badge keeps off them, and its leader ends on one. */
export type MapBadge = {
  kind: 'badge'
  id: string
  at: LonLat
  name: string
  word: string
  condition: Condition
  points: readonly LonLat[]
}
export type MapFeature = MapLine | MapPin | MapPost | MapBadge

/**
 * A layer is data too. `order` is its height: higher ones are drawn over lower ones, and labels of higher ones find their place first. Clusters
 * stand for pins from afar; below `minZoom` there is nothing. Lines have their marks and names at heights of their own, and posts their dots.
 */
export type MapLayer = { id: string; order: number; clusters: boolean; marks?: number; names?: number; dots?: number; minZoom?: number }
export type FeatureRef = { layer: string; id: string }
/** What the map is told of a selected feature besides its name. */
export type WithSelected = {
  /** Drawn where the feature is not: its layer is switched off, and yet it was asked for. */
  otherwise: MapFeature | null
  /** Codes of the posts at a trail. */
  posts: readonly string[] | null
}

export type BaseTiles = {
  id: string
  url: string
  /** The same map for the dark theme. */
  darkUrl?: string | undefined
  subdomains?: string[] | undefined
  tileSize?: number | undefined
  minZoom: number
  maxZoom: number
  bounds?: Bounds | undefined
  /** False when its tiles have no names in them. */
  hasNames?: boolean | undefined
  /** Pictures from above, dark in either theme. */
  isPhoto?: boolean | undefined
  /** Lies under it and is seen where it gives nothing. */
  below?: BaseTiles | undefined
}
/** A name for orientation, shown from one zoom to another. */
export type MapPlaceName = { name: string; kind: 'town' | 'land' | 'water'; at: LonLat; minZoom: number; maxZoom?: number | undefined }
export type Fix = { at: LonLat; accuracyM: number }
