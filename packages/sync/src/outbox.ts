/**
 * The outbox: what was done here and not answered yet. Pure decisions; the store writes them.
 * The promise: a command leaves the outbox only for the log of acknowledged ones or, whole and with its reason, for Needs you.
 */

import { ADD_NOTE, type Answer, type Command, type Document, type Kind, PHOTO_LISTS, PUSH_LIMIT, photosIn } from '@trailwarden/api'
import {
  type Attention,
  advanceAge,
  type Data,
  type Notice,
  type PhotoState,
  type Sent,
  type SyncPosition,
  type Waiting,
  type Writes,
} from './device-state.ts'
import { noteReplaced } from './replaced.ts'

const NONE: ReadonlySet<string> = new Set()
const byOrder = (a: Waiting, b: Waiting) => a.command.n - b.command.n
const isSameRecord = (a: Command, b: Command) => a.recordId === b.recordId && a.kind === b.kind

/**
 * What to send next: oldest first, one command per record. With one per record, order needs nothing from network or server:
 * a command leaves only after the answer to the one before it. Those just told to try again give way to those behind them.
 * Those in `steppedOver`, oldest in it first, go alone and last: what comes with them fails too.
 */
export function nextBatch(
  waiting: readonly Waiting[],
  limit = PUSH_LIMIT,
  retried: ReadonlySet<string> = NONE,
  steppedOver: ReadonlySet<string> = NONE,
): Command[] {
  const records = new Set<string>()
  const heads = [...waiting].sort(byOrder).filter(({ command }) => {
    const record = `${command.kind} ${command.recordId}`
    return !records.has(record) && records.add(record)
  })
  const commands = heads.map(({ command }) => command).filter(({ id }) => !steppedOver.has(id))
  if (commands.length === 0) {
    const [next] = [...steppedOver].flatMap((id) => heads.find(({ command }) => command.id === id) ?? [])
    return next ? [next.command] : []
  }
  const fresh = commands.filter(({ id }) => !retried.has(id))
  return [...fresh, ...commands.filter(({ id }) => retried.has(id))].slice(0, limit)
}

export type Doing = { commandId: string; kind: Kind; recordId: string; patch: Data; context?: Data; now: Date }
/** The record as it is on this phone at the moment of doing. */
export type Known = { version: number | null; view: Data | null; attention: readonly Attention[] }

/** Takes one thing a person did. What is done to a record whose creation was refused is kept with it and sent with it. */
export function planRecord(position: SyncPosition, doing: Doing, known: Known): Writes {
  const n = position.lastN + 1
  const { commandId: id, kind, recordId, patch, context = {}, now } = doing
  const command: Command = { id, n, kind, recordId, patch, baseVersion: known.version, recordedAt: now.toISOString() }
  const creates = known.view === null
  const waiting: Waiting = { command, creates, seen: known.view, context, before: null }
  const refused = known.attention.find((row) => row.waiting.creates && isSameRecord(row.waiting.command, command))
  const counted = { ...position, lastN: n }
  if (refused) return { position: counted, attention: { put: [{ ...refused, held: [...refused.held, waiting] }] } }
  return { position: counted, outbox: { put: [waiting] } }
}

export type Settling = {
  position: SyncPosition
  /** At least every waiting command on the records answered about. */
  outbox: readonly Waiting[]
  answers: readonly Answer[]
  /** The epoch this phone stood in when it sent: an answer from before a restore says nothing about the restored server. */
  askedEpoch: string | null
  /** What the server gave for the last of them that it applied. */
  receipt?: string | undefined
  documentOf: (kind: Kind, recordId: string) => Document | null
  nowMs: number
}

