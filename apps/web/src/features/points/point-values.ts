import type { Position } from '@trailwarden/domain'
import { LANDING_ZONE, POST, PointCategory, pointKind, type Replaced } from '@trailwarden/domain/point/point-kind'
import { type KnownPost, whyNotCode } from '@trailwarden/domain/point/point-rules'
import type { SiteBundle } from '@trailwarden/site'
import * as z from 'zod/mini'
import type { Photos } from '#data/device/device.ts'
import { PhotoValues } from '#parts/photo/photo-values.ts'
import { listedAs } from './points.ts'

const PointValues = z.object({ ...pointKind.values.shape, photos: PhotoValues })
export type PointValues = z.infer<typeof PointValues>

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

/**
 * Half-typed text is valid in a draft, so only the types of its fields are checked. An older version of the app may have used another
 * format.
 */
export function draftOf(saved: unknown, start: PointValues): PointValues | null {
  const read = z.object({ ...PointValues.shape, code: z.string() }).safeParse({ photos: [], ...Object(saved) })
  if (!read.success) return null
  // Photos that aren't stored with the draft are lost.
  const here = new Set([...Object.keys(takenIn(saved)), ...start.photos.map(({ id }) => id)])
  return { ...read.data, photos: read.data.photos.filter(({ id }) => here.has(id)) }
}

export function takenIn(saved: unknown): Photos {
  const taken = Object.entries<unknown>(Object(Object(saved).taken))
  return Object.fromEntries(taken.flatMap(([id, photo]) => (photo instanceof Blob ? [[id, photo]] : [])))
}

/** Null means that the network's data has no such record. */
export function startOf(bundle: SiteBundle, named: string): Partial<PointValues> | null {
  const listed = listedAs(bundle, named)
  if (!listed) return null
  const { source, named: id } = listed
  const [longitude, latitude] = listed.position
  const code = 'code' in listed ? listed.code : ''
  const notes = listed.notes ?? ''
  const zone = source === 'landing-zones' && 'name' in listed ? { description: listed.name, notes } : {}
  const replaces: Replaced = { source, id, code, place: { latitude, longitude }, ...zone }
  const categories = { 'emergency-markers': POST, 'access-points': 'Access Point', 'landing-zones': LANDING_ZONE } as const
  const category = PointCategory.safeParse('category' in listed ? listed.category : categories[source as keyof typeof categories])
  const place: Position = { latitude, longitude, accuracyM: listed.accuracyM === null ? null : Math.round(listed.accuracyM) }
  return {
    // The survey category 'Feature' doesn't exist for points.
    category: category.success ? category.data : 'POI',
    code,
    description: 'name' in listed ? listed.name : '',
    notes,
    place,
    replaces,
  }
}
