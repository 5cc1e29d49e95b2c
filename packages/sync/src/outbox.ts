/**
 * The outbox contains the changes made on this device that haven't been answered yet. The functions here are pure. Guarantee: a command
 * leaves the outbox only for the sent log or for Needs you, where it stays complete and has a reason.
 */

import {
  ADD_NOTE,
  type Answer,
  type Command,
  type Contested,
  type Document,
  type Kind,
  PHOTO_LISTS,
  PUSH_LIMIT,
  photosIn,
} from '@trailwarden/api'
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

/** The server can't revert some changes, so the device holds them for this time, in which users can undo them. */
export const UNDO_MS = 10_000

/** If the clock was set back, the hold ends early, so that the command isn't delayed by hours. */
export const isHeld = ({ heldUntilMs = 0 }: Waiting, nowMs: number) => nowMs < heldUntilMs && heldUntilMs <= nowMs + UNDO_MS

const NONE: ReadonlySet<string> = new Set()
const byOrder = (a: Waiting, b: Waiting) => a.command.n - b.command.n
const isSameRecord = (a: Command, b: Command) => a.recordId === b.recordId && a.kind === b.kind

/**
 * Oldest first, and only one command per record, so that the order of a record's commands doesn't depend on the network. Commands with the
 * result `retry` follow newer ones. A command that can still be undone holds back later ones on its record. Commands in `steppedOver` make
 * a whole push fail, so they are sent last and one by one.
 */
export function nextBatch(
  waiting: readonly Waiting[],
  limit = PUSH_LIMIT,
  retried: ReadonlySet<string> = NONE,
  steppedOver: ReadonlySet<string> = NONE,
  nowMs = 0,
): Command[] {
  const records = new Set<string>()
  const heads = [...waiting].sort(byOrder).filter((row) => {
    const record = `${row.command.kind} ${row.command.recordId}`
    return !records.has(record) && records.add(record) && !isHeld(row, nowMs)
  })
  const commands = heads.map(({ command }) => command).filter(({ id }) => !steppedOver.has(id))
  if (commands.length === 0) {
    const [next] = [...steppedOver].flatMap((id) => heads.find(({ command }) => command.id === id) ?? [])
    return next ? [next.command] : []
  }
  const fresh = commands.filter(({ id }) => !retried.has(id))
  return [...fresh, ...commands.filter(({ id }) => retried.has(id))].slice(0, limit)
}

/** `canBeUndone`: the device holds the command for a while before sending it. */
export type Doing = { commandId: string; kind: Kind; recordId: string; patch: Data; context?: Data; now: Date; canBeUndone?: boolean }
/** The record on this device at the time of the change. */
export type Known = { version: number | null; view: Data | null; attention: readonly Attention[] }

/** A change to a record whose creation was refused is stored with that creation and sent with it. */
export function planRecord(position: SyncPosition, doing: Doing, known: Known): Writes {
  const n = position.lastN + 1
  const { commandId: id, kind, recordId, patch, context = {}, now } = doing
  const command: Command = { id, n, kind, recordId, patch, baseVersion: known.version, recordedAt: now.toISOString() }
  const creates = known.view === null
  const held = doing.canBeUndone ? { heldUntilMs: now.getTime() + UNDO_MS } : {}
  const waiting: Waiting = { command, creates, seen: known.view, context, before: null, ...held }
  const refused = known.attention.find((row) => row.waiting.creates && isSameRecord(row.waiting.command, command))
  const counted = { ...position, lastN: n }
  if (refused) return { position: counted, attention: { put: [{ ...refused, held: [...refused.held, waiting] }] } }
  return { position: counted, outbox: { put: [waiting] } }
}

export const planUndo = (waiting: readonly Waiting[], nowMs: number): Writes | null =>
  waiting.length > 0 && waiting.every((row) => isHeld(row, nowMs)) ? { outbox: { drop: waiting.map(({ command }) => command.n) } } : null

export type Settling = {
  position: SyncPosition
  /** Must contain at least all unsent and acknowledged commands on the answered records. */
  outbox: readonly Waiting[]
  sent: readonly Sent[]
  answers: readonly Answer[]
  /** The device's epoch when it sent the commands. Answers from before a restore don't apply to the restored server. */
  askedEpoch: string | null
  receipt?: string | undefined
  documentOf: (kind: Kind, recordId: string) => Document | null
  nowMs: number
}

