import type { Kind } from '@trailwarden/api'
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
import type { RecordIn } from '#data/device/kinds.ts'
import { applyOverlay } from '#parts/trail/site-data.ts'

const keep = <T>(all: Map<string, T>, id: string, value: T | null) => void (value ? all.set(id, value) : all.delete(id))

export function followPoints(device: Device): () => void {
  const points = new Map<string, SitePoint>()
  const waiting = new Map<string, WaitingPost>()
  const lines = new Map<string, SiteTrailLine>()
  const follow = <K extends Kind>(kind: K, note: (id: string, data: RecordIn<K> | null) => void) =>
    followRecords(device, kind, ({ put, gone }) => {
      for (const id of gone) note(id, null)
      for (const { id, data } of put) note(id, data)
      const [all, trailLines, waitingPosts] = [[...points.values()], [...lines.values()], [...waiting.values()]]
      applyOverlay((bundle) => ({ ...withTrailLines(withPoints(bundle, all), trailLines), waitingPosts }))
    })
  const stops = [
    follow('point', (id, data) => {
      keep(points, id, data && sitePointOf(data))
      keep(waiting, id, data && waitingPostOf(data))
    }),
    follow('trail-line', (id, data) => keep(lines, id, data && siteTrailLineOf(data))),
  ]
  return () => {
    for (const stop of stops) stop()
    applyOverlay((bundle) => bundle)
  }
}
