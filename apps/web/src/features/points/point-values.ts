/** The form of a point: its fields as they are typed, what of them is not right yet, and what a new one begins with. */
import type { Position } from '@trailwarden/domain'
import { POST, PointCategory, pointKind, type Replaced } from '@trailwarden/domain/point/point-kind'
import { type KnownPost, whyNotCode } from '@trailwarden/domain/point/point-rules'
import type { SiteBundle } from '@trailwarden/site'
import * as z from 'zod/mini'
import type { Photos } from '#data/device.ts'
import { PhotoValues } from '#parts/photo-values.ts'
import { listedAs } from './points.ts'

const PointValues = z.object({ ...pointKind.values.shape, photos: PhotoValues })
export type PointValues = z.infer<typeof PointValues>

/** What the fields say by themselves, and what they must say together. */
export const schemaOf = (id: string, posts: readonly KnownPost[]) =>
  PointValues.check((context) => {
    const { category, code, description, place } = context.value
    const wrong = (path: keyof PointValues, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value })
    if (!place) wrong('place', 'Required')
    if (category !== POST) return void (description === '' && wrong('description', 'Required'))
    const inUse = code === '' ? 'Required' : whyNotCode({ ...context.value, id }, posts)
    if (inUse) wrong('code', inUse)
  })

/** Half-typed text is a draft too: only the kinds of the fields are checked. Null of one that an older version of the app kept. */
export function draftOf(saved: unknown, start: PointValues): PointValues | null {
  const read = z.object({ ...PointValues.shape, code: z.string() }).safeParse({ photos: [], ...Object(saved) })
  if (!read.success) return null
  // A photo that could not be stored with its draft is not there any more.
  const here = new Set([...Object.keys(takenIn(saved)), ...start.photos.map(({ id }) => id)])
  return { ...read.data, photos: read.data.photos.filter(({ id }) => here.has(id)) }
}

/** The photos that were taken for a draft. */
export function takenIn(saved: unknown): Photos {
  const taken = Object.entries<unknown>(Object(Object(saved).taken))
  return Object.fromEntries(taken.flatMap(([id, photo]) => (photo instanceof Blob ? [[id, photo]] : [])))
}

/** Where a correction begins: with what the network's data says. Null when it has no such record. */
export function startOf(bundle: SiteBundle, named: string): Partial<PointValues> | null {
  const listed = listedAs(bundle, named)
  if (!listed) return null
  const { source, named: id } = listed
  const [longitude, latitude] = listed.position
  const code = 'code' in listed ? listed.code : ''
  const replaces: Replaced = { source, id, code, place: { latitude, longitude } }
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
