/**
 * The functions here are pure and decide what to change. The store writes the changes. Guarantees: a page and its cursor are written
 * together, and nothing here deletes text that a user wrote.
 */

import type { Document, PullReply } from '@trailwarden/api'
import { type Attention, advanceAge, type Mirrored, type Sent, type SyncPosition, type Waiting, type Writes } from './device-state.ts'
import { reoffer } from './outbox.ts'
import { noteReplaced } from './replaced.ts'

export const SENT_LOG_MS = 30 * 24 * 60 * 60 * 1000
/**
 * A record that was created and removed before its command's answer arrived is on no page. After this time, the record counts as removed.
 * The time is much longer than any transaction on the server can stay open and hold back the cursor.
 */
const OVERDUE_MS = 5 * 60 * 1000
const CALM_STEP_MS = 60 * 1000

export type Asked = Pick<SyncPosition, 'cursor' | 'acks' | 'calmMs'>

export type Absorbing = {
  position: SyncPosition
  page: PullReply
  kinds: readonly string[]
  asked: Asked
  /**
   * Must contain at least the commands that the mirror doesn't contain yet and those for records on the page. If the epoch has changed,
   * must contain all commands.
   */
  sent: readonly Sent[]
  outbox: readonly Waiting[]
  attention: readonly Attention[]
  nowMs: number
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`
const recordOf = ({ command }: Sent) => `${command.kind} ${command.recordId}`

/** `absorbed` is false if the device's state has changed since the request, or if the device must fetch everything again. */
export function planAbsorb({ position, page, kinds, asked, sent, outbox, attention, nowMs }: Absorbing): {
  writes: Writes
  absorbed: boolean
} {
  // Another tab fetched first, or the reply arrived late. The device has a different cursor now.
  if (position.cursor !== asked.cursor) return { writes: {}, absorbed: false }
  const isOtherEpoch = position.epoch !== page.epoch
  const isOtherRole = position.role !== null && position.role !== page.role
  // A page of another epoch or role can only be added to the existing data after a reset.
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
  // After an app update that supports an unknown kind, `forKinds` fetches these documents.
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
    outbox.map(({ command }) => command),
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
  asked: Pick<SyncPosition, 'cursor'>
  epoch: string
  documents: readonly Document[]
}

/**
 * The server only sends these documents on request. Null if a page was written since the request, because the page may have removed one of
 * the documents. The device then repeats the request.
 */
export const planHold = ({ position, asked, epoch, documents }: Holding): Writes | null =>
  position.cursor !== null && position.cursor === asked.cursor && position.epoch === epoch
    ? { mirror: { put: documents.map((document) => ({ ...document, generation: position.generation })) } }
    : null

/** After a role change, users may no longer store records that they only viewed. Their own changes remain. */
function forgetSeen(outbox: readonly Waiting[], attention: readonly Attention[]): Writes {
  const blind = (row: Waiting): Waiting => ({ ...row, seen: null })
  return {
    outbox: { put: outbox.map(blind) },
    attention: { put: attention.map((row) => ({ ...row, waiting: blind(row.waiting), held: row.held.map(blind) })) },
  }
}

const merged = (a: Writes, b: Writes): Writes => ({ ...a, ...b, outbox: { put: [...(b.outbox?.put ?? []), ...(a.outbox?.put ?? [])] } })
