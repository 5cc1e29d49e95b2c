/**
 * The table `status_proposals`: an update that waits for a second manager. Confirmed, it is posted by the way of every other update, in the same
 * transaction; until then nothing reads it but managers' devices.
 */
import { type Actor, type Decision, isManager, MANAGER, type Reader } from '@trailwarden/domain'
import { type StatusProposal, statusProposalKind } from '@trailwarden/domain/trail-status/status-proposal-kind'
import { decideProposal } from '@trailwarden/domain/trail-status/status-proposal-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { applyRecordChange } from '#db/record-store.ts'
import { applyTrailUpdate, isSuperseded, lockTrailStatus, type PostingDependencies, readLatestTrailUpdate } from './trail-status-store.ts'

/** T21: whoever may confirm one. */
export const proposalIsSeenBy = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

export function applyProposalChange(deps: PostingDependencies) {
  const networkIds = deps.site.networks.map((network) => network.id)
  return async (tx: Tx, actor: Actor, incoming: Incoming): Promise<Decision<Applied>> => {
    // The same lock as of posting: no update comes between the look at the latest one and the yes.
    const now = await lockTrailStatus(tx)
    const apply = applyRecordChange(statusProposalKind, 'status_proposals', async (_tx, current, _incoming, patch) => {
      const before = await readLatestTrailUpdate(tx)
      const basedOn = current ? current.basedOn : patch.basedOn
      const context = { networkIds, trails: deps.trails(), before, isSuperseded: await isSuperseded(tx, basedOn, before) }
      const decision = decideProposal(current, { ...incoming, patch }, actor, context, now)
      if (!decision.ok) return decision
      const { record } = decision.record
      if (!current) {
        // What its author says nothing of stays as it is public now (T17).
        if (patch.basedOn === undefined) record.basedOn = before?.id ?? null
        if (patch.trails === undefined) record.trails = before?.trails ?? {}
        if (patch.closures === undefined) record.closures = before?.closures ?? []
      } else if (record.state === 'Confirmed') {
        const posted = await postProposal(tx, deps, record, incoming)
        if (!posted.ok) return posted
      }
      return decision
    })
    return apply(tx, actor, incoming, now)
  }
}

/** Under the proposal's id, by its author: who confirmed it stands in the proposal. */
function postProposal(
  tx: Tx,
  deps: PostingDependencies,
  { id, networks, trails, closures, basedOn, createdBy, createdByName }: StatusProposal,
  incoming: Incoming,
): Promise<Decision<Applied>> {
  const author = { id: createdBy, name: createdByName, role: MANAGER }
  const patch = { networks, trails, closures, basedOn }
  // Its line in the history is of a command of its own, which is this one.
  const command = { ...incoming, id, kind: 'trail-update', recordId: id, baseVersion: null, patch }
  return applyTrailUpdate(tx, deps, author, command, { isSeconded: true })
}
