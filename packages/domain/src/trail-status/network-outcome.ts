/** What an update means for a network from the moment it is posted: pure, worked out once, and stored with the update. */
import { type Closure, hasBegun, statusUnder, type TrailWord } from './closure.ts'
import type { StatusStep, TrailStatus } from './public-status.ts'

/** A trail as the site has it. `posts`: codes of its posts in riding order; empty where they are not known. */
export type KnownTrail = { id: string; networkId: string; posts: readonly string[] }

type Posted = {
  /** What trails without a word of their own are, under a network that follows its trails; undefined where its status was set by hand. */
  base?: TrailStatus | undefined
  status: TrailStatus
}

/** All Open, all Closed, or neither (T13). */
const summaryOf = (statuses: readonly TrailStatus[]): TrailStatus =>
  statuses.every((status) => status === 'Open') ? 'Open' : statuses.every((status) => status === 'Closed') ? 'Closed' : 'Partially Open'

function networkStatus(
  { base, status }: Posted,
  trails: readonly KnownTrail[],
  words: Readonly<Record<string, TrailWord>>,
  closures: readonly Closure[],
): TrailStatus {
  if (closures.some(({ trailId }) => trailId === null)) return 'Closed'
  if (base === undefined || base === 'Closed' || trails.length === 0) return base ?? status
  return summaryOf(
    trails.map(({ id }) =>
      statusUnder(
        words[id]?.status ?? base,
        closures.filter(({ trailId }) => trailId === id),
      ),
    ),
  )
}

export type NetworkOutcome = { status: TrailStatus; later: StatusStep[] }

/** The network's status now, and what it becomes as planned closures begin. None of them ever ends by itself, so it never opens. */
export function networkOutcome(
  posted: Posted,
  network: { trails: readonly KnownTrail[]; words: Readonly<Record<string, TrailWord>>; closures: readonly Closure[] },
  now: Date,
): NetworkOutcome {
  const at = (time: Date) =>
    networkStatus(
      posted,
      network.trails,
      network.words,
      network.closures.filter((closure) => hasBegun(closure, time)),
    )
  const status = at(now)
  const starts = [...new Set(network.closures.flatMap((closure) => (hasBegun(closure, now) ? [] : [Date.parse(closure.startsAt ?? '')])))]
  const later: StatusStep[] = []
  for (const start of starts.sort((a, b) => a - b)) {
    const next = at(new Date(start))
    if (next !== (later.at(-1)?.status ?? status)) later.push({ at: new Date(start).toISOString(), status: next })
  }
  return { status, later }
}
