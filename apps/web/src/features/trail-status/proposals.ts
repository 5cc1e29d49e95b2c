/** Updates that wait for a second manager: which ones, and what is done with them. */
import { decideTrailUpdate, type KnownTrail, MANAGER, type TrailUpdateDocument } from '@trailwarden/domain'
import { type StatusProposal, type StatusProposalPatch, statusProposalKind } from '@trailwarden/domain/trail-status/status-proposal-kind'
import { closesOnly } from '@trailwarden/domain/trail-status/status-proposal-rules'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecords } from '#data/use-records.ts'
import { saveRecord } from '#parts/save-record.ts'
import type { Post } from './updates.ts'

export type SeenProposal = StatusProposal & { sync: SyncState; attention: Attention[]; isSent: boolean }

// Safe: documents come from our server, and what is laid over them has the same fields.
const seen = ({ data, state, attention, version }: View): SeenProposal => ({
  ...(data as StatusProposal),
  sync: state,
  attention,
  isSent: version !== null,
})

/** The newest first; undefined while the first reading is under way. */
export function useProposals(): SeenProposal[] | undefined {
  const views = useRecords('proposals', { kind: 'status-proposal' })
  return useMemo(() => views?.map(seen).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), [views])
}

/** Whether this device knows anybody else who may confirm; true until it is known. */
export function useHasOtherManager(me: string): boolean {
  const views = useRecords('managers', { kind: 'person' })
  return !views || views.some(({ id, data }) => id !== me && Number(data.role) >= MANAGER && data.disabled !== true)
}

const answer = (message: string, patch: StatusProposalPatch) => (device: Device | null, id: string) =>
  saveRecord(device, statusProposalKind, 'edit', id, patch, { message })

export const confirmProposal = answer('Confirmed', { confirm: true })
export const withdrawProposal = answer('Withdrawn', { withdraw: true })
export const declineProposal = (device: Device | null, id: string, reason: string) =>
  answer('Declined', { decline: { reason } })(device, id)

/** T20, as the server will judge it: what only closes something waits for nobody. */
export function isOnlyClosing(
  post: Post,
  latest: TrailUpdateDocument | null,
  networks: readonly { id: string }[],
  trails: readonly KnownTrail[],
  now: Date,
): boolean {
  const context = { networkIds: networks.map(({ id }) => id), trails, before: latest }
  const author = { id: '', name: '', role: MANAGER }
  const { basedOn: _, ...statements } = post
  const decision = decideTrailUpdate(null, crypto.randomUUID(), statements, author, context, now)
  return decision.ok && closesOnly(decision.record, latest, trails, now)
}
