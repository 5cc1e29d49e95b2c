/** The map receives only the data needed for drawing. Screens look up everything else by id. */
import type { Colour, Condition } from './layers/palette.ts'
import type { SymbolName } from './symbols.ts'

/** Longitude first, as in GeoJSON. */
export type LonLat = readonly [number, number]
/** The zoom level is the usual one for tiles of 256 px. */
export type MapView = { lat: number; lng: number; zoom: number }
export type Bounds = { west: number; south: number; east: number; north: number }

/** Fractions of the line's length from its start. */
type LinePart = { from: number; to: number; condition: 'closed' | 'partial' }

export type MapLine = {
  kind: 'line'
  id: string
  lines: readonly (readonly LonLat[])[]
  colour: Colour
  /** The casing separates the line from the background. */
  edge: Colour
  dash: 'solid' | 'link' | 'route'
  label: string
  lengthM: number
  isOneWay: boolean
  condition: Condition
  /** Empty unless the trail is open and has a single line. */
  parts: readonly LinePart[]
  /** Fractions of the line's length in ascending order. Marks avoid the posts. Empty if the line has no marks. */
  posts: readonly number[]
}
/** If two pins overlap, the one with the higher `order` is on top. */
export type MapPin = { kind: 'pin'; id: string; at: LonLat; symbol: SymbolName; order: number }
/**
 * On the side `codeSide`, the post's code covers no trail. Null means that there is no such side. A plate is above the post, or below it if
 * it would otherwise overlap another plate.
 */
export type MapPost = {
  kind: 'post'
  id: string
  at: LonLat
  code: string
  signal: 'green' | 'orange' | 'red' | null
  codeSide: Side | null
  plateSide: 'below' | 'above'
  /** `from` is the approved location, while another location still needs approval. */
  waits?: { from: LonLat | null }
}
export type Side = 'right' | 'left' | 'below' | 'above'
/** `points` are on the trails. The badge avoids these points, and its leader line ends at one of them. */
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
 * Layers with a higher `order` are drawn on top, and their labels are placed first. Clusters replace pins when zoomed out, and the layer is
 * hidden below `minZoom`.
 */
export type MapLayer = { id: string; order: number; clusters: boolean; marks?: number; dots?: number; minZoom?: number }
export type FeatureRef = { layer: string; id: string }
export type WithSelected = {
  otherwise: MapFeature | null
  posts: readonly string[] | null
}

export type BaseTiles = {
  id: string
  url: string
  /** The URL of the map's dark version. */
  darkUrl?: string | undefined
  subdomains?: string[] | undefined
  tileSize?: number | undefined
  minZoom: number
  maxZoom: number
  bounds?: Bounds | undefined
  /** False if the tiles contain no names. */
  hasNames?: boolean | undefined
  /** Aerial imagery is dark in both themes. */
  isPhoto?: boolean | undefined
  /** The base map underneath is visible wherever this one has no tiles. */
  below?: BaseTiles | undefined
}
/** Names for orientation are shown within a range of zoom levels. */
export type MapPlaceName = { name: string; kind: 'town' | 'land' | 'water'; at: LonLat; minZoom: number; maxZoom?: number | undefined }
/** `heading` is in degrees clockwise from north, and null unless the device reports one. */
export type Fix = { at: LonLat; accuracyM: number; heading: number | null }
