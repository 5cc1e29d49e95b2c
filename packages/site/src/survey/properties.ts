import * as z from 'zod/mini'
import * as words from '../site-json/vocabulary.ts'

/** An empty field becomes null, which means unknown, not zero or good. */

/** Notes are for people in an emergency. Longer text is a mistake in the export. */
const TEXT_MAX_LENGTH = 4000

const isBlank = (raw: unknown) => raw === undefined || raw === null || (typeof raw === 'string' && /^\s*(n\/a)?\s*$/i.test(raw))

/** `read` returns a value that it doesn't understand unchanged, and the schema then rejects the value. */
const field = <T>(read: (raw: string) => unknown, schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.transform((raw: unknown) => (isBlank(raw) ? null : typeof raw === 'string' ? read(raw.trim()) : raw)),
    z.nullable(schema),
  )

const word = <Word extends string>(vocabulary: words.Vocabulary<Word>) => field((raw) => vocabulary.find(raw) ?? raw, vocabulary.schema)

/** Only people read these phrases, so no code depends on them. A phrase that isn't in the vocabulary is shown unchanged. */
const DESCRIPTION_MAX_LENGTH = 200
const described = <Word extends string>(vocabulary: words.Vocabulary<Word>) =>
  field((raw) => vocabulary.find(raw) ?? raw, z.string().check(z.maxLength(DESCRIPTION_MAX_LENGTH)))

const text = field((raw) => raw, z.string().check(z.maxLength(TEXT_MAX_LENGTH)))

/** JavaScript accepts 'Infinity', '0x10' and '1e3' as numbers, but in a survey they are mistakes. */
const number = (schema: z.ZodMiniNumber) => field((raw) => (/^[+-]?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw), schema)

const metres = number(z.number().check(z.minimum(0), z.maximum(100_000)))
const degrees = number(z.number())

/** The survey's readings range from 95 to 141. A value far below this range lacks a digit, and would look like an excellent signal. */
export const Reading = number(z.number().check(z.minimum(80), z.maximum(160)))

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The survey began in 2019, so a two-digit year is in this century. */
const date = field((raw) => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})-([A-Za-z]{3})-(\d{2})$/.exec(raw) ?? []
  const index = MONTHS.indexOf(month.toLowerCase())
  return index < 0 ? raw : `20${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}, z.iso.date())

const signed = { created_by: text, created_at: date }

const terrain = {
  gradient: described(words.Gradient),
  condition: described(words.Condition),
  width: described(words.Width),
  vehicle: described(words.Vehicle),
  distance_2wd: metres,
  vegetation: described(words.Vegetation),
}

const helicopter = {
  helo_access_id: text,
  lz_type: described(words.LandingZoneType),
  helo_access_lat: degrees,
  helo_access_lon: degrees,
}

const wayIn = {
  access_descriptor_name: text,
  access_descriptor: described(words.AccessDescriptor),
  access_road_crossing_lat: degrees,
  access_road_crossing_lon: degrees,
  access_vehicle_access: described(words.VehicleReach),
  access_major_rd_ref: text,
}
const wayOut = {
  egress_access_descriptor_name: text,
  egress_access_descriptor: described(words.AccessDescriptor),
  egress_access_road_crossing_lat: degrees,
  egress_access_road_crossing_lon: degrees,
  egress_access_vehicle_access: described(words.VehicleReach),
  egress_access_major_rd_ref: text,
}

/** Unknown phrases are reported to the surveyor. */
export const DESCRIBED: Readonly<Record<string, words.Vocabulary<string>>> = {
  gradient: words.Gradient,
  condition: words.Condition,
  width: words.Width,
  vehicle: words.Vehicle,
  vegetation: words.Vegetation,
  lz_type: words.LandingZoneType,
  access_descriptor: words.AccessDescriptor,
  access_vehicle_access: words.VehicleReach,
  egress_access_descriptor: words.AccessDescriptor,
  egress_access_vehicle_access: words.VehicleReach,
}

export const TrailProperties = z.object({
  name: text,
  rating: word(words.Rating),
  type: word(words.TrailType),
  distance: metres,
  area: text,
  stroke: field((raw) => raw.toLowerCase(), z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  notes: text,
})

export const AccessPointProperties = z.object({
  description: text,
  accuracy: metres,
  ...terrain,
  ...helicopter,
  confirmation_lat: degrees,
  notes: text,
  type: text,
  ...signed,
})

export const AccessRouteProperties = z.object({
  description: text,
  type: word(words.RouteType),
  notes: text,
  stroke: text,
  dash: text,
})

export const EmergencyMarkerProperties = z.object({
  activity: text,
  description: text,
  accuracy: metres,
  signal: word(words.SignalColour),
  ...terrain,
  ...wayIn,
  ...wayOut,
  ...helicopter,
  confirmation_lat: degrees,
  confirmation_lon: degrees,
  confirmation_accuracy: metres,
  notes: text,
  ...signed,
  lon: degrees,
  lat: degrees,
})

export const PlaceProperties = z.object({ activity: text, description: text, accuracy: metres, notes: text, ...signed })
