/**
 * The mirror: the server's records as this person may see them. Pure decisions; the store writes them.
 * The promise: a page and its cursor are written together, and nothing here ever removes what a person wrote.
 */

import type { Document, PullReply } from '@trailwarden/api'
import { type Attention, advanceAge, type Mirrored, type Sent, type SyncPosition, type Waiting, type Writes } from './device-state.ts'
import { reoffer } from './outbox.ts'
import { noteReplaced } from './replaced.ts'

export const SENT_LOG_MS = 30 * 24 * 60 * 60 * 1000
/**
 * Far longer than any transaction may stay open on the server and hold the cursor back. A command whose record came and went before
 * its answer was here is mirrored by no page; after this long its record is taken to be gone.
 */
const OVERDUE_MS = 5 * 60 * 1000
const CALM_STEP_MS = 60 * 1000

/** What the phone knew when it asked for a page. */
export type Asked = Pick<SyncPosition, 'cursor' | 'acks' | 'calmMs'>

export type Absorbing = {
  position: SyncPosition
  page: PullReply
  /** The kinds that this version of the app knows. */
  kinds: readonly string[]
  asked: Asked
  /** At least: all that are not mirrored yet, all on records of the page; all there are when the epoch is another. */
  sent: readonly Sent[]
  /** Read only when the role changes. */
  outbox: readonly Waiting[]
  attention: readonly Attention[]
  nowMs: number
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`
const recordOf = ({ command }: Sent) => `${command.kind} ${command.recordId}`

/** Writes one page. `absorbed: false` when the phone has moved on since it asked, or must begin again. */
export function planAbsorb({ position, page, kinds, asked, sent, outbox, attention, nowMs }: Absorbing): {
  writes: Writes
  absorbed: boolean
} {
  // Another tab, or a reply that came after its time: the cursor it starts from is no longer ours.
  if (position.cursor !== asked.cursor) return { writes: {}, absorbed: false }
  const isOtherEpoch = position.epoch !== page.epoch
  const isOtherRole = position.role !== null && position.role !== page.role
  // A page of another past or projection that does not start it over cannot be laid upon what we hold.
  if (!page.reset && (isOtherEpoch || isOtherRole)) {
    return { writes: { position: { ...position, cursor: null } }, absorbed: false }
  }
  const next = advanceAge({ ...position, cursor: page.cursor, epoch: page.epoch, role: page.role }, nowMs)
  if (page.reset) {
    next.generation += 1
    next.sweepAcks = asked.acks
  }
  const sweepAcks = next.sweepAcks
  const isComplete = !page.more
  if (isComplete) {
    next.sweepAcks = null
    next.calmMs += Math.min(Math.max(nowMs - position.seenAtMs, 0), CALM_STEP_MS)
    next.completeAtMs = nowMs
  }
  // Documents of other kinds are passed over. `forKinds` fetches them once an update of the app knows their kind.
  const documents = page.documents.filter(({ kind }) => kinds.includes(kind))
  const put = documents.map((document): Mirrored => ({ ...document, generation: next.generation }))
  const versions = new Map(documents.map((document) => [keyOf(document), document.version]))
  const removed = new Set(page.removed.map(keyOf))
  const isOverdue = (row: Sent) =>
    isComplete && ((sweepAcks !== null && row.ack <= sweepAcks) || row.ackedCalmMs + OVERDUE_MS < asked.calmMs)
  const mirrored = (row: Sent): Sent['mirrored'] => {
    if (removed.has(recordOf(row))) return row.ack <= asked.acks ? 'removed' : row.mirrored
    const version = versions.get(recordOf(row))
    if (version !== undefined) return version >= row.version ? 'yes' : row.mirrored
    return row.mirrored === 'not-yet' && isOverdue(row) ? 'removed' : row.mirrored
  }
  const { rows, notices } = noteReplaced(
    sent.map((row) => (mirrored(row) === row.mirrored ? row : { ...row, mirrored: mirrored(row) })),
    documents,
  )
  const writes: Writes = {
    position: next,
    mirror: { put, drop: page.removed },
    notices: { put: notices },
    ...(isComplete && sweepAcks !== null && { sweepTo: next.generation }),
    ...(isComplete && { forgetSentBeforeAgeMs: next.ageMs - SENT_LOG_MS }),
    ...(isOtherEpoch ? reoffer(rows) : { sent: { put: rows.filter((row) => !sent.includes(row)) } }),
  }
  return { writes: isOtherRole ? merged(writes, forgetSeen(outbox, attention)) : writes, absorbed: true }
}

export type Holding = {
  position: SyncPosition
  /** Where the phone stood when it asked. */
  asked: Pick<SyncPosition, 'cursor'>
  epoch: string
  documents: readonly Document[]
}

/**
 * Holds documents that the server does not send by itself and a person asked for, until the next reset or until a page brings or removes
 * them. Null when a page was written meanwhile: it may have removed one of them, and is not sent again. The phone asks once more.
 */
export const planHold = ({ position, asked, epoch, documents }: Holding): Writes | null =>
  position.cursor !== null && position.cursor === asked.cursor && position.epoch === epoch
    ? { mirror: { put: documents.map((document) => ({ ...document, generation: position.generation })) } }
    : null

/** Under another role a person may no longer hold the records they looked at; what they wrote themselves stays. */
function forgetSeen(outbox: readonly Waiting[], attention: readonly Attention[]): Writes {
  const blind = (row: Waiting): Waiting => ({ ...row, seen: null })
  return {
    outbox: { put: outbox.map(blind) },
    attention: { put: attention.map((row) => ({ ...row, waiting: blind(row.waiting), held: row.held.map(blind) })) },
  }
}

const merged = (a: Writes, b: Writes): Writes => ({ ...a, ...b, outbox: { put: [...(b.outbox?.put ?? []), ...(a.outbox?.put ?? [])] } })
