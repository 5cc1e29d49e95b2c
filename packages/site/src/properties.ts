import * as z from 'zod/mini'
import * as words from './vocabulary.ts'

/**
 * The properties of each kind of record as the survey's files hold them, read into plain values: text numbers become numbers, dates become
 * ISO dates, words get their one spelling. An empty field is null, and null means unknown: never zero, never good.
 */

/** Notes are shown to people in trouble; a longer text than this is a mistake of the export. */
const TEXT_MAX_LENGTH = 4000

const isBlank = (raw: unknown) => raw === undefined || raw === null || (typeof raw === 'string' && /^\s*(n\/a)?\s*$/i.test(raw))

/** Reads blank as null, hands the rest to `read`; whatever `read` cannot make sense of is left for the schema to refuse. */
const field = <T>(read: (raw: string) => unknown, schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.transform((raw: unknown) => (isBlank(raw) ? null : typeof raw === 'string' ? read(raw.trim()) : raw)),
    z.nullable(schema),
  )

const word = <Word extends string>(vocabulary: words.Vocabulary<Word>) => field((raw) => vocabulary.find(raw) ?? raw, vocabulary.schema)

/** Words that people read, and nothing is decided by: one that the vocabulary does not know is shown as it was delivered. */
const DESCRIPTION_MAX_LENGTH = 200
const described = <Word extends string>(vocabulary: words.Vocabulary<Word>) =>
  field((raw) => vocabulary.find(raw) ?? raw, z.string().check(z.maxLength(DESCRIPTION_MAX_LENGTH)))

const text = field((raw) => raw, z.string().check(z.maxLength(TEXT_MAX_LENGTH)))

/** 'Infinity', '0x10' and '1e3' are numbers to JavaScript and mistakes in a survey. */
const number = (schema: z.ZodMiniNumber) => field((raw) => (/^[+-]?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw), schema)

const metres = number(z.number().check(z.minimum(0), z.maximum(100_000)))
const degrees = number(z.number())

/** The survey's readings run from 95 to 141. Far outside of that a digit is missing, and a missing digit would read as an excellent signal. */
export const Reading = number(z.number().check(z.minimum(80), z.maximum(160)))

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** '11-Nov-19' to '2019-11-11'. The survey began in 2019, so two digits are a year of this century. */
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

/** By field, for telling the surveyor which words were not known. */
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
