/** A straight line represents part of a trail with a report, other Actions, and the previous and next posts. */
import { isRough, ON_TRAIL_M, type Position } from '@trailwarden/domain'
import type { SiteData } from '#parts/trail/site-data.ts'

type Placed = { place: Position | null }
type Index = SiteData['index']
type Trail = SiteData['bundle']['trails'][number]

type On = { share: number }
export type Stretch<T> = {
  trail: Trail
  /** A stop is a post, or the start or end of the trail. A stop has no name if there isn't enough space. */
  stops: (On & { code: string; isNamed: boolean })[]
  here: number
  /** A mark that would overlap another is in the second row (`isHigh`). */
  others: (On & { one: T; isHigh: boolean })[]
}

const POSTS_EACH_WAY = 2
/** Fractions of the narrowest line, which is 240 px wide. A mark is 24 px wide, and a code 38 px. */
const MARK_SHARE = 0.1
const NAME_SHARE = 0.16

const pointOf = ({ longitude, latitude }: Position) => [longitude, latitude] as const
const isNear = (share: number, others: readonly On[], within: number) => others.some((one) => Math.abs(one.share - share) < within)

/** An inaccurate location returns null, because a mark on the line would look more accurate than the location is. */
export function stretchAround<T extends Placed>(index: Index, { place }: Placed, others: readonly T[]): Stretch<T> | null {
  if (!place || isRough(place.accuracyM)) return null
  const at = index.nearestTrail(pointOf(place))
  if (!at || at.offTrailM > ON_TRAIL_M) return null
  const { trail, alongM } = at
  const posts = index.markersAlong(trail).map((post) => ({ code: post.marker.code, alongM: post.alongM }))
  const behind = posts.filter((post) => post.alongM <= alongM).slice(-POSTS_EACH_WAY)
  const ahead = posts.filter((post) => post.alongM > alongM).slice(0, POSTS_EACH_WAY)
  if (behind.length === 0) behind.push({ code: 'Start', alongM: 0 })
  if (ahead.length === 0) ahead.push({ code: 'End', alongM: index.lengthOf(trail) })
  const all = [...behind, ...ahead]
  const [from = 0, to = 0] = [all[0]?.alongM, all.at(-1)?.alongM]
  if (to <= from) return null
  const shareOf = (metres: number) => (metres - from) / (to - from)

  // The posts next to the report get their names first.
  const named: On[] = []
  const nextFirst = all.toSorted((a, b) => Math.abs(a.alongM - alongM) - Math.abs(b.alongM - alongM))
  for (const stop of nextFirst) {
    const share = shareOf(stop.alongM)
    if (!isNear(share, named, NAME_SHARE)) named.push({ share })
  }
  const here = shareOf(alongM)
  const marks: Stretch<T>['others'] = []
  for (const one of others) {
    const found = one.place && index.placeOn(trail, pointOf(one.place))
    const share = found ? shareOf(found.alongM) : -1
    if (share < 0 || share > 1) continue
    const isHigh = isNear(share, [{ share: here }, ...marks.filter((mark) => !mark.isHigh)], MARK_SHARE)
    // If there is no space in either row, only the list next to the line shows the Action.
    if (
      !isHigh ||
      !isNear(
        share,
        marks.filter((mark) => mark.isHigh),
        MARK_SHARE,
      )
    )
      marks.push({ one, share, isHigh })
  }
  const stops = all.map(({ code, alongM: metres }) => {
    const share = shareOf(metres)
    return { code, share, isNamed: named.some((one) => one.share === share) }
  })
  return { trail, stops, here, others: marks }
}
