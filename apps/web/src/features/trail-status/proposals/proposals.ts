import { decideTrailUpdate, type KnownTrail, MANAGER, type TrailUpdateDocument } from '@trailwarden/domain'
import {
  type StatusProposal,
  type StatusProposalPatch,
  statusProposalKind,
} from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import { closesOnly } from '@trailwarden/domain/trail-status/proposal/status-proposal-rules'
import { compareRestriction } from '@trailwarden/domain/trail-status/update/restriction'
import type { Attention, SyncState } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device/device.ts'
import type { ViewIn } from '#data/device/kinds.ts'
import { useRecords } from '#data/use-records.ts'
import { saveRecord } from '#parts/form/save-record.ts'
import type { Post } from '../update/updates.ts'

export type SeenProposal = StatusProposal & { sync: SyncState; attention: Attention[]; isSent: boolean }

const seen = ({ data, state, attention, version }: ViewIn<'status-proposal'>): SeenProposal => ({
  ...data,
  sync: state,
  attention,
  isSent: version !== null,
})

/** The newest proposal comes first. The result is undefined until the first read completes. */
export function useProposals(): SeenProposal[] | undefined {
  const views = useRecords('proposals', { kind: 'status-proposal' })
  return useMemo(() => views?.map(seen).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), [views])
}

export function useHasOtherManager(me: string): boolean {
  const views = useRecords('managers', { kind: 'person' })
  return !views || views.some(({ id, data }) => id !== me && data.role >= MANAGER && !data.disabled)
}

const answer = (message: string, patch: StatusProposalPatch) => (device: Device | null, id: string) =>
  saveRecord(device, statusProposalKind, 'edit', id, patch, { message })

export const confirmProposal = answer('Confirmed', { confirm: true })
export const withdrawProposal = answer('Withdrawn', { withdraw: true })
export const declineProposal = (device: Device | null, id: string, reason: string) =>
  answer('Declined', { decline: { reason } })(device, id)

/** An update needs approval because it opens something, or because it changes text that isn't about closures. */
export type WaitReason = 'opens' | 'texts'

/** T20: an update that only closes something needs no approval. The server applies the same rule. */
export function findWaitReason(
  post: Post,
  latest: TrailUpdateDocument | null,
  networks: readonly { id: string }[],
  trails: readonly KnownTrail[],
  now: Date,
): WaitReason | null {
  const context = { networkIds: networks.map(({ id }) => id), trails, before: latest, keepsOtherTrails: true }
  const author = { id: '', name: '', role: MANAGER }
  const { basedOn: _, basedOnNumber: __, ...statements } = post
  const decision = decideTrailUpdate(null, crypto.randomUUID(), statements, author, context, now)
  if (!decision.ok) return 'opens'
  if (closesOnly(decision.record, latest, trails, now)) return null
  const { opens, restricts } = compareRestriction(decision.record, latest, trails, now)
  return restricts && !opens ? 'texts' : 'opens'
}
