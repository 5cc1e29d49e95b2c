import type { Data } from '@trailwarden/domain'
import type { Point } from '@trailwarden/domain/point/point-kind'
import type { TrailLine } from '@trailwarden/domain/trail-line/trail-line-kind'
import {
  type SitePoint,
  type SiteTrailLine,
  sitePointOf,
  siteTrailLineOf,
  type WaitingPost,
  waitingPostOf,
  withPoints,
  withTrailLines,
} from '@trailwarden/site'
import type { Device } from '#data/device/device.ts'
import { followRecords } from '#data/device/follow-records.ts'
import { layOver } from '#parts/trail/site-data.ts'

const keep = <T>(all: Map<string, T>, id: string, value: T | null) => void (value ? all.set(id, value) : all.delete(id))

export function followPoints(device: Device): () => void {
  const points = new Map<string, SitePoint>()
  const waiting = new Map<string, WaitingPost>()
  const lines = new Map<string, SiteTrailLine>()
  const follow = (kind: string, note: (id: string, data: Data | null) => void) =>
    followRecords(device, kind, ({ put, gone }) => {
      for (const id of gone) note(id, null)
      for (const { id, data } of put) note(id, data)
      const [all, trailLines, waitingPosts] = [[...points.values()], [...lines.values()], [...waiting.values()]]
      layOver((bundle) => ({ ...withTrailLines(withPoints(bundle, all), trailLines), waitingPosts }))
    })
  // This cast is safe because documents of these kinds are points and lines, written by our server or this device.
  const stops = [
    follow('point', (id, data) => {
      keep(points, id, data && sitePointOf(data as Point))
      keep(waiting, id, data && waitingPostOf(data as Point))
    }),
    follow('trail-line', (id, data) => keep(lines, id, data && siteTrailLineOf(data as TrailLine))),
  ]
  return () => {
    for (const stop of stops) stop()
    layOver((bundle) => bundle)
  }
}
