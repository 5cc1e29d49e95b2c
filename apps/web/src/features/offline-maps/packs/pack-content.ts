/** Every device that has opened the app once has the trails, posts and guide. */
import type { Site, SiteBundle } from '@trailwarden/site'
import type { MapPack } from './map-pack.ts'

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** Returns, for example, `Map, 2 trails, 63 posts, safety guide`. The counts are those of the map's network, although its tiles show more. */
export function contentText(
  { slug }: Pick<MapPack, 'slug'>,
  { trails, markers }: { trails: readonly Placed[]; markers: readonly Placed[] },
  { areas }: Pick<Site, 'areas'>,
): string {
  const names = areas.filter(({ networkId }) => networkId === slug).map(({ name }) => name)
  const isOwn = ({ area }: Placed) => area !== null && names.includes(area)
  const counts = names.length > 0 ? [count(trails.filter(isOwn).length, 'trail'), count(markers.filter(isOwn).length, 'post')] : []
  return ['Map', ...counts, 'safety guide'].join(', ')
}

type Placed = Pick<SiteBundle['trails'][number] | SiteBundle['markers'][number], 'area'>
