import { entryOf, POST, type Point, type PointPatch, PointSource, pointKind } from '@trailwarden/domain/point/point-kind'
import { isWaiting, type KnownPost } from '@trailwarden/domain/point/point-rules'
import { findListed, type SiteBundle } from '@trailwarden/site'
import type { Device } from '#data/device/device.ts'
import type { Seen } from '#data/device/kinds.ts'
import { useSeenRecord, useSeenRecords } from '#data/use-records.ts'
import { CATEGORY_SYMBOLS, type SymbolName } from '#map/symbols.ts'
import { type SavedWith, saveRecord } from '#parts/form/save-record.ts'

export type SeenPoint = Seen<Point>

export const usePoints = (): SeenPoint[] | undefined => useSeenRecords('points', { kind: 'point' })
export const usePoint = (id: string): SeenPoint | null | undefined => useSeenRecord('point', id)

export const symbolOfPoint = ({ category }: Pick<Point, 'category'>): SymbolName => CATEGORY_SYMBOLS[category]
export const isPost = ({ category }: Pick<Point, 'category'>) => category === POST
export const nameOfPoint = (point: Pick<Point, 'category' | 'code' | 'description'>) => (isPost(point) ? point.code : point.description)

export function statusOfPoint(point: Point): string {
  if (isWaiting(point)) return point.sentBack ? 'Sent back' : 'Waiting for a second manager'
  return point.isGone ? 'Removed' : 'On the map'
}

/** `named` is a name such as `places:lookout`. */
export function listedAs(bundle: SiteBundle, named: string) {
  const [source, id = ''] = named.split(/:(.*)/)
  const known = PointSource.safeParse(source)
  const listed = known.success ? findListed(bundle, known.data, id) : null
  return listed && known.data ? { ...listed, source: known.data, named: id } : null
}

export function knownPosts(bundle: SiteBundle, points: readonly Point[]): KnownPost[] {
  const surveyed = bundle.markers.map(({ code, pointId, position: [longitude, latitude] }) => ({
    code,
    place: { latitude, longitude },
    pointId,
  }))
  return [...surveyed, ...points.flatMap(({ id, code, place, isGone }) => (place && code && !isGone ? [{ code, place, pointId: id }] : []))]
}

/** `named` is a name such as `places:lookout`. */
export function pointFor(bundle: SiteBundle, points: readonly SeenPoint[], named: string): SeenPoint | null {
  const listed = listedAs(bundle, named)
  return points.find(({ id, replaces }) => id === listed?.pointId || (replaces && `${replaces.source}:${replaces.id}` === named)) ?? null
}

/** The form creates `id`, so saving twice after a lost response still creates only one point. */
export const addPoint = (device: Device | null, id: string, patch: PointPatch, more?: SavedWith) =>
  saveRecord(device, pointKind, 'add', id, patch, more)
export const editPoint = (device: Device | null, id: string, patch: PointPatch, more?: SavedWith) =>
  saveRecord(device, pointKind, 'edit', id, patch, more)
export const confirmPoint = (device: Device | null, point: Point) =>
  editPoint(device, point.id, { confirm: entryOf(point) }, { message: `${nameOfPoint(point)} confirmed` })
export const sendBackPoint = (device: Device | null, point: Point, reason: string) =>
  editPoint(device, point.id, { sendBack: { ...entryOf(point), reason } }, { message: 'Sent back' })
