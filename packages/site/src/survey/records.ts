import * as z from 'zod/mini'
import { Site } from '../site-json/schema.ts'
import * as words from '../site-json/vocabulary.ts'

/** Null always means "unknown", and screens must show "unknown". */

/** Longitude first, as in GeoJSON. */
export const Position = z.tuple([z.number(), z.number()])
export type Position = z.infer<typeof Position>

const isPosition = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every((degrees) => Number.isFinite(degrees))
// A network has ten thousand positions. Checking each with its own schema would take longer than drawing them.
const Line = z.custom<Position[]>((line) => Array.isArray(line) && line.every(isPosition), 'a line is a list of positions')

const Heights = z.custom<number[]>((heights) => Array.isArray(heights) && heights.every(Number.isInteger), 'heights are whole metres')

const Text = z.nullable(z.string())
const Measure = z.nullable(z.number())
const word = <Word extends string>(vocabulary: words.Vocabulary<Word>) => z.nullable(vocabulary.schema)

/** Unknown phrases keep the survey's spelling. */
const terrain = {
  gradient: Text,
  condition: Text,
  width: Text,
  vehicle: Text,
  distance2wdM: Measure,
  vegetation: Text,
}

/** The landing zone's name may be 'Winch only'. */
const Helicopter = z.object({ name: Text, type: Text, position: z.nullable(Position) })

/** `complete` is false if the survey left fields empty. */
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
  /** The point in the app that created or corrected this record. */
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
  /** In riding order. */
  lines: z.array(Line),
  /**
   * Null if the survey has no heights. Separate from the lines, because most code doesn't use heights, and a list of small numbers
   * compresses far better than a third coordinate.
   */
  heights: z._default(z.nullable(z.array(Heights)), null),
  /** Only present if the trail's line was changed in the app. */
  survey: z.optional(z.object({ lines: z.array(Line), heights: z.nullable(z.array(Heights)), distanceM: Measure })),
})
export type Trail = z.infer<typeof Trail>

export const EmergencyMarker = z.object({
  code: z.string(),
  area: Text,
  position: Position,
  accuracyM: Measure,
  /** Readings by the site's carrier id. Null if the carrier wasn't measured. */
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

/** The survey describes landing zones with the fields of access points. `helicopter.type` is the type of zone. */
export type LandingZone = AccessPoint

export const AccessRoute = z.object({
  id: z.string(),
  name: z.string(),
  type: word(words.RouteType),
  notes: Text,
  stroke: z.string(),
  dash: z.string(),
  /** Empty if the route is known only by name. */
  lines: z.array(Line),
})
export type AccessRoute = z.infer<typeof AccessRoute>

/** A point with a name: Feature, POI, Start Point, Hazard and similar. */
export const PlaceOfInterest = z.object({
  id: z.string(),
  category: words.FirstCategory.schema,
  name: z.string(),
  /** An area, a trail's name, or 'start'. The survey uses this field for all three. */
  activity: Text,
  position: Position,
  accuracyM: Measure,
  notes: Text,
  ...signed,
})
export type PlaceOfInterest = z.infer<typeof PlaceOfInterest>

export const LaterPlace = z.object({ ...PlaceOfInterest.shape, category: words.LaterCategory.schema })
export type LaterPlace = z.infer<typeof LaterPlace>
export type AnyPlace = PlaceOfInterest | LaterPlace

/** A place name is only for orientation. Without `maxZoom`, the name is shown at all closer zooms. */
export const PlaceName = z.object({
  name: z.string().check(z.minLength(1)),
  kind: z.enum(['town', 'land', 'water']),
  at: Position,
  minZoom: z.number(),
  maxZoom: z.optional(z.number()),
})
export type PlaceName = z.infer<typeof PlaceName>

/** Increase this number if devices with the previous shape must download the bundle again. */
export const BUNDLE_VERSION = 1

/** One file named by its hash contains all site data on a device. */
export const SiteBundle = z.object({
  version: z.literal(BUNDLE_VERSION),
  /** Covers the content without the hash itself. Unchanged files always give an unchanged hash. */
  hash: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  site: Site,
  trails: z.array(Trail),
  markers: z.array(EmergencyMarker),
  accessPoints: z.array(AccessPoint),
  landingZones: z.array(AccessPoint),
  accessRoutes: z.array(AccessRoute),
  hazards: z.array(PlaceOfInterest),
  places: z.array(PlaceOfInterest),
  /** Separate from `places`, because older versions of the app would otherwise reject the whole bundle. */
  laterPlaces: z._default(z.array(LaterPlace), []),
  /** For base maps that contain no names. Missing in older bundles. */
  placeNames: z._default(z.array(PlaceName), []),
  /**
   * The size of each offline map, including its overview, by `tilesKey`. Omits maps with tiles from another server. Missing in older
   * bundles.
   */
  offlineBytes: z._default(z.record(z.string(), z.number()), {}),
})

export const tilesKey = (baseId: string, slug: string): string => `${baseId}/${slug}`
/** A post that a second manager hasn't confirmed. `before` is the location shown to riders until then. */
export type WaitingPost = { id: string; pointId: string; code: string; position: Position; before: Position | null }
/** Managers' devices add `waitingPosts`. The server never sends them. */
export type SiteBundle = z.infer<typeof SiteBundle> & { waitingPosts?: readonly WaitingPost[] }
export type SiteRecords = Omit<SiteBundle, 'version' | 'hash' | 'site' | 'offlineBytes' | 'waitingPosts'>
