/** How each trail is now: in words, and as the map draws it. */
import {
  type Closure,
  closureDetails,
  closureText,
  hasBegun,
  type PublicStatus,
  timeSince,
  trailAt,
  trailStatusesOf,
} from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDay, formatExact } from '#lib/dates.ts'
import type { Condition } from '#map/palette.ts'
import { useNow } from '#platform/clock.ts'
import { useShownNetworks } from './network-conditions.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'
import type { NetworkBadge, TrailCondition } from './site-layers.ts'

export const timeWords = (timeZone: string) => ({ time: (at: Date) => formatExact(at, timeZone), day: formatDay })

/** A closure with its text as it is read now: all of it, and why without what and where. */
export type ShownClosure = Closure & { text: string; details: string }

export type ShownTrail = ShownStatus & {
  postedAt: string | null
  /** The status is its network's: nobody has said anything of the trail itself. */
  isNetworks: boolean
  /** Since when it is as it is; null where that was not recorded. */
  changedAt: string | null
  closures: readonly ShownClosure[]
  planned: readonly ShownClosure[]
}

type Shared = Pick<Site, 'areas' | 'statusAgeLimitHours' | 'timeZone'>

/** One trail as people are shown it. `isWritten`: on a page that is read nobody knows when. */
function shownTrail(status: PublicStatus | null, site: Shared, trail: Trail, clock: Date, isWritten = false): ShownTrail {
  const now = status ? timeSince(status.asOf, clock) : clock
  const is = trailAt(status, { id: trail.id, networkId: networkIdOf(site, trail) }, now)
  const words = timeWords(site.timeZone)
  const shown = (closure: Closure): ShownClosure => ({
    ...closure,
    text: closureText(closure, now, words),
    details: closureDetails(closure, now, words),
  })
  const posted = { id: trail.id, name: trail.name, status: is.status, message: is.message, postedAt: is.postedAt }
  return {
    ...shownStatus(posted, site.statusAgeLimitHours, site.timeZone, now, isWritten),
    postedAt: is.postedAt,
    isNetworks: is.isNetworks,
    changedAt: is.changedAt,
    closures: is.closures.map(shown),
    planned: is.planned.map(shown),
  }
}

/** Any trail of the site, as it is shown now. */
export function useShownTrails(isWritten = false): (trail: Trail) => ShownTrail {
  const { site, status } = usePageData()
  const now = useNow()
  return (trail) => shownTrail(status, site, trail, now, isWritten)
}

const CONDITIONS: Record<NonNullable<ShownStatus['shape']>, Condition> = { Open: 'open', 'Partially Open': 'partial', Closed: 'closed' }

const conditionOfShape = ({ shape }: ShownStatus): Condition => (shape ? CONDITIONS[shape] : 'unknown')

function conditionOfTrail(trail: ShownTrail): TrailCondition {
  const condition = conditionOfShape(trail)
  const sections = trail.closures.flatMap(({ section, level }) =>
    section ? [{ ...section, condition: level === 'Closed' ? ('closed' as const) : ('partial' as const) }] : [],
  )
  return { condition, sections: condition === 'open' || condition === 'partial' ? sections : [] }
}

/** Networks and trails as the map draws them; another object only when something has changed, because the map compares. */
export function useMapConditions(): { badges: readonly NetworkBadge[]; conditionOf: (trail: Trail) => TrailCondition } {
  const { site, status } = usePageData()
  const clock = useNow()
  const now = status ? timeSince(status.asOf, clock) : clock
  const networks = useShownNetworks()
  const statuses = status && trailStatusesOf(status)
  const begun = statuses?.closures.filter((closure) => hasBegun(closure, now))
  const key = JSON.stringify([networks.map(({ id, name, shape }) => [id, name, shape]), statuses?.networks, statuses?.trails, begun])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of the status and of the time that is drawn
  return useMemo(() => {
    const badges = networks.map((network) => ({
      id: network.id,
      name: network.name,
      word: network.shape ?? 'Unknown',
      condition: conditionOfShape(network),
      areas: site.areas.filter(({ networkId }) => networkId === network.id).map((area) => area.name),
    }))
    return { badges, conditionOf: (trail: Trail) => conditionOfTrail(shownTrail(status, site, trail, now)) }
  }, [site, key])
}
