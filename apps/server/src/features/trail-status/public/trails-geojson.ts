/** For maps on other sites: GeoJSON (RFC 7946). */
import { closureText, isUnconfirmed, type PublicStatus, trailAt } from '@trailwarden/domain'
import { networkIdOf, type SiteBundle } from '@trailwarden/site'
import { timeWordsOf } from './status-text.ts'

/**
 * `status` is null if it's unknown or too old, as on our screens. `lastStatus` then has the last known status. Closures are as at `asOf`,
 * so a program that shows a copy later must compare `startsAt` with the clock.
 */
export function trailsGeoJson(bundle: SiteBundle, status: PublicStatus, publicUrl: string) {
  const { site } = bundle
  const now = new Date(status.asOf)
  const words = timeWordsOf(site)
  return {
    type: 'FeatureCollection',
    asOf: status.asOf,
    sample: site.sample,
    features: bundle.trails.map((trail) => {
      const networkId = networkIdOf(site, trail)
      const is = trailAt(status, { id: trail.id, networkId }, now)
      const isOld = isUnconfirmed(is.postedAt, site.statusAgeLimitHours, now)
      return {
        type: 'Feature',
        id: trail.id,
        geometry: { type: 'MultiLineString', coordinates: trail.lines },
        properties: {
          name: trail.name,
          grade: trail.rating,
          type: trail.type,
          lengthM: trail.distanceM,
          network: site.networks.find(({ id }) => id === networkId)?.name ?? null,
          status: isOld ? null : is.status,
          ...(isOld && { lastStatus: is.status }),
          isNetworksStatus: is.isNetworks,
          message: is.message,
          confirmedAt: is.postedAt,
          changedAt: is.changedAt,
          closures: [...is.closures, ...is.planned].map((closure) => ({
            level: closure.level,
            section: closure.section,
            startsAt: closure.startsAt,
            endsAt: closure.endsAt,
            text: closureText(closure, now, words),
          })),
          url: new URL(`/trails/${trail.id}`, publicUrl).href,
        },
      }
    }),
  }
}
