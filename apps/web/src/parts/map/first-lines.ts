/**
 * The first drawing of the map, which `first-map.ts` shows before the app has loaded. Everything that doesn't depend on trail status is
 * computed once on the server, so that the device needs no other code for it.
 */
import type { LayerSource, SiteBundle } from '@trailwarden/site'
import type { Palette } from '#map/layers/palette.ts'
import type { Bounds, MapBadge, MapFeature, MapLayer, MapLine, MapPlaceName } from '#map/map-data.ts'
import { extentsOf } from '../place/network-extents.ts'
import type { TrailCondition } from './drawn-condition.ts'
import { MAP_PALETTE } from './map-palette.ts'
import { type PackedLine, packLine } from './packed-lines.ts'
import { badgesOf, featuresOf, lineCondition, MAP_LAYERS, type NetworkBadge, SITE_SOURCES } from './site-layers.ts'

type PackedFeature =
  | Exclude<MapFeature, MapLine | MapBadge>
  | (Omit<MapLine, 'lines' | 'condition' | 'parts' | 'posts'> & { lines: PackedLine[] })

export type FirstLines = {
  palette: Palette
  layers: readonly MapLayer[]
  /** Of each network, in the order of the site's networks. */
  extents: Bounds[]
  features: { source: LayerSource; features: PackedFeature[] }[]
  badges: { id: string; points: PackedLine }[]
  placeNames: readonly MapPlaceName[]
}

/** Access routes and points are off at first, and landing zones too. A device that shows them gets them with the site data. */
const FIRST_SOURCES = SITE_SOURCES.filter((source) => !['access-routes', 'access-points', 'landing-zones'].includes(source))

function packed(feature: MapFeature): PackedFeature[] {
  if (feature.kind === 'badge') return []
  if (feature.kind !== 'line') return [feature]
  const { condition: _, parts: __, posts: ___, ...line } = feature
  return [{ ...line, lines: line.lines.map(packLine) }]
}

export function firstLines(bundle: SiteBundle): FirstLines {
  const { site } = bundle
  const networks = site.networks.map(({ id, name }) => ({
    id,
    name,
    word: '',
    condition: 'unknown' as const,
    areas: site.areas.filter(({ networkId }) => networkId === id).map((area) => area.name),
  }))
  return {
    palette: MAP_PALETTE,
    layers: MAP_LAYERS,
    extents: extentsOf(site, bundle),
    features: FIRST_SOURCES.map((source) => ({ source, features: featuresOf(bundle, source).flatMap(packed) })),
    badges: badgesOf(bundle, networks).map(({ id, points }) => ({ id, points: packLine(points) })),
    placeNames: bundle.placeNames,
  }
}

/** Depends on the time and the trail status, so it is part of the page. */
export type FirstConditions = {
  trails: Record<string, Pick<MapLine, 'condition' | 'parts' | 'posts'>>
  badges: Pick<MapBadge, 'id' | 'name' | 'word' | 'condition'>[]
}

export const firstConditions = (
  { trails, markers }: SiteBundle,
  conditionOf: (trail: SiteBundle['trails'][number]) => TrailCondition,
  badges: readonly NetworkBadge[],
): FirstConditions => ({
  trails: Object.fromEntries(trails.map((trail) => [trail.id, lineCondition(trail, conditionOf(trail), markers)])),
  badges: badges.map(({ id, name, word, condition }) => ({ id, name, word, condition })),
})
