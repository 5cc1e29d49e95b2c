/** An update that waits for a second manager, where the site asks for one. A record apart from updates: nothing public reads it (RULES.md, T20–T24). */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'
import { Closures, TrailWords } from './closure.ts'
import { NetworkStatus } from './trail-status.ts'

export const PROPOSAL_REASON_MAX_LENGTH = 280

export const ProposalState = z.enum(['Waiting', 'Confirmed', 'Declined', 'Withdrawn'])
export type ProposalState = z.infer<typeof ProposalState>

export const statusProposalKind = recordKind({
  name: 'status-proposal',
  written: {
    networks: { schema: z.record(z.string(), NetworkStatus), blank: {}, role: MANAGER, label: 'Status' },
    trails: { schema: TrailWords, blank: {}, role: MANAGER, label: 'Trails' },
    closures: { schema: Closures, blank: [], role: MANAGER, label: 'Closures' },
    /** The update that was public to its author, null when there was none: what it was, beside what it will be. */
    basedOn: { schema: z.nullable(z.uuid()), blank: null, role: MANAGER },
  },
  given: {
    ...ID,
    ...VERSION,
    ...RECORDED,
    ...CREATED,
    ...UPDATED,
    state: { schema: ProposalState, blank: 'Waiting', label: 'State' },
    /** Why it was declined, for its author. */
    reason: { schema: z.string(), blank: '', label: 'Reason' },
  },
  operations: {
    confirm: { schema: z.literal(true), role: MANAGER },
    decline: { schema: z.strictObject({ reason: text(PROPOSAL_REASON_MAX_LENGTH) }), role: MANAGER },
    withdraw: { schema: z.literal(true), role: MANAGER },
  },
  consequences(_next, _before, { patch: { confirm, decline, withdraw } }) {
    return {
      ...(confirm && { state: 'Confirmed' as const }),
      ...(decline && { state: 'Declined' as const, reason: decline.reason }),
      ...(withdraw && { state: 'Withdrawn' as const }),
    }
  },
})

export type StatusProposal = RecordOf<typeof statusProposalKind>
export type StatusProposalPatch = PatchOf<typeof statusProposalKind>
