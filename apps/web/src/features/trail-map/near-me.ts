/** Where the map begins for someone who is at the trails, and has let the app know before where they are: nobody is asked. */
import { distanceM } from '@trailwarden/domain'
import { networkIdOf, type Site, type SiteBundle } from '@trailwarden/site'
import { useEffect, useEffectEvent } from 'react'
import { formatViewHash } from '#lib/view-hash.ts'
import type { Bounds, LonLat, MapView } from '#map/map-data.ts'
import type { TrailMap } from '#map/trail-map.ts'

import { knownPlace } from '#parts/own-position.ts'
import { coveredNear, extentsOf } from './first-view.ts'

const NEAR_ZOOM = 14
/** So near that the trail is in sight at that zoom, on a phone too. */
const INSIDE_M = 1000
/** The car park, or the town beside it. */
const BESIDE_M = 5000

/** Their own place among the trails of a network; from outside all of the network that is near; null from afar. */
export function viewNear([lng, lat]: LonLat, site: Site, bundle: SiteBundle): MapView | Bounds | null {
  let [least, nearest]: [number, string | null] = [BESIDE_M, null]
  for (const trail of bundle.trails)
    for (const point of trail.lines.flat()) {
      const far = distanceM([lng, lat], point)
      if (far < least) [least, nearest] = [far, networkIdOf(site, trail)]
    }
  if (least <= INSIDE_M) return { lat, lng, zoom: NEAR_ZOOM }
  return extentsOf(site, bundle)[site.networks.findIndex(({ id }) => id === nearest)] ?? null
}

/** `isAsked`: a link said what to show, and stays. Whoever has moved the map before the place is known has chosen, too. */
export function useNearMe(map: TrailMap | null, site: Site, bundle: SiteBundle | null, isAsked: boolean): void {
  const isNamed = useEffectEvent(() => isAsked)
  useEffect(() => {
    if (!map || !bundle || isNamed()) return
    let isOpen = true
    const first = formatViewHash(map.view)
    void knownPlace().then((place) => {
      const at: LonLat | null = place && [place.longitude, place.latitude]
      const near = at && isOpen && !isNamed() && formatViewHash(map.view) === first && viewNear(at, site, bundle)
      if (!near) return
      if ('zoom' in near) map.moveTo(near)
      else map.fit([near], coveredNear())
    })
    return () => {
      isOpen = false
    }
  }, [map, bundle, site])
}
