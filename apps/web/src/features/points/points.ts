/** What managers do with points, and the points they see: every screen reads and writes them through here. */
import { entryOf, POST, type Point, type PointPatch, PointSource, pointKind } from '@trailwarden/domain/point/point-kind'
import { isWaiting, type KnownPost } from '@trailwarden/domain/point/point-rules'
import { findListed, type SiteBundle } from '@trailwarden/site'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { CATEGORY_SYMBOLS, type SymbolName } from '#map/symbols.ts'
import { type SavedWith, saveRecord } from '#parts/save-record.ts'

/** A point as the person sees it, with where its newest change is and what of it was refused. */
export type SeenPoint = Point & { state: SyncState; attention: Attention[] }

// Safe: documents come from our server, and what is laid over them has the same fields.
const seen = ({ data, state, attention }: View): SeenPoint => ({ ...(data as Point), state, attention })

/** Undefined while the first reading is under way. */
export function usePoints(): SeenPoint[] | undefined {
  const views = useRecords('points', { kind: 'point' })
  return useMemo(() => views?.map(seen), [views])
}

/** Null when there is no such point. */
export function usePoint(id: string): SeenPoint | null | undefined {
  const view = useRecord('point', id)
  return useMemo(() => view && seen(view), [view])
}

export const symbolOfPoint = ({ category }: Pick<Point, 'category'>): SymbolName => CATEGORY_SYMBOLS[category]
export const isPost = ({ category }: Pick<Point, 'category'>) => category === POST
/** What it goes by: the code of a post, the description of anything else. */
export const nameOfPoint = (point: Pick<Point, 'category' | 'code' | 'description'>) => (isPost(point) ? point.code : point.description)

/** How it stands, in the words of its screens. */
export function statusOfPoint(point: Point): string {
  if (isWaiting(point)) return point.sentBack ? 'Sent back' : 'Waiting for a second manager'
  return point.isGone ? 'Removed' : 'On the map'
}

/** The record of the network's data that is named as in `places:lookout`. */
export function listedAs(bundle: SiteBundle, named: string) {
  const [source, id = ''] = named.split(/:(.*)/)
  const known = PointSource.safeParse(source)
  const listed = known.success ? findListed(bundle, known.data, id) : null
  return listed && known.data ? { ...listed, source: known.data, named: id } : null
}

/** The posts that a code must not collide with. */
export function knownPosts(bundle: SiteBundle, points: readonly Point[]): KnownPost[] {
  const surveyed = bundle.markers.map(({ code, pointId, position: [longitude, latitude] }) => ({
    code,
    place: { latitude, longitude },
    pointId,
  }))
  return [...surveyed, ...points.flatMap(({ id, code, place, isGone }) => (place && code && !isGone ? [{ code, place, pointId: id }] : []))]
}

/** The point that stands for a record of the network's data already, named as in `places:lookout`. Null when there is none. */
export function pointFor(bundle: SiteBundle, points: readonly SeenPoint[], named: string): SeenPoint | null {
  const listed = listedAs(bundle, named)
  return points.find(({ id, replaces }) => id === listed?.pointId || (replaces && `${replaces.source}:${replaces.id}` === named)) ?? null
}

/** `id` is the form's own: saved twice because an answer was lost, it is still one point. */
export const addPoint = (device: Device | null, id: string, patch: PointPatch, more?: SavedWith) =>
  saveRecord(device, pointKind, 'add', id, patch, more)
export const editPoint = (device: Device | null, id: string, patch: PointPatch, more?: SavedWith) =>
  saveRecord(device, pointKind, 'edit', id, patch, more)
export const confirmPoint = (device: Device | null, point: Point) =>
  editPoint(device, point.id, { confirm: entryOf(point) }, { message: `${point.code} confirmed` })
export const sendBackPoint = (device: Device | null, point: Point, reason: string) =>
  editPoint(device, point.id, { sendBack: { ...entryOf(point), reason } }, { message: 'Sent back' })
