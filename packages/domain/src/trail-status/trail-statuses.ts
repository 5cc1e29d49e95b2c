import * as z from 'zod/mini'
import { type Closure, Closures, hasBegun, statusUnder, TrailWord } from './closure.ts'
import { networkNow, type PublicStatus, TrailStatus } from './public-status.ts'
import type { NewTrailUpdate, TrailUpdate, UpdateOutcome } from './update/trail-update.ts'

const TrailStatuses = z.object({
  networks: z.array(z.object({ id: z.string(), base: z.optional(TrailStatus), changedAt: z.optional(z.iso.datetime()) })),
  /** A trail that had its own status only in the past has just `changedAt`. */
  trails: z._default(
    z.record(
      z.string(),
      z.object({
        word: z.nullable(TrailWord),
        changedAt: z.nullable(z.iso.datetime()),
        /** Only set if the trail may have been confirmed after the network's change (T28). */
        confirmedAt: z.optional(z.iso.datetime()),
      }),
    ),
    {},
  ),
  closures: z._default(Closures, []),
})
export type TrailStatuses = z.infer<typeof TrailStatuses>

const read = new WeakMap<PublicStatus, TrailStatuses | null>()

/** Null if a later version wrote the answer in a format that can't be read. The status of all trails is then unknown. */
export function trailStatusesOf(status: PublicStatus): TrailStatuses | null {
  const known = read.get(status)
  if (known !== undefined) return known
  const parsed = TrailStatuses.safeParse(status).data ?? null
  read.set(status, parsed)
  return parsed
}

type Latest = Pick<TrailUpdate, 'networks' | 'createdAt'> &
  Partial<Pick<TrailUpdate, 'trails' | 'closures'>> & { orderNumber?: number | undefined; outcome?: UpdateOutcome | null }

/** Shown instead of a status and message that a restore may have reverted to an older version (T31). */
export const NOT_CONFIRMED_SINCE_RESTORE = 'Not confirmed since a system restore'

/**
 * T31: the first update after a restore repeats the latest content, but confirms nothing. From this update, the server can tell whether the
 * next author knows about the restore.
 */
export function restoredUpdate(latest: TrailUpdate | null, by: { id: string; name: string }, id: string, now: Date): NewTrailUpdate {
  const { networks = {}, trails = {}, closures = [], outcome = null, createdAt = now } = latest ?? {}
  const confirmed = Object.entries(outcome?.networks ?? {}).map(
    ([network, settled]) => [network, { ...settled, confirmedAt: settled.confirmedAt ?? createdAt.toISOString() }] as const,
  )
  const restored: UpdateOutcome = {
    trails: {},
    ...outcome,
    networks: Object.fromEntries(confirmed),
    restoredAt: now.toISOString(),
  }
  return { networks, trails, closures, outcome: restored, posted: null, id, createdAt: now, createdBy: by.id, createdByName: by.name }
}

/** The status of a network that isn't in the update is unknown, never Open (T5). */
export function publicStatusOf(
  latest: Latest | null,
  networks: readonly { id: string; name: string }[],
  now: Date,
  epoch?: string,
): PublicStatus {
  const postedAt = latest?.createdAt.toISOString() ?? null
  const { trails = {}, closures = [], outcome } = latest ?? {}
  const trailIds = new Set([...Object.keys(trails), ...Object.keys(outcome?.trails ?? {})])
  const restoredMs = Date.parse(outcome?.restoredAt ?? '')
  const confirmedAtOf = (id: string) => outcome?.networks[id]?.confirmedAt ?? postedAt
  const isRestored = (id: string) => Date.parse(confirmedAtOf(id) ?? '') <= restoredMs
  // Until everything is confirmed again, devices that know later updates must not treat this answer as newer.
  const restored = networks.flatMap(({ id }) => (isRestored(id) ? (confirmedAtOf(id) ?? []) : [])).sort()
  return {
    asOf: now.toISOString(),
    postedAt: restored[0] ?? postedAt,
    orderNumber: latest ? latest.orderNumber : 0,
    epoch,
    networks: networks.map(({ id, name }) => {
      const posted = latest?.networks[id]
      if (!posted) return { id, name, status: null, message: isRestored(id) ? NOT_CONFIRMED_SINCE_RESTORE : '', postedAt: null }
      const settled = outcome?.networks[id]
      const steps = settled?.later ?? []
      const later = steps.filter(({ at }) => Date.parse(at) > now.getTime())
      const begun = steps.findLast(({ at }) => Date.parse(at) <= now.getTime())
      const { status, exceptions } = networkNow({ ...settled, status: settled?.status ?? posted.status, later: steps }, now)
      if (isRestored(id) && status !== 'Closed') {
        const closing = later.filter((step) => step.status === 'Closed')
        const unknown = { id, name, status: null, message: NOT_CONFIRMED_SINCE_RESTORE, postedAt: null }
        return closing.length > 0 ? { ...unknown, later: closing } : unknown
      }
      const base = settled?.base ?? posted.base
      const changedAt = begun?.at ?? settled?.changedAt
      const upcoming = upcomingOf(closures, id, outcome?.names ?? {}, now)
      return {
        id,
        name,
        status,
        message: posted.message,
        postedAt: settled?.confirmedAt ?? postedAt,
        ...(exceptions && { exceptions }),
        ...(upcoming.length > 0 && { upcoming }),
        ...(later.length > 0 && { later }),
        ...(base && { base }),
        ...(changedAt && { changedAt }),
      }
    }),
    ...(trailIds.size > 0 && {
      trails: Object.fromEntries(
        [...trailIds].map((id) => {
          const confirmedAt = outcome?.confirmedTrails?.[id]
          return [id, { word: trails[id] ?? null, changedAt: outcome?.trails[id] ?? null, ...(confirmedAt && { confirmedAt }) }] as const
        }),
      ),
    }),
    ...(closures.length > 0 && { closures }),
  }
}

