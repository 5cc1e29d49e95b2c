/** The map's input: plain values with only the data needed for drawing. Screens look up everything else by id. */
import type { Colour, Condition } from './layers/palette.ts'
import type { SymbolName } from './symbols.ts'

/** Longitude first, as in GeoJSON. */
export type LonLat = readonly [number, number]
/** A map view. Its zoom level is the usual one for tiles of 256 px. */
export type MapView = { lat: number; lng: number; zoom: number }
export type Bounds = { west: number; south: number; east: number; north: number }

/** Part of a line, as fractions of its length from its start. */
type LinePart = { from: number; to: number; condition: 'closed' | 'partial' }

export type MapLine = {
  kind: 'line'
  id: string
  lines: readonly (readonly LonLat[])[]
  colour: Colour
  /** The colour of the casing that separates the line from the background. */
  edge: Colour
  dash: 'solid' | 'link' | 'route'
  label: string
  lengthM: number
  isOneWay: boolean
  condition: Condition
  /** Parts with a different condition. Empty unless the trail is open and has a single line. */
  parts: readonly LinePart[]
  /**
   * Positions of posts, as fractions of the line's length in ascending order. Marks avoid these positions. Empty if the line has no marks.
   */
  posts: readonly number[]
}
/** `order`: if two pins overlap, the one with the higher number is on top. */
export type MapPin = { kind: 'pin'; id: string; at: LonLat; symbol: SymbolName; order: number }
/**
 * `codeSide`: the side where the post's code covers no trail. Used while the post has no plate. Null if there is no such side. A plate is
 * below the post, or above it if it would otherwise overlap another plate.
 */
export type MapPost = {
  kind: 'post'
  id: string
  at: LonLat
  code: string
  signal: 'green' | 'orange' | 'red' | null
  codeSide: Side | null
  plateSide: 'below' | 'above'
  /** Set for a location that still needs approval. `from` is the approved location. */
  waits?: { from: LonLat | null }
}
export type Side = 'right' | 'left' | 'below' | 'above'
/**
 * The badge of a network, shown beside its trails when zoomed out. `points` are on the trails. The badge avoids these points, and its
 * leader line ends at one of them.
 */
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
 * A map layer as plain data. `order` is its stacking order: higher layers are drawn on top, and their labels are placed first. Clusters
 * replace pins when zoomed out, and the layer is hidden below `minZoom`. The marks and names of lines and the dots of posts have separate
 * stacking orders.
 */
export type MapLayer = { id: string; order: number; clusters: boolean; marks?: number; names?: number; dots?: number; minZoom?: number }
export type FeatureRef = { layer: string; id: string }
/** Additional data for the selected feature. */
export type WithSelected = {
  /** The feature to draw if its layer is switched off. */
  otherwise: MapFeature | null
  /** The codes of the posts on a selected trail. */
  posts: readonly string[] | null
}

export type BaseTiles = {
  id: string
  url: string
  /** The URL of the same map's dark version. */
  darkUrl?: string | undefined
  subdomains?: string[] | undefined
  tileSize?: number | undefined
  minZoom: number
  maxZoom: number
  bounds?: Bounds | undefined
  /** False if the tiles contain no names. */
  hasNames?: boolean | undefined
  /** True for aerial imagery, which is dark in both themes. */
  isPhoto?: boolean | undefined
  /** The base map underneath. It is visible wherever this one has no tiles. */
  below?: BaseTiles | undefined
}
/** A name for orientation, shown within a range of zoom levels. */
export type MapPlaceName = { name: string; kind: 'town' | 'land' | 'water'; at: LonLat; minZoom: number; maxZoom?: number | undefined }
export type Fix = { at: LonLat; accuracyM: number }
