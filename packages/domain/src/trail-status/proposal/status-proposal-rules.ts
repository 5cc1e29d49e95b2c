/** Updates that only close something are warnings and never need approval (RULES.md, T20–T24). */
import type { Decision, Refusal } from '../../decision.ts'
import { type Actor, isManager } from '../../person/person.ts'
import { decide, type Input, type RecordChange } from '../../record-kind.ts'
import type { KnownTrail } from '../network-outcome.ts'
import { decideTrailUpdate, type PostingContext } from '../trail-status.ts'
import { keepsOtherTexts } from '../update/restricting-update.ts'
import { compareRestriction, type Statements } from '../update/restriction.ts'
import { type StatusProposal, type StatusProposalPatch, statusProposalKind } from './status-proposal-kind.ts'

export const OWN_PROPOSAL = 'You proposed this. Another manager has to confirm it.'
const DECIDED = 'Someone has already responded to this proposal.'

/**
 * T20: any other update needs a second manager. Even an update that only confirms the public status needs one, because it claims that the
 * status still applies.
 */
export function closesOnly(update: Statements, before: Statements | null, trails: readonly KnownTrail[], now: Date): boolean {
  const { opens, restricts } = compareRestriction(update, before, trails, now)
  return restricts && !opens && keepsOtherTexts(update, before, trails, now)
}

/** `approvalBlock` is the reason why the actor can't confirm the author's proposal (AP2), or null. */
export type ProposalContext = PostingContext & { approvalBlock: string | null }

function whyNot(
  current: StatusProposal | null,
  patch: StatusProposalPatch,
  input: Input,
  actor: Actor,
  context: ProposalContext,
  now: Date,
): Refusal | null {
  if (!isManager(actor)) return { code: 'not-allowed', detail: 'only managers can propose trail status' }
  const { confirm, decline, withdraw, ...written } = patch
  const answers = [confirm, decline, withdraw].filter((answer) => answer !== undefined).length
  if (!current) {
    if (answers > 0) return { code: 'gone', detail: 'there is no such proposal' }
    // An invalid update is refused when it is proposed, not only when someone confirms it.
    const decision = decideTrailUpdate(null, input.recordId, written, actor, context, now)
    return decision.ok ? null : decision.refusal
  }
  if (answers !== 1 || Object.keys(written).length > 0)
    return { code: 'not-valid', detail: 'a proposal can only be confirmed, declined or withdrawn' }
  if (current.state !== 'Waiting') return { code: 'changed-since', detail: DECIDED }
  const isOwn = current.createdBy === actor.id
  if (withdraw) return isOwn ? null : { code: 'not-allowed', detail: 'only the author can withdraw a proposal' }
  if (isOwn) return { code: 'own-entry', detail: OWN_PROPOSAL }
  if (confirm && context.approvalBlock) return { code: 'own-entry', detail: context.approvalBlock }
  // A proposal must not undo an update that its author hadn't seen (T7).
  return confirm && context.authorKnew?.is === 'earlier'
    ? { code: 'superseded', detail: 'a newer update has been posted; review it and propose again' }
    : null
}

/** `context.authorKnew` is the update that the author had seen when proposing. */
export function decideProposal(
  current: StatusProposal | null,
  input: Input,
  actor: Actor,
  context: ProposalContext,
  now: Date,
): Decision<RecordChange<StatusProposal>> {
  let isSentAnyway = false
  const decision = decide(statusProposalKind, current, input, actor, {}, now, (_next, patch) => {
    isSentAnyway = patch.sentAnyway === true
    return whyNot(current, patch, input, actor, context, now)
  })
  if (decision.ok && isSentAnyway) decision.record.changes.sentAnyway = { before: null, after: true }
  // The history must contain the decision, although the decision isn't one of the submitted fields.
  if (decision.ok && current) {
    const { record, changes } = decision.record
    if (record.state !== current.state) changes.state = { before: current.state, after: record.state }
    if (record.reason !== current.reason) changes.reason = { before: current.reason, after: record.reason }
  }
  return decision
}
