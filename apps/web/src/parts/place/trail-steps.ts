import { OFF_NETWORK_M, type PlaceOnTrail } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { LonLat } from '#map/map-data.ts'
import type { SiteData } from '../trail/site-data.ts'

export type PostAlong = { code: string; alongM: number }

/** A step continues on the trail of the last one, because another trail may be nearer where two trails cross. */
export function useTrailSteps(data: SiteData | null, at: LonLat, moveTo: (at: LonLat) => void) {
  const { site } = usePageData()
  const [last, setLast] = useState<PlaceOnTrail<Trail> | null>(null)
  const isHere = (place: PlaceOnTrail<Trail> | null) =>
    place !== null && Math.abs(place.position[0] - at[0]) < 1e-6 && Math.abs(place.position[1] - at[1]) < 1e-6
  const nearest = data?.index.nearestTrail(at) ?? null
  const place = isHere(last) ? last : nearest && nearest.offTrailM <= OFF_NETWORK_M ? nearest : null
  const moveToAlong = (alongM: number) => {
    if (!place || !data) return
    const next = data.index.placeAlong(place.trail, alongM)
    setLast(next)
    if (next) moveTo(next.position)
  }
  const network = place && site.areas.find(({ name }) => name === place.trail.area)?.name
  return {
    /** Null where no trail is near. */
    name: place && [place.trail.name, network !== place.trail.name && network].filter(Boolean).join(', '),
    posts:
      place && data ? data.index.markersAlong(place.trail).map(({ marker, alongM }): PostAlong => ({ code: marker.code, alongM })) : [],
    move: (metres: number) => place && moveToAlong(place.alongM + metres),
    moveToAlong,
  }
}