/** Moves answered commands to where they belong. `settled` counts them; `retry` and unknown commands are left alone. */
export function planSettle({ position, outbox, answers, askedEpoch, receipt, documentOf, nowMs }: Settling): {
  writes: Writes
  settled: number
} {
  if (position.epoch !== askedEpoch) return { writes: {}, settled: 0 }
  let next = advanceAge(position, nowMs)
  const drop: number[] = []
  const sent: Sent[] = []
  const attention: Attention[] = []
  const notices: Notice[] = []
  const photos: { id: string; state: PhotoState }[] = []
  for (const answer of answers) {
    const waiting = outbox.find(({ command }) => command.id === answer.commandId)
    if (!waiting || answer.outcome === 'retry' || drop.includes(waiting.command.n)) continue
    const { command, creates, context = {}, before } = waiting
    drop.push(command.n)
    if (answer.outcome === 'applied' || answer.outcome === 'merged') {
      next = { ...next, acks: next.acks + 1 }
      const version = answer.version ?? (command.baseVersion ?? 0) + 1
      const document = documentOf(command.kind, command.recordId)
      const isHeld = document !== null && document.version >= version
      // The same answer as before the epoch changed: the server lost nothing of this record, and gone is still gone.
      const isStillGone = before?.mirrored === 'removed' && before.version === version
      const mirrored = isHeld ? 'yes' : isStillGone ? 'removed' : 'not-yet'
      const row: Sent = {
        command,
        creates,
        context,
        version,
        ack: next.acks,
        ackedAgeMs: next.ageMs,
        ackedCalmMs: next.calmMs,
        mirrored,
        told: before?.told ?? [],
      }
      // The page with someone else's newer words may have come before this answer.
      const later = outbox.filter((other) => other.before !== null && isSameRecord(other.command, command) && other.command.n > command.n)
      const replaced = noteReplaced(
        [row],
        document ? [document] : [],
        later.map((other) => other.command),
      )
      sent.push(...replaced.rows)
      notices.push(...replaced.notices)
      for (const id of photosIn(command)) photos.push({ id, state: 'ready' })
      if (answer.replaced.length > 0) {
        const { id: commandId, kind, recordId } = command
        notices.push({ commandId, kind, recordId, what: 'replaced', fields: answer.replaced, version })
      }
    } else {
      const held = creates
        ? outbox.filter((other) => isSameRecord(other.command, command) && other.command.n > command.n).sort(byOrder)
        : []
      drop.push(...held.map((other) => other.command.n))
      attention.push({ waiting, answer, held })
    }
  }
  if (receipt !== undefined) next = { ...next, receipt }
  const writes = { position: next, outbox: { drop }, sent: { put: sent }, attention: { put: attention }, notices: { put: notices }, photos }
  return { writes: drop.length > 0 ? writes : {}, settled: drop.length }
}

/** The acknowledged commands as waiting ones again, in their old places, and the photos that go with them. */
export function reofferAll(sent: readonly Sent[]) {
  const photos = sent.flatMap(({ command }) => photosIn(command)).map((id) => ({ id, state: 'waiting' as const }))
  const rows = sent.map(
    ({ command, creates, context = {}, version, mirrored, told }): Waiting => ({
      command,
      creates,
      context,
      seen: null,
      before: { version, mirrored, told },
    }),
  )
  return { rows, photos }
}

/** The server may have lost what it had acknowledged. */
export function reoffer(sent: readonly Sent[]): Writes {
  const { rows, photos } = reofferAll(sent)
  return { outbox: { put: rows }, sent: { drop: sent.map(({ command }) => command.n) }, photos }
}

export type Again = {
  position: SyncPosition
  refused: Attention
  /** The version the person sees now: having seen it, they want their words in its place. */
  version: number | null
  newId: () => string
  /** For "Save as new": the new record and everything it starts with. */
  asNew?: { recordId: string; fields: Data }
}

/**
 * Puts a refused command, and what was held with it, in the queue again: under new ids, because the server repeats its first answer
 * to an old one. The fields of a refused creation and of its later edits go as one creation, so that a correction made meanwhile counts.
 */
export function planAgain({ position, refused, version, newId, asNew }: Again): Writes {
  const rows = [refused.waiting, ...refused.held]
  const creates = refused.waiting.creates || asNew !== undefined
  const notes = rows.flatMap(({ command }) => (command.patch[ADD_NOTE] === undefined ? [] : [command.patch[ADD_NOTE]]))
  const fields: Data = { ...asNew?.fields, ...Object.assign({}, ...rows.map(({ command }) => command.patch)) }
  const { [ADD_NOTE]: _, ...plain } = fields
  for (const name of PHOTO_LISTS) if (name in plain) plain[name] = rows.flatMap(({ command }) => command.patch[name] ?? [])
  // One command carries one note; a refused edit goes again as it was.
  const patches = creates ? [plain, ...notes.map((note) => ({ [ADD_NOTE]: note }))] : rows.map(({ command }) => command.patch)
  const put = patches.map((patch, i): Waiting => {
    const command: Command = {
      ...refused.waiting.command,
      id: newId(),
      n: position.lastN + 1 + i,
      recordId: asNew?.recordId ?? refused.waiting.command.recordId,
      patch,
      baseVersion: creates ? null : version,
    }
    const context: Data = creates ? Object.assign({}, ...rows.map((row) => row.context)) : (rows[i]?.context ?? {})
    return { command, creates: creates && i === 0, seen: refused.waiting.seen, context, before: null }
  })
  return {
    position: { ...position, lastN: position.lastN + put.length },
    outbox: { put },
    attention: { drop: [refused.waiting.command.id] },
  }
}
