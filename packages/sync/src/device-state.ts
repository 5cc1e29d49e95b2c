/**
 * The data that a device stores, as plain values. A store (memory in the simulation, IndexedDB in the app) contains these rows and performs
 * each of the `Writes` in one transaction. Pure functions in `outbox.ts` and `mirror.ts` make all decisions, so both stores behave the
 * same, and the simulation tests the code that devices run.
 */
import type { Answer, Command, Contested, Document, Kind } from '@trailwarden/api'

export type Data = Record<string, unknown>

/** A command without a final answer. `command.n` is its position in the queue. */
export type Waiting = {
  command: Command
  /** True for the command that creates the record. Later commands on this record depend on it. */
  creates: boolean
  /** The record as the user saw it, so that a refused edit to a deleted record can still be saved as a new record. */
  seen: Data | null
  /** Additional data for the merge, recorded with the change. Never sent to the server. */
  context?: Data
  /** The command's state before a restore of the server put it back into the queue. Null for a command that was never answered. */
  before: Pick<Sent, 'version' | 'mirrored' | 'told'> | null
  /** The device doesn't send the command before this time by its clock. Until then, the command can be undone. */
  heldUntilMs?: number
}

/** An acknowledged command. Devices store it for 30 days, so that they can send it again to a server restored from a backup. */
export type Sent = {
  command: Command
  creates: boolean
  context?: Data
  version: number
  /** The number of the acknowledgement. A page requested before it can't contain this change. */
  ack: number
  /** The device's age when the server acknowledged the command (see `advanceAge`). */
  ackedAgeMs: number
  ackedCalmMs: number
  /**
   * Whether the mirror contains the change. Until then, the change is shown over the mirror like an unsent one. `removed` means that the
   * record no longer exists.
   */
  mirrored: 'not-yet' | 'yes' | 'removed'
  /** Fields of the patch for which the author was already notified that someone else replaced the value. */
  told: string[]
}

/** A refused command, complete and with the reason. Only the user can remove it. */
export type Attention = {
  waiting: Waiting
  answer: Answer
  /** Later commands on a record whose creation was refused. The user's decision about the creation also applies to them. */
  held: Waiting[]
}

/** A message to show once to the user, about a change that replaced another. */
export type Notice = {
  commandId: string
  kind: Kind
  recordId: string
  /**
   * `replaced`: this user's change replaced someone else's. `was-replaced`: someone else's change replaced this user's. `contested`:
   * someone else's decision applies, but this user may still apply their own.
   */
  what: 'replaced' | 'was-replaced' | 'contested'
  fields: string[]
  version: number
  /** Only for `contested`. `patch` is the author's change. `isLate` is true if it was made offline. */
  decision?: Contested & { patch: Data; recordedAt: string; isLate: boolean }
}

export type Mirrored = Document & { generation: number }

/** The device's sync position. It is one row, written together with every change that affects it. */
export type SyncPosition = {
  personId: string
  deviceId: string
  /** The last `n` assigned. This is a counter, because clocks may be set back and several tabs can write at the same time. */
  lastN: number
  acks: number
  cursor: string | null
  epoch: string | null
  /** The server's proof of the last acknowledged command. Absent until the server has acknowledged one. */
  receipt?: string
  role: number | null
  /** Increases with every reset. When the reset is complete, the device deletes all documents of older generations. */
  generation: number
  /** The number of acknowledgements when the current reset was requested. Null if there is no reset. */
  sweepAcks: number | null
  ageMs: number
  /** The sum of the times between complete fetches. Each counts for at most one minute, so that a clock jump has little effect. */
  calmMs: number
  /** The time by the device's clock when `ageMs` was last advanced. */
  seenAtMs: number
  /** The time by the device's clock when the mirror was last complete. Used to show the age of the data. */
  completeAtMs: number | null
  /** The kinds that the app supported when it fetched the mirror. It skipped documents of other kinds. */
  kinds?: string
}

export type PhotoState = 'waiting' | 'ready' | 'sent' | 'refused'

type Change<Row, Key> = { put?: Row[]; drop?: Key[] }

/** The changes of one transaction. Absent parts don't change. */
export type Writes = {
  position?: SyncPosition
  outbox?: Change<Waiting, number>
  attention?: Change<Attention, string>
  sent?: Change<Sent, number>
  notices?: Change<Notice, never>
  mirror?: Change<Mirrored, { kind: Kind; id: string }>
  /** Deletes all mirrored documents of other generations. */
  sweepTo?: number
  photos?: { id: string; state: PhotoState }[]
  /** Deletes commands that were acknowledged before this device age. */
  forgetSentBeforeAgeMs?: number
}

export const firstSyncPosition = (personId: string, deviceId: string, nowMs: number): SyncPosition => ({
  personId,
  deviceId,
  lastN: 0,
  acks: 0,
  cursor: null,
  epoch: null,
  role: null,
  generation: 0,
  sweepAcks: null,
  ageMs: 0,
  calmMs: 0,
  seenAtMs: nowMs,
  completeAtMs: null,
})

const namesOf = (kinds: readonly string[]) => [...kinds].sort().join()

/**
 * Returns the position for an app that supports these kinds. If the mirror was fetched with other kinds, the app fetches everything again.
 */
export const forKinds = (position: SyncPosition, kinds: readonly string[]): SyncPosition =>
  position.kinds === namesOf(kinds) ? position : { ...position, kinds: namesOf(kinds), cursor: null }

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Advances the device's age. The age never decreases. Each step counts for at most one day, even after a clock jump or a month without use.
 */
export function advanceAge(position: SyncPosition, nowMs: number): SyncPosition {
  const passed = Math.min(Math.max(nowMs - position.seenAtMs, 0), DAY_MS)
  return { ...position, ageMs: position.ageMs + passed, seenAtMs: nowMs }
}
