/** A manager's own view of the network: with the points on this device laid over it, also those that still wait to be sent. */
import type { Point } from '@trailwarden/domain/point/point-kind'
import { type SitePoint, sitePointOf, withPoints } from '@trailwarden/site'
import type { Device } from '#data/device.ts'
import { followRecords } from '#data/follow-records.ts'
import { layOver } from '#parts/site-data.ts'

/** Until the returned function is called. */
export function followPoints(device: Device): () => void {
  const points = new Map<string, SitePoint>()
  const stop = followRecords(device, 'point', ({ put, gone }) => {
    for (const id of gone) points.delete(id)
    for (const { id, data } of put) {
      // Safe: documents of this kind are points, written by our server or by this device.
      const point = sitePointOf(data as Point)
      if (point) points.set(id, point)
      else points.delete(id)
    }
    const all = [...points.values()]
    layOver((bundle) => withPoints(bundle, all))
  })
  return () => {
    stop()
    layOver((bundle) => bundle)
  }
}
