/**
 * Memory in the simulation and IndexedDB in the app contain these rows. A store performs each of the `Writes` in one transaction. Pure
 * functions in `outbox.ts` and `mirror.ts` make all decisions, so the simulation tests the code that devices run.
 */
import type { Answer, Command, Contested, Document, Kind } from '@trailwarden/api'

export type Data = Record<string, unknown>

/** `command.n` is the command's position in the queue. */
export type Waiting = {
  command: Command
  /** True for the command that creates the record. Later commands on this record depend on it. */
  creates: boolean
  /** The record as the user saw it, so that a refused edit to a deleted record can still be saved as a new record. */
  seen: Data | null
  /** Used by the merge, and never sent to the server. */
  context?: Data
  /** The command's state before a restore of the server put the command back into the queue. Null for a command that was never answered. */
  before: Pick<Sent, 'version' | 'mirrored' | 'told'> | null
  /** The device doesn't send the command before this time by its clock, so that the user can undo the change. */
  heldUntilMs?: number
}

/** Devices store an acknowledged command for 30 days, so that they can send it again to a server restored from a backup. */
export type Sent = {
  command: Command
  creates: boolean
  context?: Data
  version: number
  /** A page requested before this acknowledgement can't contain the change. */
  ack: number
  /** The device's age (see `advanceAge`) when the server acknowledged the command. */
  ackedAgeMs: number
  ackedCalmMs: number
  /**
   * Until the mirror contains the change, the change is shown over the mirror like an unsent one. `removed` means that the record no longer
   * exists.
   */
  mirrored: 'not-yet' | 'yes' | 'removed'
  /** The author was already notified that someone else replaced these fields of the patch. */
  told: string[]
}

/** Only the user can remove a refused command. */
export type Attention = {
  waiting: Waiting
  answer: Answer
  /** Later commands on a record whose creation was refused. The user's decision about the creation also applies to these commands. */
  held: Waiting[]
}

/** Shown once to the user, about a change that replaced another. */
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
  /** Only for `contested`. `patch` is the author's change. `isLate` is true if the change was made offline. */
  decision?: Contested & { patch: Data; recordedAt: string; isLate: boolean }
}

export type Mirrored = Document & { generation: number }

/** One row, written together with every change that affects the position. */
export type SyncPosition = {
  personId: string
  deviceId: string
  /** A counter, because clocks may be set back and several tabs can write at the same time. */
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
  /** The time by the device's clock when the mirror was last complete. Screens show the age of the data. */
  completeAtMs: number | null
  /** The kinds that the app supported when it fetched the mirror. The app skipped documents of other kinds. */
  kinds?: string
}

export type PhotoState = 'waiting' | 'ready' | 'sent' | 'refused'

type Change<Row, Key> = { put?: Row[]; drop?: Key[] }

export type Writes = {
  position?: SyncPosition
  outbox?: Change<Waiting, number>
  attention?: Change<Attention, string>
  sent?: Change<Sent, number>
  notices?: Change<Notice, never>
  mirror?: Change<Mirrored, { kind: Kind; id: string }>
  sweepTo?: number
  photos?: { id: string; state: PhotoState }[]
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

/** If the mirror was fetched for other kinds, the app fetches everything again. */
export const forKinds = (position: SyncPosition, kinds: readonly string[]): SyncPosition =>
  position.kinds === namesOf(kinds) ? position : { ...position, kinds: namesOf(kinds), cursor: null }

const DAY_MS = 24 * 60 * 60 * 1000

/** The age never decreases. Each step counts for at most one day, even after a clock jump or a month without use. */
export function advanceAge(position: SyncPosition, nowMs: number): SyncPosition {
  const passed = Math.min(Math.max(nowMs - position.seenAtMs, 0), DAY_MS)
  return { ...position, ageMs: position.ageMs + passed, seenAtMs: nowMs }
}
