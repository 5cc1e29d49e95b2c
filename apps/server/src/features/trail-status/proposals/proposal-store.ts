/**
 * Confirming a proposal posts it like any other update, in the same transaction. Until then, only managers' devices receive the proposal.
 */
import { type Actor, type AuditEvent, type Decision, isManager, MANAGER, type Reader, type TrailUpdate } from '@trailwarden/domain'
import { type ProposalState, type StatusProposal, statusProposalKind } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import { decideProposal } from '@trailwarden/domain/trail-status/proposal/status-proposal-rules'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import { applyRecordChange } from '#db/records/record-store.ts'
import { findApprovalBlock } from '#features/people/accounts/account-grants.ts'
import {
  applyTrailUpdate,
  lockTrailStatus,
  type PostingDependencies,
  readAuthorKnew,
  readLatestTrailUpdate,
} from '../trail-status-store.ts'

/** T21: only managers see proposals, because they can confirm them. */
export const proposalIsSeenBy = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

/** The second manager sees every change in a proposal, so the server needn't check what its author had seen. */
const basedOnLatest = (basedOn: unknown, latest: TrailUpdate | null) => ({
  ...(basedOn !== undefined && { basedOn }),
  ...(latest && { basedOnNumber: latest.orderNumber }),
})

const EVENTS: Record<ProposalState, AuditEvent> = {
  Waiting: 'proposal-made',
  Confirmed: 'proposal-confirmed',
  Declined: 'proposal-declined',
  Withdrawn: 'proposal-withdrawn',
}

export function applyProposalChange(deps: PostingDependencies) {
  const networkIds = deps.site.networks.map((network) => network.id)
  return async (tx: Tx, actor: Actor, incoming: Incoming): Promise<Decision<Applied>> => {
    // The lock for posting, so that no update arrives between reading the latest one and confirming.
    const now = await lockTrailStatus(tx)
    const apply = applyRecordChange(statusProposalKind, 'status_proposals', async (_tx, current, _incoming, patch) => {
      const before = await readLatestTrailUpdate(tx, deps.trails())
      const authorKnew = await readAuthorKnew(tx, basedOnLatest(current ? current.basedOn : patch.basedOn, before), before, deps.trails())
      const approvalBlock = current && patch.confirm ? await findApprovalBlock(tx, actor.id, [current.createdBy], now) : null
      const context = { networkIds, trails: deps.trails(), before, authorKnew, approvalBlock }
      const decision = decideProposal(current, { ...incoming, patch }, actor, context, now)
      const subjectId = current && current.createdBy !== actor.id ? current.createdBy : null
      const about = { actorId: actor.id, subjectId, details: { recordId: incoming.recordId } }
      if (!decision.ok) {
        if (decision.refusal.code === 'own-entry')
          await audit(tx, 'refused', { ...about, details: { ...about.details, reason: 'this entry is not theirs to approve' } }, now)
        return decision
      }
      const { record } = decision.record
      if (!current) {
        // Fields that the author didn't specify keep their current public values (T17).
        if (patch.basedOn === undefined) record.basedOn = before?.id ?? null
        if (patch.trails === undefined) record.trails = before?.trails ?? {}
        if (patch.closures === undefined) record.closures = before?.closures ?? []
      } else if (record.state === 'Confirmed') {
        const posted = await postProposal(tx, deps, record, before, incoming)
        if (!posted.ok) return posted
      }
      await audit(tx, EVENTS[record.state], about, now)
      return decision
    })
    return apply(tx, actor, incoming, now)
  }
}

function postProposal(
  tx: Tx,
  deps: PostingDependencies,
  { id, networks, trails, closures, basedOn, createdBy, createdByName }: StatusProposal,
  before: TrailUpdate | null,
  incoming: Incoming,
): Promise<Decision<Applied>> {
  const author = { id: createdBy, name: createdByName, role: MANAGER }
  const patch = { networks, trails, closures, ...basedOnLatest(basedOn, before) }
  // The history entry belongs to the command that confirms the proposal.
  const command = { ...incoming, id, kind: 'trail-update', recordId: id, baseVersion: null, patch }
  return applyTrailUpdate(tx, deps, author, command, { isSeconded: true })
}
