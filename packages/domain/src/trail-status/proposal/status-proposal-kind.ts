/**
 * An update that needs a second manager's approval. Proposals are stored separately from updates, so that no public code reads them
 * (RULES.md, T20–T24).
 */
import * as z from 'zod/mini'
import { MANAGER } from '../../person/person.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../../record-kind.ts'
import { text } from '../../text.ts'
import { Closures, TrailWords } from '../closure.ts'
import { NetworkStatus, TrailUpdateFields } from '../update/trail-update.ts'

export const PROPOSAL_REASON_MAX_LENGTH = 280

export const ProposalState = z.enum(['Waiting', 'Confirmed', 'Declined', 'Withdrawn'])
export type ProposalState = z.infer<typeof ProposalState>

export const statusProposalKind = recordKind({
  name: 'status-proposal',
  editableFields: {
    networks: { schema: z.record(z.string(), NetworkStatus), blank: {}, role: MANAGER, label: 'Status' },
    trails: { schema: TrailWords, blank: {}, role: MANAGER, label: 'Trails' },
    closures: { schema: Closures, blank: [], role: MANAGER, label: 'Closures' },
    /** The public update that the author saw, null if there was none. Screens show the previous status next to the proposed one. */
    basedOn: { schema: z.nullable(z.uuid()), blank: null, role: MANAGER },
  },
  serverFields: {
    ...ID,
    ...VERSION,
    ...RECORDED,
    ...CREATED,
    ...UPDATED,
    state: { schema: ProposalState, blank: 'Waiting', label: 'State' },
    /** Shown to the author of a declined proposal. */
    reason: { schema: z.string(), blank: '', label: 'Reason' },
  },
  operations: {
    sentAnyway: { schema: TrailUpdateFields.shape.sentAnyway, role: MANAGER, label: 'Sent despite a contradiction' },
    confirm: { schema: z.literal(true), role: MANAGER },
    decline: { schema: z.strictObject({ reason: text(PROPOSAL_REASON_MAX_LENGTH) }), role: MANAGER },
    withdraw: { schema: z.literal(true), role: MANAGER },
  },
  derive(_next, _before, { patch: { confirm, decline, withdraw } }) {
    return {
      ...(confirm && { state: 'Confirmed' as const }),
      ...(decline && { state: 'Declined' as const, reason: decline.reason }),
      ...(withdraw && { state: 'Withdrawn' as const }),
    }
  },
})

export type StatusProposal = RecordOf<typeof statusProposalKind>
export type StatusProposalPatch = PatchOf<typeof statusProposalKind>
