import * as z from 'zod/mini'

/** The received files are never edited, so that a new delivery from the surveyor can be compared with the last one. */
export const Correction = z.object({
  file: z.string(),
  record: z.string(),
  /** A property, 'geometry' (the coordinates), or a group: 'access_*' or 'egress_*' if the survey left the group unfinished. */
  field: z.string(),
  from: z.unknown(),
  /** Null if the value can't be determined. The value is then shown as unknown. */
  to: z.unknown(),
  reason: z.string().check(z.minLength(10)),
})
export type Correction = z.infer<typeof Correction>

export const Corrections = z.array(Correction)

export type RawFeature = { properties: Record<string, unknown>; geometry: unknown }

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const coordinatesOf = (geometry: unknown): unknown =>
  typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry ? geometry.coordinates : null

const isGroup = (field: string) => field.endsWith('_*')

/** `stale` lists corrections whose `from` no longer matches the file, perhaps because the surveyor fixed the value. */
export function correct(feature: RawFeature, corrections: readonly Correction[]): { feature: RawFeature; stale: Correction[] } {
  const properties = { ...feature.properties }
  let geometry = feature.geometry
  const stale: Correction[] = []
  for (const correction of corrections) {
    const { field, from, to } = correction
    // A group has no value to replace. A correction only confirms that a person has checked the group and that its empty fields are
    // unknown.
    if (isGroup(field)) continue
    if (!same(from, field === 'geometry' ? coordinatesOf(feature.geometry) : feature.properties[field])) stale.push(correction)
    else if (field === 'geometry') geometry = to === null ? null : { ...Object(geometry), coordinates: to }
    else properties[field] = to
  }
  return { feature: { properties, geometry }, stale }
}
