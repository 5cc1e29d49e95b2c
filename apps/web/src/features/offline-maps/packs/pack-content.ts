/** Every device that has opened the app once has the trails, posts and guide. */
import type { Bounds, SiteBundle } from '@trailwarden/site'
import type { MapPack } from './map-pack.ts'

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

const isIn = ({ west, south, east, north }: Bounds, [lng, lat]: readonly number[]) =>
  lng !== undefined && lat !== undefined && lng >= west && lng <= east && lat >= south && lat <= north

/** Returns, for example, `Map, 2 trails, 63 posts, safety guide`. */
export function contentText({ bounds }: Pick<MapPack, 'bounds'>, { trails, markers }: Pick<SiteBundle, 'trails' | 'markers'>): string {
  const trailCount = trails.filter(({ lines }) => lines.some((line) => line.some((at) => isIn(bounds, at)))).length
  const postCount = markers.filter(({ position }) => isIn(bounds, position)).length
  return ['Map', count(trailCount, 'trail'), count(postCount, 'post'), 'safety guide'].join(', ')
}