/** Commands that are unknown or received `retry` stay in the outbox. */
export function planSettle({ position, outbox, sent, answers, askedEpoch, receipt, documentOf, nowMs }: Settling): {
  writes: Writes
  settled: number
} {
  if (position.epoch !== askedEpoch) return { writes: {}, settled: 0 }
  let next = advanceAge(position, nowMs)
  const drop: number[] = []
  const acknowledged: Sent[] = []
  const documents = new Map<string, Document>()
  const attention: Attention[] = []
  const notices: Notice[] = []
  const photos: { id: string; state: PhotoState }[] = []
  for (const answer of answers) {
    const waiting = outbox.find(({ command }) => command.id === answer.commandId)
    if (!waiting || answer.outcome === 'retry' || drop.includes(waiting.command.n)) continue
    const { command, creates, context = {}, before } = waiting
    drop.push(command.n)
    const document = documentOf(command.kind, command.recordId)
    if (document) documents.set(`${command.kind} ${command.recordId}`, document)
    if (answer.outcome === 'applied' || answer.outcome === 'merged') {
      next = { ...next, acks: next.acks + 1 }
      const version = answer.version ?? (command.baseVersion ?? 0) + 1
      const contested = answer.contested ?? []
      const told = before?.told ?? []
      const isHeld = document !== null && document.version >= version
      // If the record has the same version in the new epoch, the restore lost none of its changes, so it is still removed.
      const isStillGone = before?.mirrored === 'removed' && before.version === version
      const mirrored = isHeld ? 'yes' : isStillGone ? 'removed' : 'not-yet'
      acknowledged.push({
        command,
        creates,
        context,
        version,
        ack: next.acks,
        ackedAgeMs: next.ageMs,
        ackedCalmMs: next.calmMs,
        mirrored,
        told: [...told, ...contested.flatMap(({ fields }) => fields)],
      })
      const isNewest = (field: string) =>
        !outbox.some((other) => isSameRecord(other.command, command) && other.command.n > command.n && field in other.command.patch)
      for (const one of contested)
        if (!told.includes(one.fields[0] ?? '') && one.fields.some(isNewest)) notices.push(noticeOf(one, waiting, version, nowMs))
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
  // A page with someone else's newer values may have arrived before these answers. Only now is it clear which changes it replaced.
  const unanswered = outbox.flatMap(({ command }) => (drop.includes(command.n) ? [] : [command]))
  const replaced = noteReplaced([...sent, ...acknowledged], [...documents.values()], unanswered)
  const writes = {
    position: next,
    outbox: { drop },
    sent: { put: replaced.rows.filter((row) => !sent.includes(row)) },
    attention: { put: attention },
    notices: { put: [...notices, ...replaced.notices] },
    photos,
  }
  return { writes: drop.length > 0 ? writes : {}, settled: drop.length }
}

/** A command whose answer took longer counts as made offline. */
const LATE_MS = 3000

function noticeOf(contested: Contested, { command, before }: Waiting, version: number, nowMs: number): Notice {
  const { id: commandId, kind, recordId, recordedAt } = command
  const patch = Object.fromEntries(contested.fields.map((field) => [field, command.patch[field]]))
  const isLate = before === null && nowMs - Date.parse(recordedAt) > LATE_MS
  return {
    commandId,
    kind,
    recordId,
    what: 'contested',
    fields: [contested.field],
    version,
    decision: { ...contested, patch, recordedAt, isLate },
  }
}

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

/** The server may have lost these commands. */
export function reoffer(sent: readonly Sent[]): Writes {
  const { rows, photos } = reofferAll(sent)
  return { outbox: { put: rows }, sent: { drop: sent.map(({ command }) => command.n) }, photos }
}

export type Again = {
  position: SyncPosition
  refused: Attention
  /** The version that the user now sees and wants to replace. */
  version: number | null
  newId: () => string
  /** For "Save as new": the new record with all its initial fields. */
  asNew?: { recordId: string; fields: Data }
}

/**
 * The commands get new ids, because the server repeats its first answer to a known id. A refused creation and its later edits become one
 * creation, so that it includes later corrections.
 */
export function planAgain({ position, refused, version, newId, asNew }: Again): Writes {
  const rows = [refused.waiting, ...refused.held]
  const creates = refused.waiting.creates || asNew !== undefined
  const notes = rows.flatMap(({ command }) => (command.patch[ADD_NOTE] === undefined ? [] : [command.patch[ADD_NOTE]]))
  const fields: Data = { ...asNew?.fields, ...Object.assign({}, ...rows.map(({ command }) => command.patch)) }
  const { [ADD_NOTE]: _, ...plain } = fields
  for (const name of PHOTO_LISTS) if (name in plain) plain[name] = rows.flatMap(({ command }) => command.patch[name] ?? [])
  // Each command can contain one note. A refused edit is sent again unchanged.
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
