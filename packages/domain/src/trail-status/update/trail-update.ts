import * as z from 'zod/mini'
import { type Closure, Closures, type TrailWord, TrailWords } from '../closure.ts'
import { StatusStep, TrailStatus } from '../public-status.ts'

export const MESSAGE_MAX_LENGTH = 500

export const NetworkStatus = z.object({
  /** The status that the manager set. Riders see the public one, `outcome.networks[id].status` (T13). */
  status: TrailStatus,
  message: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH)),
  /** The status that the manager set, sent by apps up to version 2.9. Those apps calculated `status` from the trails. */
  base: z.optional(TrailStatus),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

export const TrailUpdateFields = z.object({
  networks: z.record(z.string(), NetworkStatus),
  /** Omitted by apps and programs that don't support trails. The previous values then still apply (T17). */
  trails: z.optional(TrailWords),
  closures: z.optional(Closures),
  /** Null if the author saw no update. Programs that never check omit this field. */
  basedOn: z.optional(z.nullable(z.uuid())),
  /** Only set if the author had the update from the server and not only from the outbox (T27). */
  basedOnNumber: z.optional(z.int()),
  /** True if the author saw that a message contradicts the trails (T29) and ticked "Send it as it is". */
  sentAnyway: z.optional(z.literal(true)),
})

/**
 * The server calculates these values when it accepts an update: the public status (T13), the start of that status (T18), and planned
 * changes.
 */
export const UpdateOutcome = z.object({
  networks: z.record(
    z.string(),
    z.object({
      changedAt: z.iso.datetime(),
      later: z.array(StatusStep),
      /** Updates from version 2.9 and earlier don't have the next three fields. `completeOutcome` adds them. */
      status: z.optional(TrailStatus),
      base: z.optional(TrailStatus),
      exceptions: z.optional(z.string()),
      /** Set if the confirmation is older than the update, because an update that only restricts confirms nothing else (T28). */
      confirmedAt: z.optional(z.iso.datetime()),
    }),
  ),
  /** The last change of each trail that ever had its own status or closure. */
  trails: z.record(z.string(), z.iso.datetime()),
  /** The time when each trail was restricted, if later than its network's confirmation (T28). */
  confirmedTrails: z.optional(z.record(z.string(), z.iso.datetime())),
  /** Confirmations from before the last restore of the database no longer count (T31). */
  restoredAt: z.optional(z.iso.datetime()),
  names: z.optional(z.record(z.string(), z.string())),
})
export type UpdateOutcome = z.infer<typeof UpdateOutcome>

/** Updates are never changed or deleted, so the log can be trusted. */
export type TrailUpdate = {
  networks: Record<string, NetworkStatus>
  trails: Record<string, TrailWord>
  closures: Closure[]
  /** Null in updates from before this field existed. */
  outcome: UpdateOutcome | null
  id: string
  createdAt: Date
  createdBy: string
  createdByName: string
  /** Determines which of two updates is the later one (T10). 0 for updates imported from an older log. */
  orderNumber: number
  emailed: number | null
  /** The update as its author sent it, or null if it wasn't merged into a later one (T27). */
  posted: UpdateWords | null
}
export type NewTrailUpdate = Omit<TrailUpdate, 'orderNumber' | 'emailed'>

export type UpdateWords = Pick<TrailUpdate, 'networks' | 'trails' | 'closures'>

/** Sorts by the server's order number, not by clock (T10). Times only sort updates without a number or with number 0. */
export function compareUpdates(a: Pick<TrailUpdate, 'id' | 'orderNumber'> & { createdAt: string }, b: typeof a): number {
  const text = ({ createdAt, id }: typeof a) => `${createdAt} ${id}`
  return a.orderNumber - b.orderNumber || (text(a) < text(b) ? -1 : 1)
}

export type Settled = UpdateWords & { outcome: UpdateOutcome | null }

export const publicWord = ({ networks, outcome }: Pick<Settled, 'networks' | 'outcome'>, id: string): TrailStatus | undefined =>
  outcome?.networks[id]?.status ?? networks[id]?.status
