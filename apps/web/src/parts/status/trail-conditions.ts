import {
  type Closure,
  closureDetails,
  closureText,
  hasBegun,
  networkNow,
  type PublicStatus,
  sectionText,
  type TrailNow,
  timeSince,
  trailAt,
  trailStatusesOf,
} from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatComing, formatDay, formatExact } from '#lib/dates.ts'
import type { Condition } from '#map/layers/palette.ts'
import { useNow } from '#platform/clock.ts'
import type { TrailCondition } from '../map/drawn-condition.ts'
import type { NetworkBadge } from '../map/site-layers.ts'
import { useShownNetworks } from './network-conditions.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'
import { upcomingText } from './upcoming.tsx'

export const timeWords = (timeZone: string) => ({ time: (at: Date) => formatExact(at, timeZone), day: formatDay })

export type ShownClosure = Closure & { text: string; details: string }

export type ShownTrail = ShownStatus & {
  postedAt: string | null
  /** Nothing was posted about the trail, so it has its network's status. */
  isNetworks: boolean
  changedAt: string | null
  closures: readonly ShownClosure[]
  /** Closures that don't affect this trail, as in "Elsewhere in the network: Icarus closed." (T25). */
  elsewhere: string
  upcoming: readonly UpcomingClosure[]
}

/**
 * Lists show `line`, as in "Closes Sat 14:00". Other places show `title`, "Closes Saturday 14:00", and `details`, "Until Monday 14:00.
 * Trees are being felled."
 */
type UpcomingClosure = { id: string; line: string; title: string; details: string }

type Shared = Pick<Site, 'areas' | 'statusAgeLimitHours' | 'timeZone'>
export type NamedTrail = Pick<Trail, 'id' | 'name' | 'area'>

/** Names keep their capital. */
const withLowerStart = (text: string) =>
  text.replace(/^(All|Closed|Every|Limited|Most|No|Parts?|Some|The|Trails?)\b/, (word) => word.toLowerCase())

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const MOST_SECTIONS = 2

/** Generated sentences come first, unless the network's message already contains all of them. */
function besideTrail(status: PublicStatus, networkId: string | null, is: TrailNow, now: Date): { elsewhere: string; message: string } {
  const network = status.networks.find(({ id }) => id === networkId)
  if (!network || !is.isNetworks) return { elsewhere: '', message: is.message }
  const message = is.message && is.status ? `${network.name}: ${withLowerStart(is.message)}` : is.message
  if (!is.elsewhere && networkNow(network, now).status === is.status) return { elsewhere: '', message }
  if (!is.elsewhere) return { elsewhere: withLowerStart(sentence(is.message)), message: '' }
  const sections = (trailStatusesOf(status)?.closures ?? []).flatMap((closure) =>
    closure.networkId === networkId && closure.section && hasBegun(closure, now)
      ? [`${closure.level.toLowerCase()} ${sectionText(closure.section)}`]
      : [],
  )
  const isOnlySections = /^Parts? of .*(closed|limited)\.$/.test(is.elsewhere)
  const elsewhere = isOnlySections && sections.length <= MOST_SECTIONS ? `${sections.join(', ')}.` : withLowerStart(is.elsewhere)
  return { elsewhere, message }
}

/** `isWritten` is for pages that may be read at any time. */
export function shownStatusOfTrail(
  status: PublicStatus | null,
  site: Shared,
  trail: NamedTrail,
  clock: Date,
  isWritten = false,
): ShownTrail {
  const now = status ? timeSince(status.asOf, clock) : clock
  const networkId = networkIdOf(site, trail)
  const is = trailAt(status, { id: trail.id, networkId }, now)
  const { elsewhere, message } = status ? besideTrail(status, networkId, is, now) : { elsewhere: '', message: '' }
  const words = timeWords(site.timeZone)
  const upcomingOf = (closure: Closure): UpcomingClosure | [] => {
    const { id, trailId, section, level, startsAt, endsAt } = closure
    const [start, end] = [new Date(startsAt ?? ''), endsAt === null ? null : new Date(endsAt)]
    const short = formatComing(start, now, site.timeZone, 3, !isWritten)
    if (!short) return []
    // The two-line form has room for the exact day, which stays correct whenever the page is read.
    const long = (at: Date) => (!isWritten && formatComing(at, now, site.timeZone)) || formatExact(at, site.timeZone)
    const where = section
      ? sectionText(section)
      : trailId === null
        ? `all of ${status?.networks.find((one) => one.id === networkId)?.name}`
        : ''
    const planned = { isPart: section !== null, isLimited: level === 'Limited' }
    const details = [
      where && `${where[0]?.toUpperCase()}${where.slice(1)}.`,
      end && `Until ${long(end)}.`,
      closureDetails(closure, now, words),
    ]
    return { id, line: upcomingText(planned, short), title: upcomingText(planned, long(start)), details: details.filter(Boolean).join(' ') }
  }
  const shown = (closure: Closure): ShownClosure => ({
    ...closure,
    text: closureText(closure, now, words),
    details: closureDetails(closure, now, words),
  })
  const posted = { id: trail.id, name: trail.name, status: is.status, message, postedAt: is.postedAt }
  return {
    ...shownStatus(posted, site.statusAgeLimitHours, site.timeZone, now, isWritten),
    postedAt: is.postedAt,
    isNetworks: is.isNetworks,
    elsewhere: elsewhere && `Elsewhere in the network: ${elsewhere}`,
    changedAt: is.changedAt,
    closures: is.closures.map(shown),
    upcoming: is.status === 'Closed' ? [] : is.planned.flatMap(upcomingOf),
  }
}

export function useShownTrails(isWritten = false): (trail: NamedTrail) => ShownTrail {
  const { site, status } = usePageData()
  const now = useNow()
  return (trail) => shownStatusOfTrail(status, site, trail, now, isWritten)
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

/** The map compares objects, so the result stays the same object until something changes. */
export function useMapConditions(): { badges: readonly NetworkBadge[]; conditionOf: (trail: NamedTrail) => TrailCondition } {
  const { site, status } = usePageData()
  const clock = useNow()
  const now = status ? timeSince(status.asOf, clock) : clock
  const networks = useShownNetworks()
  const statuses = status && trailStatusesOf(status)
  const begun = statuses?.closures.filter((closure) => hasBegun(closure, now))
  const key = JSON.stringify([
    networks.map(({ id, name, shape, word }) => [id, name, shape ?? word]),
    statuses?.networks,
    statuses?.trails,
    begun,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that is drawn of the status and the time
  return useMemo(() => {
    const badges = networks.map((network) => ({
      id: network.id,
      name: network.name,
      word: network.shape ?? (network.word === 'Unknown' ? network.word : 'Not confirmed'),
      condition: conditionOfShape(network),
      areas: site.areas.filter(({ networkId }) => networkId === network.id).map((area) => area.name),
    }))
    return { badges, conditionOf: (trail: NamedTrail) => conditionOfTrail(shownStatusOfTrail(status, site, trail, now)) }
  }, [site, key])
}
