import * as z from 'zod/mini'

/**
 * One value of the received files put right. The files themselves are never edited, so that a new delivery from the surveyor can be compared
 * with the last one; what we know better stands here, each with its reason.
 */
export const Correction = z.object({
  file: z.string(),
  record: z.string(),
  /** A property, 'geometry' (its coordinates), or a group: 'access_*', 'egress_*' when the survey left the group unfinished. */
  field: z.string(),
  from: z.unknown(),
  /** Null says: cannot be known, show it as unknown. */
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

/** Apply corrections to one record. `stale` are those whose `from` is no longer what the file says: the surveyor may have fixed it. */
export function correct(feature: RawFeature, corrections: readonly Correction[]): { feature: RawFeature; stale: Correction[] } {
  const properties = { ...feature.properties }
  let geometry = feature.geometry
  const stale: Correction[] = []
  for (const correction of corrections) {
    const { field, from, to } = correction
    // A group has no value to replace: its entry says that somebody has looked and that its empty fields are unknown.
    if (isGroup(field)) continue
    if (!same(from, field === 'geometry' ? coordinatesOf(feature.geometry) : feature.properties[field])) stale.push(correction)
    else if (field === 'geometry') geometry = to === null ? null : { ...Object(geometry), coordinates: to }
    else properties[field] = to
  }
  return { feature: { properties, geometry }, stale }
}
