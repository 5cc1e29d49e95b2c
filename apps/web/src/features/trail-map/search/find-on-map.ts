/** All functions are pure. */

import { findByCode } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import { plain } from '#lib/plain-text.ts'
import type { LonLat } from '#map/map-data.ts'
import { SITE_SOURCES } from '#parts/map/site-layers.ts'
import { nameOfRecord } from '../layers/map-records.ts'
import { idOf, recordsOf } from '../layers/site-records.ts'
import type { NamedFeature } from '../panels/named-list.tsx'

/** Posts, whose codes people type, come before trails, and trails before places. */
const SOUGHT_FIRST = ['emergency-markers', 'trails']
const rankOf = (layer: string) => (SOUGHT_FIRST.indexOf(layer) + SOUGHT_FIRST.length + 1) % (SOUGHT_FIRST.length + 1)

/**
 * The post with the exact code comes first, as at `/m/bf1`. Codes and names that begin with the query follow, and then those that contain
 * it.
 */
export function searchByName(bundle: SiteBundle, query: string, most: number): NamedFeature[] {
  const wanted = plain(query)
  if (wanted === '') return []
  const code = findByCode(bundle.markers, query)?.code
  const rank = (title: string): number | null => {
    const name = plain(title)
    if (title === code) return -1
    if (name === wanted) return 0
    if (name.replaceAll(' ', '').startsWith(wanted.replaceAll(' ', ''))) return 1
    if (name.split(' ').some((word) => word.startsWith(wanted))) return 2
    return name.includes(wanted) ? 3 : null
  }
  return SITE_SOURCES.flatMap((source) =>
    recordsOf(bundle, source).flatMap((one) => {
      const named = nameOfRecord(one)
      const order = rank(named.title)
      return order === null ? [] : [{ feature: { layer: source, id: idOf(one) }, named, order }]
    }),
  )
    .sort(
      (a, b) =>
        rankOf(a.feature.layer) - rankOf(b.feature.layer) ||
        a.order - b.order ||
        a.named.title.localeCompare(b.named.title, 'en', { numeric: true }),
    )
    .slice(0, most)
}

export const isLatitude = (value: number) => value >= -90 && value <= 90
export const isLongitude = (value: number) => value >= -180 && value <= 180

export const LATITUDE_RANGE = 'Latitude must be between -90 and 90.'
export const LONGITUDE_RANGE = 'Longitude must be between -180 and 180.'

/** Reads `-41.17532, 148.1121`, also separated by a space or semicolon, or with degree signs. A text explains what isn't valid. */
export function parseCoordinates(text: string): LonLat | string | null {
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? []
  if (lat === undefined || lng === undefined) return null
  if (!isLatitude(Number(lat))) return LATITUDE_RANGE
  return isLongitude(Number(lng)) ? [Number(lng), Number(lat)] : LONGITUDE_RANGE
}