function upcomingOf(closures: readonly Closure[], networkId: string, names: Readonly<Record<string, string>>, now: Date) {
  return closures
    .flatMap(({ startsAt, endsAt, trailId, section, level, message, ...closure }) =>
      closure.networkId === networkId && startsAt !== null && Date.parse(startsAt) > now.getTime() && (trailId === null || names[trailId])
        ? [
            {
              trail: trailId && (names[trailId] ?? null),
              isPart: section !== null,
              ...(level === 'Limited' && { isLimited: true }),
              startsAt,
              endsAt,
              message,
            },
          ]
        : [],
    )
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

export type TrailNow = {
  status: TrailStatus | null
  /** True if no status is set for the trail, so the trail takes status and message from its network (T12). */
  isNetworks: boolean
  message: string
  /** Closures and limits elsewhere in the network, not on this trail, such as "Icarus closed." (T25). */
  elsewhere: string
  postedAt: string | null
  changedAt: string | null
  closures: Closure[]
  planned: Closure[]
}

const UNKNOWN: TrailNow = {
  status: null,
  isNetworks: true,
  message: '',
  elsewhere: '',
  postedAt: null,
  changedAt: null,
  closures: [],
  planned: [],
}

/** A device's clock may be behind, or its time may be up to 30 s old, so the result is never before `writtenAt`. */
export const timeSince = (writtenAt: string, now: Date): Date => new Date(Math.max(now.getTime(), Date.parse(writtenAt)))

const latestOf = (times: readonly (string | null | undefined)[]) =>
  times.reduce<string | null>((latest, time) => (time && !(latest && Date.parse(latest) > Date.parse(time)) ? time : latest), null)

/** Uses only the public answer. The server, offline devices, the feeds and the map share this function. */
export function trailAt(status: PublicStatus | null, trail: { id: string; networkId: string | null }, at: Date): TrailNow {
  const statuses = status && trailStatusesOf(status)
  const network = status?.networks.find(({ id }) => id === trail.networkId)
  if (!statuses || !network) return UNKNOWN
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
  const whole = networkNow(network, now)
  const isNetworks = whole.status === 'Closed' || !(own?.word || closures.some(({ trailId }) => trailId !== null))
  // Closures elsewhere in the network don't change this trail's status.
  const ownStatus = statusUnder(own?.word?.status ?? base ?? network.status ?? 'Open', closures)
  // Even if the network's status is unknown, a closure of the whole trail applies (T31).
  if (!whole.status && ownStatus !== 'Closed') return { ...UNKNOWN, message: network.message, closures, planned }
  const begunAt = closures.flatMap(({ startsAt }) => startsAt ?? [])
  const changes = [isNetworks ? networkChangedAt : own?.changedAt, ...begunAt]
  return {
    status: whole.status === 'Closed' ? 'Closed' : ownStatus,
    isNetworks,
    message: isNetworks ? network.message : (own?.word?.message ?? ''),
    elsewhere: isNetworks ? (whole.exceptions ?? '') : '',
    postedAt: isNetworks ? network.postedAt : latestOf([network.postedAt, own?.confirmedAt]),
    changedAt: latestOf(changes),
    closures,
    planned,
  }
}
