/**
 * Which updates wait for a second manager where the site asks for one, and what may be done with one that waits (RULES.md, T20–T24). Closing is
 * a warning and never waits.
 */
import type { Decision, Refusal } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { isSameValue } from '../same-value.ts'
import type { Closure } from './closure.ts'
import type { KnownTrail } from './network-outcome.ts'
import { statusAt, type TrailStatus } from './public-status.ts'
import { type StatusProposal, type StatusProposalPatch, statusProposalKind } from './status-proposal-kind.ts'
import { decideTrailUpdate, type NewTrailUpdate, type PostingContext } from './trail-status.ts'
import { publicStatusOf, trailAt } from './trail-statuses.ts'

export const OWN_PROPOSAL = 'You proposed this. Another manager has to confirm it.'
const DECIDED = 'Somebody has decided about it meanwhile.'

/** Unknown lies between: whoever lets people ride what nobody spoke of opens it, and whoever closes it closes it. */
const SEVERITY = { Open: 0, 'Partially Open': 1, Unknown: 2, Closed: 3 } as const
const severityOf = (status: TrailStatus | null) => SEVERITY[status ?? 'Unknown']

type Statements = Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome'>

/** How closed everything is at a moment: each network, then each trail. */
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

/** The same closure, or one that takes at least as much away for at least as long. */
const isUpheld = (was: Closure, closures: readonly Closure[]) =>
  closures.some(
    (closure) =>
      closure.networkId === was.networkId &&
      closure.trailId === was.trailId &&
      isSameValue(closure.section, was.section) &&
      (closure.level === was.level || closure.level === 'Closed') &&
      startMs(closure) <= startMs(was) &&
      endMs(closure) >= endMs(was),
  )

/**
 * T20: it closes something and opens nothing, now and at every moment that is planned. Anything else waits for a second manager, also the
 * confirmation of what is public: it says that it is still so today.
 */
export function closesOnly(update: Statements, before: Statements | null, trails: readonly KnownTrail[], now: Date): boolean {
  const networkIds = [...new Set([...Object.keys(update.networks), ...Object.keys(before?.networks ?? {})])]
  const starts = [...update.closures, ...(before?.closures ?? [])].map(startMs).filter((ms) => ms > now.getTime())
  const moments = [now, ...[...new Set(starts)].map((ms) => new Date(ms))]
  let isMoreClosed = update.closures.some((closure) => !before || !isUpheld(closure, before.closures))
  for (const at of moments) {
    const was = severitiesAt(before, trails, networkIds, at)
    const is = severitiesAt(update, trails, networkIds, at)
    if (is.some((severity, i) => severity < (was[i] ?? severity))) return false
    isMoreClosed ||= is.some((severity, i) => severity > (was[i] ?? severity))
  }
  return isMoreClosed && (before?.closures ?? []).every((closure) => isUpheld(closure, update.closures))
}

export type ProposalContext = PostingContext

function whyNot(
  current: StatusProposal | null,
  patch: StatusProposalPatch,
  input: Input,
  actor: Actor,
  context: ProposalContext,
  now: Date,
): Refusal | null {
  if (!isManager(actor)) return { code: 'not-allowed', detail: 'trail status is proposed by managers' }
  const { confirm, decline, withdraw, ...written } = patch
  const answers = [confirm, decline, withdraw].filter((answer) => answer !== undefined).length
  if (!current) {
    if (answers > 0) return { code: 'gone', detail: 'there is no such proposal' }
    // Whatever would be refused as an update is refused now, and not when somebody confirms it.
    const decision = decideTrailUpdate(null, input.recordId, written, actor, context, now)
    return decision.ok ? null : decision.refusal
  }
  if (answers !== 1 || Object.keys(written).length > 0)
    return { code: 'not-valid', detail: 'a proposal is confirmed, declined or withdrawn, and no more' }
  if (current.state !== 'Waiting') return { code: 'changed-since', detail: DECIDED }
  const isOwn = current.createdBy === actor.id
  if (withdraw) return isOwn ? null : { code: 'not-allowed', detail: 'a proposal is withdrawn by its author' }
  if (isOwn) return { code: 'own-entry', detail: OWN_PROPOSAL }
  // What went live meanwhile must not be undone by what its author did not know (T7).
  return confirm && context.isSuperseded
    ? { code: 'superseded', detail: 'another update went live meanwhile; look at it and propose again' }
    : null
}

/** May it be proposed, confirmed, declined or withdrawn? `context.isSuperseded`: something went live that its author did not know. */
export function decideProposal(
  current: StatusProposal | null,
  input: Input,
  actor: Actor,
  context: ProposalContext,
  now: Date,
): Decision<RecordChange<StatusProposal>> {
  const decision = decide(statusProposalKind, current, input, actor, {}, now, (_next, patch) =>
    whyNot(current, patch, input, actor, context, now),
  )
  // An answer is a part of the history, though nobody writes it into a field.
  if (decision.ok && current) {
    const { record, changes } = decision.record
    if (record.state !== current.state) changes.state = { before: current.state, after: record.state }
    if (record.reason !== current.reason) changes.reason = { before: current.reason, after: record.reason }
  }
  return decision
}
