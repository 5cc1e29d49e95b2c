/** Compares two updates at the present and at any planned time (RULES.md, T7, T20). */
import { isSameValue } from '../../same-value.ts'
import type { Closure } from '../closure.ts'
import type { KnownTrail } from '../network-outcome.ts'
import { statusAt, type TrailStatus } from '../public-status.ts'
import { publicStatusOf, trailAt } from '../trail-statuses.ts'
import type { NewTrailUpdate } from './trail-update.ts'

/**
 * Unknown ranks between rideable and closed. A change from Unknown to a rideable status counts as opening, and a change to Closed as
 * restricting.
 */
const SEVERITY = { Open: 0, 'Partially Open': 1, Unknown: 2, Closed: 3 } as const
export const severityOf = (status: TrailStatus | null) => SEVERITY[status ?? 'Unknown']

export type Statements = Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome'>

function severitiesAt(statements: Statements | null, trails: readonly KnownTrail[], networkIds: readonly string[], at: Date): number[] {
  const status = publicStatusOf(
    statements && { ...statements, createdAt: at },
    networkIds.map((id) => ({ id, name: id })),
    at,
  )
  return [
    ...status.networks.map((network) => severityOf(statusAt(network, at))),
    ...trails.map((trail) => severityOf(trailAt(status, trail, at).status)),
  ]
}

const startMs = ({ startsAt }: Closure) => (startsAt === null ? 0 : Date.parse(startsAt))
const endMs = ({ endsAt }: Closure) => (endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt))

/** Another closure that restricts at least as much for at least as long also counts. */
export const isUpheld = (was: Closure, closures: readonly Closure[]) =>
  closures.some(
    (closure) =>
      closure.networkId === was.networkId &&
      (closure.trailId === null || closure.trailId === was.trailId) &&
      (closure.section === null || isSameValue(closure.section, was.section)) &&
      (closure.level === was.level || closure.level === 'Closed') &&
      startMs(closure) <= startMs(was) &&
      endMs(closure) >= endMs(was),
  )

export type Restriction = { opens: boolean; restricts: boolean }

export function compareRestriction(update: Statements, before: Statements | null, trails: readonly KnownTrail[], now: Date): Restriction {
  const networkIds = [...new Set([...Object.keys(update.networks), ...Object.keys(before?.networks ?? {})])]
  const starts = [...update.closures, ...(before?.closures ?? [])].map(startMs).filter((ms) => ms > now.getTime())
  const moments = [now, ...[...new Set(starts)].map((ms) => new Date(ms))]
  const isLost = (was: Closure) => update.networks[was.networkId]?.status !== 'Closed' && !isUpheld(was, update.closures)
  let opens = (before?.closures ?? []).some(isLost)
  let restricts = update.closures.some((closure) => !before || !isUpheld(closure, before.closures))
  for (const at of moments) {
    const was = severitiesAt(before, trails, networkIds, at)
    const is = severitiesAt(update, trails, networkIds, at)
    opens ||= is.some((severity, i) => severity < (was[i] ?? severity))
    restricts ||= is.some((severity, i) => severity > (was[i] ?? severity))
  }
  return { opens, restricts }
}
