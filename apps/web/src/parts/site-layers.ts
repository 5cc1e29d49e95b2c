/** The network's data as the map draws it: which layer each source becomes, and each record's line, pin or plate. */
import type {
  AccessPoint,
  AccessRoute,
  BaseMap,
  EmergencyMarker,
  LayerSource,
  PlaceOfInterest,
  Site,
  SiteBundle,
  Trail,
} from '@trailwarden/site'
import type { Colour, MapFeature, MapLayer } from '#map/map-data.ts'
import { CATEGORY_SYMBOLS, type SymbolName } from '#map/symbols.ts'
import tokens from '#ui/tokens.json'

type Role = keyof typeof tokens.colorSchemes.light.palette.roles

const themed = (role: Role): Colour => ({
  light: tokens.colorSchemes.light.palette.roles[role],
  dark: tokens.colorSchemes.dark.palette.roles[role],
})

/** The one a map has when nobody has chosen. */
export function firstBase({ baseMaps: [base] }: Pick<Site, 'baseMaps'>): BaseMap {
  if (!base) throw new Error('a site has at least one base map')
  return base
}

/** From below: routes, trails, what is done, ways in, places, hazards, the posts people are found by, and what is to be done. */
export const MAP_LAYERS: readonly MapLayer[] = [
  { id: 'access-routes', order: 10, clusters: false },
  { id: 'trails', order: 20, clusters: false },
  { id: 'actions-resolved', order: 30, clusters: true },
  { id: 'access-points', order: 40, clusters: true },
  { id: 'landing-zones', order: 41, clusters: true },
  { id: 'places', order: 45, clusters: true },
  { id: 'hazards', order: 50, clusters: true },
  // Never in clusters: a number in a circle is no code to read out to a dispatcher.
  { id: 'emergency-markers', order: 60, clusters: false },
  { id: 'actions', order: 70, clusters: true },
]

/** Sources that are built from the site's files; the others are records that people make. */
export const SITE_SOURCES = [
  'access-routes',
  'trails',
  'access-points',
  'landing-zones',
  'places',
  'hazards',
  'emergency-markers',
] as const satisfies readonly LayerSource[]
export type SiteSource = (typeof SITE_SOURCES)[number]

const GRADES = { green: themed('trailGreen'), blue: themed('trailBlue'), black: themed('trailBlack'), link: themed('trailLink') }
const ROUTES = { '4wd': themed('route4wd'), '2wd': themed('route2wd'), foot: themed('routeFoot') }
const CASING = themed('trailCasing')
// On dark ground a black trail is seen by its white edge.
const BLACK_EDGE: Colour = { light: CASING.light, dark: themed('trailBlackEdge').dark }

/** By day in the network's own colour; by night, where that would not show, in the lighter one of its grade. */
const lineOfTrail = ({ id, name, rating, stroke, lines }: Trail): MapFeature => ({
  kind: 'line',
  id,
  lines,
  colour: { light: stroke, dark: GRADES[rating ?? 'link'].dark },
  edge: rating === 'black' ? BLACK_EDGE : CASING,
  dash: rating === 'link' ? 'link' : 'solid',
  label: name,
})

const lineOfRoute = ({ id, name, type, lines }: AccessRoute): MapFeature => ({
  kind: 'line',
  id,
  lines,
  colour: type ? ROUTES[type] : GRADES.link,
  edge: CASING,
  dash: 'route',
  label: name,
})

const plateOf = ({ code, position, signal }: EmergencyMarker): MapFeature => ({ kind: 'plate', id: code, at: position, code, signal })

const pinOf =
  (symbol: SymbolName) =>
  ({ id, position }: AccessPoint | PlaceOfInterest): MapFeature => ({
    kind: 'pin',
    id,
    at: position,
    symbol,
    order: 0,
  })

export function symbolOfPlace({ category }: PlaceOfInterest): SymbolName {
  return category in CATEGORY_SYMBOLS ? CATEGORY_SYMBOLS[category as keyof typeof CATEGORY_SYMBOLS] : 'poi'
}

export function featuresOf(bundle: SiteBundle, source: SiteSource): MapFeature[] {
  switch (source) {
    case 'access-routes':
      return bundle.accessRoutes.filter(({ lines }) => lines.length > 0).map(lineOfRoute)
    case 'trails':
      return bundle.trails.map(lineOfTrail)
    case 'access-points':
      return bundle.accessPoints.map(pinOf('access-point'))
    case 'landing-zones':
      return bundle.landingZones.map(pinOf('helicopter-lz'))
    case 'places':
      return bundle.places.map((place) => pinOf(symbolOfPlace(place))(place))
    case 'hazards':
      return bundle.hazards.map((place) => pinOf(symbolOfPlace(place))(place))
    case 'emergency-markers':
      return bundle.markers.map(plateOf)
  }
}
