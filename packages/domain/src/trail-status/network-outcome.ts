/** Riders see the stricter of the manager's status and that of the network's trails (RULES.md, T13, T25). */
import { type Closure, hasBegun, moreRestrictive, statusUnder, type TrailWord } from './closure.ts'
import type { StatusStep, TrailStatus } from './public-status.ts'
import { type ExceptionTrail, exceptionsText } from './text/exceptions-text.ts'

/** `posts` are codes in riding order, empty if unknown. */
export type KnownTrail = { id: string; name: string; networkId: string; posts: readonly string[] }

export type NetworkStatements = {
  word: TrailStatus
  message: string
  trails: readonly KnownTrail[]
  words: Readonly<Record<string, TrailWord>>
  closures: readonly Closure[]
  /** The minimum restriction for trails without their own status, so that closing one trail never opens others. */
  baseAtLeast?: TrailStatus | undefined
}

export type NetworkOutcome = {
  status: TrailStatus
  /** The default status of trails without their own status. */
  base: TrailStatus
  exceptions: string
  /** Later changes, caused by planned closures that begin. */
  later: StatusStep[]
}

function summarise(statuses: readonly TrailStatus[]): TrailStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'Closed')) return 'Closed'
  return statuses.every((status) => status === 'Open') ? 'Open' : 'Partially Open'
}

/** If a manager sets "Partially Open" and names the affected trails, the network's other trails stay open (T25). */
function trailBase({ word, trails, words, closures }: NetworkStatements, postedAt: Date): TrailStatus {
  if (word !== 'Partially Open') return word
  const isSetApart = ({ id }: KnownTrail) =>
    (words[id] && words[id].status !== 'Open') || closures.some((closure) => closure.trailId === id && hasBegun(closure, postedAt))
  return trails.some(isSetApart) ? 'Open' : word
}

export type TrailState = KnownTrail & Pick<ExceptionTrail, 'word' | 'status'> & { closures: Closure[] }

export function trailsAt({ trails, words, closures }: NetworkStatements, base: TrailStatus, at: Date): TrailState[] {
  return trails.map((trail) => {
    const own = closures.filter((closure) => closure.trailId === trail.id && hasBegun(closure, at))
    const word = words[trail.id]?.status ?? null
    return { ...trail, word, status: statusUnder(word ?? base, own), closures: own }
  })
}

function networkAt(statements: NetworkStatements, base: TrailStatus, at: Date): { status: TrailStatus; exceptions: string } {
  const { word, message, closures } = statements
  if (word === 'Closed' || closures.some((closure) => closure.trailId === null && hasBegun(closure, at)))
    return { status: 'Closed', exceptions: '' }
  const trails = trailsAt(statements, base, at)
  const status = moreRestrictive(word, summarise(trails.map((trail) => trail.status)))
  return { status, exceptions: status === 'Closed' ? '' : exceptionsText(trails, message) }
}

/**
 * Also calculates the status at the start of each planned closure. The network never reopens automatically, because only a manager can end
 * a closure.
 */
export function networkOutcome(statements: NetworkStatements, postedAt: Date): NetworkOutcome {
  const { word, baseAtLeast = 'Open' } = statements
  const base = word === 'Partially Open' ? moreRestrictive(trailBase(statements, postedAt), baseAtLeast) : word
  const first = networkAt(statements, base, postedAt)
  const starts = statements.closures.flatMap((closure) => (hasBegun(closure, postedAt) ? [] : [Date.parse(closure.startsAt ?? '')]))
  const later: StatusStep[] = []
  for (const start of [...new Set(starts)].sort((a, b) => a - b)) {
    const next = networkAt(statements, base, new Date(start))
    const last = later.at(-1) ?? first
    if (next.status !== last.status || next.exceptions !== last.exceptions) later.push({ at: new Date(start).toISOString(), ...next })
  }
  return { ...first, base, later }
}
