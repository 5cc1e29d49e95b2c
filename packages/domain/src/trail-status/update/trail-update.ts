/** The content of an update of trail status, as sent by a manager and as stored, and the values that the server derives from it. */
import * as z from 'zod/mini'
import { type Closure, Closures, type TrailWord, TrailWords } from '../closure.ts'
import { StatusStep, TrailStatus } from '../public-status.ts'

export const MESSAGE_MAX_LENGTH = 500

export const NetworkStatus = z.object({
  /** The status that the manager set. Riders see the public one, `outcome.networks[id].status` (T13). */
  status: TrailStatus,
  message: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH)),
  /** The status that the manager set, sent by apps up to version 2.9. In these, `status` was calculated from the trails. */
  base: z.optional(TrailStatus),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

/** The fields that a manager sends: all of the site's networks by ID, and the statuses and closures of single trails. */
export const TrailUpdateFields = z.object({
  networks: z.record(z.string(), NetworkStatus),
  /** Omitted by apps and programs that don't support trails. In that case, the previous values still apply (T17). */
  trails: z.optional(TrailWords),
  closures: z.optional(Closures),
  /** The latest update that the author saw, or null if there was none. Programs that never check omit this field. */
  basedOn: z.optional(z.nullable(z.uuid())),
  /** The order number of that update, if the author had it from the server and not only from their outbox (T27). */
  basedOnNumber: z.optional(z.int()),
  /** True if the author saw that a message contradicts the trails (T29) and ticked "Send it as it is". Recorded for the history. */
  sentAnyway: z.optional(z.literal(true)),
})

/**
 * The values that the server calculates when it accepts an update: the public status (T13), the start of that status (T18), and planned
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
  /** The time of the last restore of the database. Earlier confirmations no longer count (T31). */
  restoredAt: z.optional(z.iso.datetime()),
  /** Names of the trails in the update, for devices without map data. */
  names: z.optional(z.record(z.string(), z.string())),
})
export type UpdateOutcome = z.infer<typeof UpdateOutcome>

/** A stored update of trail status. Updates are never changed or deleted, so the log can be trusted. */
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
  /** The number of email recipients, or null if they weren't counted. */
  emailed: number | null
  /** The update as its author sent it, if it was merged into a later one (T27). Otherwise null. */
  posted: UpdateWords | null
}
export type NewTrailUpdate = Omit<TrailUpdate, 'orderNumber' | 'emailed'>

export type UpdateWords = Pick<TrailUpdate, 'networks' | 'trails' | 'closures'>

/** Sorts by the server's order number, oldest first, and not by clock (T10). Times only sort updates without a number or with number 0. */
export function compareUpdates(a: Pick<TrailUpdate, 'id' | 'orderNumber'> & { createdAt: string }, b: typeof a): number {
  const text = ({ createdAt, id }: typeof a) => `${createdAt} ${id}`
  return a.orderNumber - b.orderNumber || (text(a) < text(b) ? -1 : 1)
}

export type Settled = UpdateWords & { outcome: UpdateOutcome | null }

/** Returns the status that riders saw for a network when the update was published. */
export const publicWord = ({ networks, outcome }: Pick<Settled, 'networks' | 'outcome'>, id: string): TrailStatus | undefined =>
  outcome?.networks[id]?.status ?? networks[id]?.status
