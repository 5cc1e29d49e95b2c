/** The initial view uses the location only if the user has already allowed it, so there is never a permission prompt. */
import { distanceM, precisionOf, precisionOfPlace } from '@trailwarden/domain'
import { networkIdOf, type Site, type SiteBundle } from '@trailwarden/site'
import { useEffect, useEffectEvent } from 'react'
import { formatViewHash } from '#lib/view-hash.ts'
import type { Bounds, LonLat, MapView } from '#map/map-data.ts'
import type { TrailMap } from '#map/trail-map.ts'

import { extentsOf } from '#parts/place/network-extents.ts'
import { knownPlace } from '#parts/place/own-position.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { coveredNear } from './first-view.ts'
import type { OwnFix } from './locate.ts'

const NEAR_ZOOM = 14
/** A trail within this distance is visible at the initial zoom, even on a phone. */
const INSIDE_M = 1000
/** The car park and the town are within this distance of the trails. */
const BESIDE_M = 5000

/** Among a network's trails, the result is the user's location. Near a network, it is the network's bounds, and null means far away. */
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

/** `isAsked` means that a link specified the view. A view from a link, or one that the user has moved, stays. */
export function useNearMe(map: TrailMap | null, site: Site, bundle: SiteBundle | null, isAsked: boolean): void {
  const isNamed = useEffectEvent(() => isAsked)
  useEffect(() => {
    if (!map || !bundle || isNamed()) return
    let isOpen = true
    const first = formatViewHash(map.view)
    void knownPlace().then((place) => {
      // An inaccurate location isn't enough to find the trails nearby.
      const at: LonLat | null = place && precisionOfPlace(place.accuracyM).band !== 'lost' ? [place.longitude, place.latitude] : null
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

/** Null if the position is too inaccurate to tell which post is the nearest. */
export function nearestPost(index: SiteData['index'] | undefined, fix: OwnFix | null): string | null {
  if (!index || !fix) return null
  const posts = index.postsToName(fix.at, precisionOf(fix.accuracyM, Date.now() - fix.takenAt))
  return posts.length === 1 ? (posts[0]?.item.code ?? null) : null
}
