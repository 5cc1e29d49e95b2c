import * as z from 'zod/mini'
import { Site } from './schema.ts'
import * as words from './vocabulary.ts'

/**
 * A site's data as the app reads it: checked, corrected, with one spelling for each word. Null is "unknown" wherever it appears, and
 * screens must say so.
 */

/** Longitude first, as in GeoJSON. */
export const Position = z.tuple([z.number(), z.number()])
export type Position = z.infer<typeof Position>

const isPosition = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every((degrees) => Number.isFinite(degrees))
// One check for the whole line: a network has ten thousand positions, and a phone would spend longer on each by itself than on drawing them.
const Line = z.custom<Position[]>((line) => Array.isArray(line) && line.every(isPosition), 'a line is a list of positions')

const Heights = z.custom<number[]>((heights) => Array.isArray(heights) && heights.every(Number.isInteger), 'heights are whole metres')

const Text = z.nullable(z.string())
const Measure = z.nullable(z.number())
const word = <Word extends string>(vocabulary: words.Vocabulary<Word>) => z.nullable(vocabulary.schema)

/** Words of the survey, in our spelling where we know them. */
const terrain = {
  gradient: Text,
  condition: Text,
  width: Text,
  vehicle: Text,
  distance2wdM: Measure,
  vegetation: Text,
}

/** How a helicopter reaches the place: the landing zone's name (or 'Winch only'), its kind, and where it is. */
const Helicopter = z.object({ name: Text, type: Text, position: z.nullable(Position) })

/** One way to or from a marker by land. `complete` is false when the survey left fields of it empty. */
const Way = z.object({
  name: Text,
  descriptor: Text,
  roadCrossing: z.nullable(Position),
  vehicle: Text,
  majorRoad: Text,
  complete: z.boolean(),
})
export type Way = z.infer<typeof Way>

const signed = {
  createdAt: Text,
  createdBy: Text,
  /** The point that it was made or corrected by, in the app. */
  pointId: z.optional(z.string()),
}

export const Trail = z.object({
  id: z.string(),
  name: z.string(),
  rating: word(words.Rating),
  type: word(words.TrailType),
  distanceM: Measure,
  area: Text,
  stroke: z.string(),
  notes: Text,
  /** One or more lines, in riding order. */
  lines: z.array(Line),
  /**
   * Whole metres above the sea at each vertex, line by line; null where the survey has none. Apart from the lines: most of what reads
   * those needs no heights, and a list of small numbers compresses to a fraction of what a third coordinate would take.
   */
  heights: z._default(z.nullable(z.array(Heights)), null),
  /** What the survey says, of a trail whose line was changed in the app. */
  survey: z.optional(z.object({ lines: z.array(Line), heights: z.nullable(z.array(Heights)), distanceM: Measure })),
})
export type Trail = z.infer<typeof Trail>

export const EmergencyMarker = z.object({
  code: z.string(),
  area: Text,
  position: Position,
  accuracyM: Measure,
  /** By carrier id of the site. A carrier nobody measured is null. */
  readings: z.record(z.string(), Measure),
  signal: word(words.SignalColour),
  ...terrain,
  access: Way,
  egress: Way,
  helicopter: Helicopter,
  confirmation: z.nullable(z.object({ position: Position, accuracyM: Measure })),
  notes: Text,
  ...signed,
})
export type EmergencyMarker = z.infer<typeof EmergencyMarker>

export const AccessPoint = z.object({
  id: z.string(),
  name: z.string(),
  position: Position,
  accuracyM: Measure,
  ...terrain,
  helicopter: Helicopter,
  notes: Text,
  ...signed,
})
export type AccessPoint = z.infer<typeof AccessPoint>

/** The survey describes a landing zone with the same fields as an access point; `helicopter.type` says what kind of zone it is. */
export type LandingZone = AccessPoint

export const AccessRoute = z.object({
  id: z.string(),
  name: z.string(),
  type: word(words.RouteType),
  notes: Text,
  stroke: z.string(),
  dash: z.string(),
  /** Empty when the route is known by name only. */
  lines: z.array(Line),
})
export type AccessRoute = z.infer<typeof AccessRoute>

/** A point with a name: Feature, POI, Start Point, Hazard and the like. */
export const PlaceOfInterest = z.object({
  id: z.string(),
  category: words.FirstCategory.schema,
  name: z.string(),
  /** An area, a trail's name, or 'start': the survey uses the field for all three. */
  activity: Text,
  position: Position,
  accuracyM: Measure,
  notes: Text,
  ...signed,
})
export type PlaceOfInterest = z.infer<typeof PlaceOfInterest>

/** A place of one of the marker categories that came later. */
export const LaterPlace = z.object({ ...PlaceOfInterest.shape, category: words.LaterCategory.schema })
export type LaterPlace = z.infer<typeof LaterPlace>
export type AnyPlace = PlaceOfInterest | LaterPlace

/** A name on the map, for orientation: it stands on no record of the network. From `minZoom` to `maxZoom`, without an end if there is none. */
export const PlaceName = z.object({
  name: z.string().check(z.minLength(1)),
  kind: z.enum(['town', 'land', 'water']),
  at: Position,
  minZoom: z.number(),
  maxZoom: z.optional(z.number()),
})
export type PlaceName = z.infer<typeof PlaceName>

/** Raised when a phone that holds an older shape must fetch again. */
export const BUNDLE_VERSION = 1

/** Everything of a site that phones keep: one file, named by its hash. */
export const SiteBundle = z.object({
  version: z.literal(BUNDLE_VERSION),
  /** Of the content without the hash itself; the same files always give the same hash. */
  hash: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  site: Site,
  trails: z.array(Trail),
  markers: z.array(EmergencyMarker),
  accessPoints: z.array(AccessPoint),
  landingZones: z.array(AccessPoint),
  accessRoutes: z.array(AccessRoute),
  hazards: z.array(PlaceOfInterest),
  places: z.array(PlaceOfInterest),
  /** Beside `places`, and not in it: older versions of the app would refuse the whole bundle. */
  laterPlaces: z._default(z.array(LaterPlace), []),
  /** Drawn by the app over base maps that have no names of their own. Data from before they were known has none. */
  placeNames: z._default(z.array(PlaceName), []),
  /** What each offline map weighs, overview included, by `tilesKey`; without those whose tiles come from elsewhere. Older bundles have none. */
  offlineBytes: z._default(z.record(z.string(), z.number()), {}),
})

/** An offline map made of the tiles of one base map. */
export const tilesKey = (baseId: string, slug: string): string => `${baseId}/${slug}`
/** A post as it was entered, until a second manager has confirmed it; `before` is where riders find it meanwhile. */
export type WaitingPost = { id: string; pointId: string; code: string; position: Position; before: Position | null }
/** `waitingPosts` are on the devices of managers alone: no server sends them. */
export type SiteBundle = z.infer<typeof SiteBundle> & { waitingPosts?: readonly WaitingPost[] }
export type SiteRecords = Omit<SiteBundle, 'version' | 'hash' | 'site' | 'offlineBytes' | 'waitingPosts'>
