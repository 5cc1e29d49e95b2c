/**
 * What a phone keeps, in plain values. A store (memory in the simulation, IndexedDB in the app) holds these rows and performs
 * `Writes`, each in one transaction; every decision about them is a pure function in `outbox.ts` and `mirror.ts`, so both stores
 * behave alike and the simulation tests what the phone runs.
 */
import type { Answer, Command, Document, Kind } from '@trailwarden/api'

export type Data = Record<string, unknown>

/** Something a person did that has no final answer yet. Its place in the queue is `command.n`. */
export type Waiting = {
  command: Command
  /** True for the command that makes its record: without it, what follows on that record has no meaning. */
  creates: boolean
  /** The record as the person saw it, so that a refused edit of a deleted record can still be saved as a new one. */
  seen: Data | null
  /** What the merge has to know beyond the record, as it was when the person did this. Stays on the phone. */
  context?: Data
  /** How it stood when the server's past changed and it was put in the queue again; null for a command never answered before. */
  before: Pick<Sent, 'version' | 'mirrored' | 'told'> | null
}

/** An acknowledged command. Kept for 30 days: a server restored from a backup is offered it again. */
export type Sent = {
  command: Command
  creates: boolean
  context?: Data
  version: number
  /** Counts acknowledgements, so that a page asked for earlier is not taken as news of this one. */
  ack: number
  /** The phone's lived time when it was acknowledged (see `advanceAge`). */
  ackedAgeMs: number
  ackedCalmMs: number
  /** Whether the mirror has caught up with it; until then it is laid over the mirror like a waiting one. `removed`: the record is gone. */
  mirrored: 'not-yet' | 'yes' | 'removed'
  /** Fields of the patch whose author has been told that someone else replaced them. */
  told: string[]
}

/** A refused command, whole, with the reason. Never removed but by the person. */
export type Attention = {
  waiting: Waiting
  answer: Answer
  /** Later commands on a record whose creation was refused: they wait for the same decision. */
  held: Waiting[]
}

/** Something to tell the person once: whose words replaced whose. */
export type Notice = {
  commandId: string
  kind: Kind
  recordId: string
  /** `replaced`: this person's change went over another's. `was-replaced`: another's change went over this person's. */
  what: 'replaced' | 'was-replaced'
  fields: string[]
  version: number
}

export type Mirrored = Document & { generation: number }

/** Where this phone stands. One row, written with whatever moves it. */
export type SyncPosition = {
  personId: string
  deviceId: string
  /** The last `n` given out. A counter, because clocks step back and tabs write at once. */
  lastN: number
  acks: number
  cursor: string | null
  epoch: string | null
  /** For the last acknowledged command, from the server that acknowledged it. Absent until there is one. */
  receipt?: string
  role: number | null
  /** Grows with every reset; documents of an older generation go when the reset is complete. */
  generation: number
  /** While a reset is being fetched: the count of acknowledgements when it was asked for. */
  sweepAcks: number | null
  ageMs: number
  /** Time seen passing between complete fetches, a minute at most for each, so that one leap of the clock is not taken for a long wait. */
  calmMs: number
  /** The phone's clock when `ageMs` was last advanced. */
  seenAtMs: number
  /** The phone's clock when the mirror was last known to be complete: how old everything shown is. */
  completeAtMs: number | null
  /** The kinds that the app knew when it fetched the mirror; documents of others were passed over. */
  kinds?: string
}

export type PhotoState = 'waiting' | 'ready' | 'sent' | 'refused'

type Change<Row, Key> = { put?: Row[]; drop?: Key[] }

/** What one transaction changes; what is absent stays as it is. */
export type Writes = {
  position?: SyncPosition
  outbox?: Change<Waiting, number>
  attention?: Change<Attention, string>
  sent?: Change<Sent, number>
  notices?: Change<Notice, never>
  mirror?: Change<Mirrored, { kind: Kind; id: string }>
  /** Remove every mirrored document of another generation than this. */
  sweepTo?: number
  photos?: { id: string; state: PhotoState }[]
  /** Forget what was acknowledged before this lived time. */
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

/** Where a phone stands that reads these kinds: a mirror that was fetched by a version of the app with other kinds is fetched again. */
export const forKinds = (position: SyncPosition, kinds: readonly string[]): SyncPosition =>
  position.kinds === namesOf(kinds) ? position : { ...position, kinds: namesOf(kinds), cursor: null }

const DAY_MS = 24 * 60 * 60 * 1000

/** The phone's lived time: never runs backwards, and a jump of the clock or a month in a drawer counts as one day at most. */
export function advanceAge(position: SyncPosition, nowMs: number): SyncPosition {
  const passed = Math.min(Math.max(nowMs - position.seenAtMs, 0), DAY_MS)
  return { ...position, ageMs: position.ageMs + passed, seenAtMs: nowMs }
}
