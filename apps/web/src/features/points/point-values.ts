/** The form of a point: its fields as they are typed, what of them is not right yet, and what a new one begins with. */
import type { Position } from '@trailwarden/domain'
import { POST, PointCategory, PointSource, pointKind, type Replaced } from '@trailwarden/domain/point/point-kind'
import { type KnownPost, whyNotCode } from '@trailwarden/domain/point/point-rules'
import { findListed, type SiteBundle } from '@trailwarden/site'
import type * as z from 'zod/mini'

export type PointValues = z.infer<typeof pointKind.values>

/** What the fields say by themselves, and what they must say together. */
export const schemaOf = (id: string, posts: readonly KnownPost[]) =>
  pointKind.values.check((context) => {
    const { category, code, description, place } = context.value
    const wrong = (path: keyof PointValues, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value })
    if (!place) wrong('place', 'Required')
    if (category !== POST) return void (description === '' && wrong('description', 'Required'))
    const inUse = code === '' ? 'Required' : whyNotCode({ ...context.value, id }, posts)
    if (inUse) wrong('code', inUse)
  })

/** Where a correction begins: with what the network's data says. Null when it has no such record. */
export function startOf(bundle: SiteBundle, named: string | null): Partial<PointValues> | null {
  const [source, id = ''] = named?.split(/:(.*)/) ?? []
  const known = PointSource.safeParse(source)
  const listed = known.success ? findListed(bundle, known.data, id) : null
  if (!listed || !known.success) return null
  const [longitude, latitude] = listed.position
  const code = 'code' in listed ? listed.code : ''
  const replaces: Replaced = { source: known.data, id, code, place: { latitude, longitude } }
  const categories = { 'emergency-markers': POST, 'access-points': 'Access Point', 'landing-zones': 'Helicopter LZ' } as const
  const category = PointCategory.safeParse('category' in listed ? listed.category : categories[source as keyof typeof categories])
  const place: Position = { latitude, longitude, accuracyM: listed.accuracyM === null ? null : Math.round(listed.accuracyM) }
  return {
    // 'Feature' of the survey is none of the marker categories.
    category: category.success ? category.data : 'POI',
    code,
    description: 'name' in listed ? listed.name : '',
    notes: listed.notes ?? '',
    place,
    replaces,
  }
}
