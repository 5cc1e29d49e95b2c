/**
 * Updates without a second manager's approval may only add restrictions. All other texts must stay, and all other statuses keep their age
 * (RULES.md, T20, T28).
 */
import { type Closure, hasBegun, statusUnder } from '../closure.ts'
import type { KnownTrail } from '../network-outcome.ts'
import { networkStatements } from '../trail-status.ts'
import { checkMessage } from './message-check.ts'
import { isUpheld, severityOf } from './restriction.ts'
import type { Settled, UpdateWords } from './trail-update.ts'

function networkSeverity({ networks, closures }: UpdateWords, id: string, now: Date): number {
  const isClosed = closures.some((closure) => closure.networkId === id && closure.trailId === null && hasBegun(closure, now))
  return severityOf(isClosed ? 'Closed' : (networks[id]?.base ?? networks[id]?.status ?? null))
}

/** Ignores the network, because closing a network doesn't justify rewriting the warnings on its trails. */
function trailSeverity({ trails, closures }: UpdateWords, id: string, now: Date): number {
  const own = closures.filter((closure) => closure.trailId === id && hasBegun(closure, now))
  return severityOf(statusUnder(trails[id]?.status ?? 'Open', own))
}

const isSameText = (a: Closure, b: Closure) => a.message === b.message && a.wayAround === b.wayAround && a.reopens === b.reopens

/** A longer duration doesn't count. */
const isWidened = (was: Closure, closure: Closure) =>
  isUpheld(was, [closure]) &&
  ((closure.trailId === null && was.trailId !== null) ||
    (closure.section === null && was.section !== null) ||
    (closure.level === 'Closed' && was.level === 'Limited'))

/**
 * An update that closes something in a network may extend the network's message, and remove only the parts that the closure makes untrue. A
 * planned closure doesn't restrict anything yet.
 */
export function keepsOtherTexts(update: UpdateWords, before: UpdateWords | null, trails: readonly KnownTrail[], now: Date): boolean {
  if (!before) return true
  const isTrailRestricted = (id: string) => trailSeverity(update, id, now) > trailSeverity(before, id, now)
  const isPartAdded = (closure: Closure) => hasBegun(closure, now) && !isUpheld(closure, before.closures)
  const isPartlyRestricted = (id: string) =>
    trails.some((trail) => trail.networkId === id && isTrailRestricted(trail.id)) ||
    update.closures.some((closure) => closure.networkId === id && isPartAdded(closure))
  const keepsNetwork = (id: string) => {
    const [was, is] = [before.networks[id]?.message ?? '', update.networks[id]?.message ?? '']
    if (was === is || networkSeverity(update, id, now) > networkSeverity(before, id, now)) return true
    const corrected = checkMessage({ ...networkStatements(update, id, trails), message: was }, null, now)?.suggestion
    return isPartlyRestricted(id) && (is.includes(was) || (corrected != null && is.includes(corrected)))
  }
  const keepsTrail = (id: string) => (before.trails[id]?.message ?? '') === (update.trails[id]?.message ?? '') || isTrailRestricted(id)
  const keepsClosure = (was: Closure) =>
    update.closures.some((closure) => (closure.id === was.id && isSameText(was, closure)) || isWidened(was, closure))
  const idsIn = (name: 'networks' | 'trails') => [...new Set([...Object.keys(before[name]), ...Object.keys(update[name])])]
  return idsIn('networks').every(keepsNetwork) && idsIn('trails').every(keepsTrail) && before.closures.every(keepsClosure)
}

type Dated = Settled & { createdAt: Date | string }

export const confirmedAtOf = ({ outcome, createdAt }: Pick<Dated, 'outcome' | 'createdAt'>, networkId: string): string =>
  outcome?.networks[networkId]?.confirmedAt ?? new Date(createdAt).toISOString()

/** T31: removes all confirmations from an update made before a restore. Closures in the update still apply. */
export function confirmNothing<U extends Dated>(update: U, before: Dated | null): U {
  if (!before || !update.outcome) return update
  const { confirmedTrails, restoredAt } = before.outcome ?? {}
  const networks = Object.fromEntries(
    Object.entries(update.outcome.networks).map(([id, network]) => [id, { ...network, confirmedAt: confirmedAtOf(before, id) }] as const),
  )
  const outcome = { ...update.outcome, networks, ...(confirmedTrails && { confirmedTrails }), ...(restoredAt && { restoredAt }) }
  return { ...update, outcome }
}

/** T28: a restricting update confirms only the networks and trails that it currently restricts. */
export function confirmRestrictedOnly<U extends Dated>(update: U, before: Dated | null, now: Date): U {
  if (!before || !update.outcome) return update
  const networks = Object.fromEntries(
    Object.entries(update.outcome.networks).map(([id, network]) => {
      const isRestricted = networkSeverity(update, id, now) > networkSeverity(before, id, now)
      return [id, isRestricted ? network : { ...network, confirmedAt: confirmedAtOf(before, id) }] as const
    }),
  )
  const restricted = Object.keys(update.outcome.trails).filter((id) => trailSeverity(update, id, now) > trailSeverity(before, id, now))
  const confirmedTrails = {
    ...before.outcome?.confirmedTrails,
    ...Object.fromEntries(restricted.map((id) => [id, now.toISOString()] as const)),
  }
  const restoredAt = before.outcome?.restoredAt
  return { ...update, outcome: { ...update.outcome, networks, confirmedTrails, ...(restoredAt && { restoredAt }) } }
}
