/** Trail status as it is read: the public answer of an update, and what it means for a trail at any moment after it. */
import * as z from 'zod/mini'
import { type Closure, Closures, hasBegun, statusUnder, TrailWord } from './closure.ts'
import { type PublicStatus, statusAt, TrailStatus } from './public-status.ts'
import type { TrailUpdate, UpdateOutcome } from './trail-status.ts'

/** What the public answer says of trails. */
const TrailStatuses = z.object({
  networks: z.array(z.object({ id: z.string(), base: z.optional(TrailStatus), changedAt: z.optional(z.iso.datetime()) })),
  /** Trails with a word of their own; `changedAt` alone of those that had one once. */
  trails: z._default(z.record(z.string(), z.object({ word: z.nullable(TrailWord), changedAt: z.nullable(z.iso.datetime()) })), {}),
  closures: z._default(Closures, []),
})
export type TrailStatuses = z.infer<typeof TrailStatuses>

const read = new WeakMap<PublicStatus, TrailStatuses | null>()

/** Null where the answer cannot be read, being of a later version: then nothing is known of any trail. */
export function trailStatusesOf(status: PublicStatus): TrailStatuses | null {
  const known = read.get(status)
  if (known !== undefined) return known
  const parsed = TrailStatuses.safeParse(status).data ?? null
  read.set(status, parsed)
  return parsed
}

type Latest = Pick<TrailUpdate, 'networks' | 'createdAt'> &
  Partial<Pick<TrailUpdate, 'trails' | 'closures'>> & { orderNumber?: number | undefined; outcome?: UpdateOutcome | null }

/** What the public reads from the latest update. A network that the update does not speak of is unknown, never Open (T5). */
export function publicStatusOf(
  latest: Latest | null,
  networks: readonly { id: string; name: string }[],
  now: Date,
  epoch?: string,
): PublicStatus {
  const postedAt = latest?.createdAt.toISOString() ?? null
  const { trails = {}, closures = [], outcome } = latest ?? {}
  const trailIds = new Set([...Object.keys(trails), ...Object.keys(outcome?.trails ?? {})])
  return {
    asOf: now.toISOString(),
    postedAt,
    orderNumber: latest ? latest.orderNumber : 0,
    epoch,
    networks: networks.map(({ id, name }) => {
      const posted = latest?.networks[id]
      if (!posted) return { id, name, status: null, message: '', postedAt: null }
      const steps = outcome?.networks[id]?.later ?? []
      const later = steps.filter(({ at }) => Date.parse(at) > now.getTime())
      const begun = steps.findLast(({ at }) => Date.parse(at) <= now.getTime())
      const changedAt = begun?.at ?? outcome?.networks[id]?.changedAt
      return {
        id,
        name,
        status: statusAt({ status: posted.status, later: steps }, now),
        message: posted.message,
        postedAt,
        ...(later.length > 0 && { later }),
        ...(posted.base && { base: posted.base }),
        ...(changedAt && { changedAt }),
      }
    }),
    ...(trailIds.size > 0 && {
      trails: Object.fromEntries(
        [...trailIds].map((id) => [id, { word: trails[id] ?? null, changedAt: outcome?.trails[id] ?? null }] as const),
      ),
    }),
    ...(closures.length > 0 && { closures }),
  }
}

/** How one trail is. */
export type TrailNow = {
  status: TrailStatus | null
  /** It has no word of its own: the status and the message are its network's (T12). */
  isNetworks: boolean
  message: string
  postedAt: string | null
  changedAt: string | null
  /** In force: of the whole network, of the trail, of parts of it. */
  closures: Closure[]
  /** Still to come, the next one first. */
  planned: Closure[]
}

const UNKNOWN: TrailNow = { status: null, isNetworks: true, message: '', postedAt: null, changedAt: null, closures: [], planned: [] }

/** The time for whoever reads what the server wrote at `writtenAt`: a clock that is behind is not believed, nor one that ticks twice a minute. */
export const timeSince = (writtenAt: string, now: Date): Date => new Date(Math.max(now.getTime(), Date.parse(writtenAt)))

/** How a trail is at a moment, from the public answer alone: the server, a phone without signal, the feeds and the map ask here. */
export function trailAt(status: PublicStatus | null, trail: { id: string; networkId: string | null }, at: Date): TrailNow {
  const statuses = status && trailStatusesOf(status)
  const network = status?.networks.find(({ id }) => id === trail.networkId)
  if (!statuses || !network?.status) return UNKNOWN
  const now = timeSince(status.asOf, at)
  const own = statuses.trails[trail.id]
  const { base, changedAt: networkChangedAt } = statuses.networks.find(({ id }) => id === network.id) ?? {}
  const concerning = statuses.closures.filter(
    ({ networkId, trailId }) => networkId === network.id && (trailId === null || trailId === trail.id),
  )
  const closures = concerning.filter((closure) => hasBegun(closure, now))
  const planned = concerning
    .filter((closure) => !hasBegun(closure, now))
    .sort((a, b) => Date.parse(a.startsAt ?? '') - Date.parse(b.startsAt ?? ''))
  const networkNow = statusAt(network, now)
  const isNetworks = networkNow === 'Closed' || !(own?.word || closures.some(({ trailId }) => trailId !== null))
  // Under a network that follows its trails, what is closed elsewhere in it is not this one's status.
  const ownStatus = own?.word?.status ?? base ?? network.status
  const begunAt = closures.flatMap(({ startsAt }) => startsAt ?? [])
  const changes = [isNetworks ? networkChangedAt : own?.changedAt, ...begunAt].filter((time) => time != null)
  return {
    status: networkNow === 'Closed' ? 'Closed' : statusUnder(ownStatus, closures),
    isNetworks,
    message: isNetworks ? network.message : (own?.word?.message ?? ''),
    postedAt: network.postedAt,
    changedAt: changes.reduce<string | null>((latest, time) => (latest && Date.parse(latest) > Date.parse(time) ? latest : time), null),
    closures,
    planned,
  }
}
