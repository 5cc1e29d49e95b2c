/**
 * No other code calls push or pull. The engine doesn't depend on a browser or a database: the store, server, timer and random source are
 * parameters. SPEC.md lists the engine's guarantees.
 */

import { type Answer, type Command, PUSH_LIMIT, PullReply, PushReply, type PushRequest } from '@trailwarden/api'
import * as z from 'zod/mini'
import type { SyncPosition, Waiting } from './device-state.ts'
import { type Loop, type Step, startLoop, type Timer } from './loop.ts'
import type { Asked } from './mirror.ts'
import { isHeld, nextBatch } from './outbox.ts'

/** Each method is one transaction. */
export interface LocalStore {
  position(): Promise<SyncPosition>
  /**
   * All from one transaction. With separate reads, a new epoch could start between them, and a new command would be sent before older
   * commands that have just been queued again.
   */
  queue(): Promise<{ waiting: Waiting[]; position: SyncPosition; nowMs: number }>
  storeAnswers(answers: readonly Answer[], askedEpoch: string | null, receipt?: string): Promise<number>
  absorb(page: PullReply, asked: Asked): Promise<boolean>
  /** Returns an unsent photo whose Action the server has acknowledged, except those in `passed`. */
  nextPhoto(passed: ReadonlySet<string>): Promise<string | null>
  settlePhoto(id: string, refusal: PhotoRefusal | null): Promise<void>
}

/** Responses are untyped, because the engine parses them. Every failure is thrown as a `RemoteFailure`. */
export interface Remote {
  push(request: Push, call: Call): Promise<unknown>
  pull(cursor: string | null, call: Call, receipt: string | null): Promise<unknown>
  /** Null if the server has the photo, or a refusal if the server will never accept it. Sending a photo twice is harmless. */
  putPhoto(id: string, call: Call): Promise<unknown>
}

const PhotoReply = z.nullable(z.object({ code: z.string(), detail: z.string() }))
export type PhotoRefusal = NonNullable<z.infer<typeof PhotoReply>>

export type Push = PushRequest & { personId: string; epoch: string; cursor: string | null; receipt: string | null }

/** Call `alive` when bytes arrive, so that a slow reply doesn't time out. */
export type Call = { signal: AbortSignal; alive: () => void }

/**
 * `rejected`: the server read the request and won't accept it unchanged. `busy`: the server requests a pause. The commands don't cause
 * other failures, unless one failure keeps happening.
 */
export type FailureReason =
  | 'no-signal'
  | 'timeout'
  | 'server'
  | 'busy'
  | 'unreadable'
  | 'rejected'
  | 'signed-out'
  | 'other-person'
  | 'other-epoch'
  | 'too-old'
  | 'phone'

export class RemoteFailure extends Error {
  readonly reason: FailureReason
  readonly waitMs: number
  constructor(reason: FailureReason, message: string = reason, { waitMs = 0, ...options }: ErrorOptions & { waitMs?: number } = {}) {
    super(message, options)
    this.reason = reason
    this.waitMs = waitMs
  }
}

export type SyncStatus = {
  /** Null unless the queue is draining. */
  sending: { sent: number; of: number } | null
  problem: FailureReason | null
}

export type Sync = {
  /** Call after a saved command, a return of the signal, a visible tab, or a message from the server. */
  wake(what?: 'send' | 'fetch'): void
  stop(): void
}

/** After this time without any data, a connection counts as half-open. A queue can then drain within 30 s of the signal's return. */
export const TIMEOUT_MS = 10_000
const POLL_MS = 60_000
/** One header must not delay a user's change for an hour. */
const LONGEST_WAIT_MS = 5 * 60_000
/** After this many equal failures in a row, the content of the request is probably the cause, not the server. */
const SUSPICIOUS = 3

export type SyncParts = {
  store: LocalStore
  remote: Remote
  timer: Timer
  random: () => number
  onStatus?: (status: SyncStatus) => void
  /** Receives only internal errors. Network failures are reported to `onStatus` instead. */
  onError?: (error: unknown) => void
}

export function startSync({ store, remote, timer, random, onStatus, onError }: SyncParts): Sync {
  const stopping = new AbortController()
  let status: SyncStatus = { sending: null, problem: null }
  const report = (change: Partial<SyncStatus>) => {
    const next = { ...status, ...change }
    if (stopping.signal.aborted || JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    onStatus?.(status)
  }
  const failed = (error: unknown, end: Partial<SyncStatus>) => {
    // The caller closes the database after stopping. A running step then fails, and the next start resumes it.
    if (stopping.signal.aborted) return 0
    // Users can't do anything about another epoch, and the next fetch resolves it.
    if (error instanceof RemoteFailure) {
      report({ ...end, problem: error.reason === 'other-epoch' ? null : error.reason })
      return Math.min(error.waitMs, LONGEST_WAIT_MS)
    }
    report({ ...end, problem: 'phone' })
    onError?.(error)
    return 0
  }

  function call<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    return new Promise<T>((resolve, reject) => {
      const giveUp = (reason: FailureReason) => {
        controller.abort()
        reject(new RemoteFailure(reason))
      }
      let cancel = timer.after(TIMEOUT_MS, () => giveUp('timeout'))
      const alive = () => {
        cancel()
        cancel = timer.after(TIMEOUT_MS, () => giveUp('timeout'))
      }
      const onStop = () => giveUp('no-signal')
      stopping.signal.addEventListener('abort', onStop, { once: true })
      work({ signal: controller.signal, alive })
        .then(resolve, reject)
        .finally(() => {
          cancel()
          stopping.signal.removeEventListener('abort', onStop)
        })
    })
  }

  let batchLimit = PUSH_LIMIT
  /** Cancels the timer that sends a command once it can no longer be undone. */
  let stopHolding = () => {}
  /** Counts since the outbox was last empty or a push failed. */
  let sent = 0
  const askedToWait = new Set<string>()
  /** These commands always cause a server error. They are sent one by one when nothing else is queued. */
  const steppedOver = new Set<string>()
  let failing = { what: '', times: 0 }
  let isSearching = false

  /** If a push keeps failing, smaller parts show which command causes the failure. */
  function narrow(batch: readonly Command[], reason: FailureReason | null): void {
    const [first] = batch
    if (!first) return
    const half = Math.max(1, batch.length >> 1)
    // Smaller parts help if a push is too large for a slow connection, or if the server can't read one of its commands.
    if (reason === 'timeout' || reason === 'rejected') batchLimit = half
    if (reason !== 'server' && reason !== 'unreadable') return
    const what = `${reason} ${first.id}`
    failing = { what, times: failing.what === what ? failing.times + 1 : 1 }
    isSearching ||= failing.times >= SUSPICIOUS
    if (!isSearching) return
    batchLimit = half
    if (batch.length === 1) steppedOver.delete(first.id)
    if (batch.length === 1) steppedOver.add(first.id)
  }

  /** Commands stay in the outbox until `settle` has stored their results. */
  async function send(): Promise<Step> {
    const { waiting, position, nowMs } = await store.queue()
    const batch = nextBatch(waiting, batchLimit, askedToWait, steppedOver, nowMs)
    const held = waiting.filter((row) => isHeld(row, nowMs))
    stopHolding()
    if (held.length > 0) {
      const firstMs = Math.min(...held.map(({ heldUntilMs = nowMs }) => heldUntilMs))
      stopHolding = timer.after(firstMs - nowMs, () => loops.send.wake())
    }
    if (batch.length === 0) {
      report({ sending: null })
      return 'idle'
    }
    const { deviceId, personId, epoch, cursor, receipt = null } = position
    // The first page supplies the server's epoch, which a push needs.
    if (epoch === null) return 'idle'
    // Commands saved while the queue drains are added to the count.
    sent = status.sending === null ? 0 : sent
    report({ sending: { sent, of: sent + waiting.length - held.length } })
    let reply: PushReply
    try {
      reply = read(PushReply, await call((c) => remote.push({ deviceId, personId, epoch, cursor, receipt, commands: batch }, c)))
    } catch (error) {
      const reason = error instanceof RemoteFailure ? error.reason : null
      if (reason === 'other-epoch') loops.fetch.wake()
      narrow(batch, reason)
      const [only] = batch
      if (reason !== 'rejected' || batch.length > 1 || !only) throw error
      reply = { answers: [unreadable(only.id, String(error))] }
    }
    const { answers } = reply
    batchLimit = Math.min(PUSH_LIMIT, batchLimit * 2)
    if (batchLimit === PUSH_LIMIT) isSearching = false
    for (const { id } of batch) steppedOver.delete(id)
    const settled = await store.storeAnswers(answers, epoch, reply.receipt)
    sent += settled
    report({ problem: null })
    for (const { outcome, commandId } of answers) if (outcome === 'retry') askedToWait.add(commandId)
    if (settled === 0) return 'later'
    loops.fetch.wake()
    loops.photos.wake()
    return 'more'
  }

  let resets = 0
  let isCursorRefused = false

  /** If the server can't read the cursor, the device fetches everything again. */
  async function fetch(): Promise<Step> {
    const { cursor, acks, calmMs, personId, receipt = null } = await store.position()
    const asking = call((c) => remote.pull(isCursorRefused ? null : cursor, c, receipt))
    const page = read(
      PullReply,
      await asking.catch((error: unknown) => {
        isCursorRefused = error instanceof RemoteFailure && error.reason === 'rejected'
        throw error
      }),
    )
    isCursorRefused = false
    if (page.personId !== personId) throw new RemoteFailure('other-person')
    if (page.more && page.cursor === cursor) throw new RemoteFailure('unreadable', 'a page with an unchanged cursor')
    const isAbsorbed = await store.absorb(page, { cursor, acks, calmMs })
    report({ problem: null })
    // The reset may have put commands back into the queue.
    if (page.reset) loops.send.wake()
    // If the server resets repeatedly, delay the next request.
    resets = page.reset || !isAbsorbed ? resets + 1 : page.more ? resets : 0
    if (resets > 1) return 'later'
    return page.more || !isAbsorbed ? 'more' : 'idle'
  }

  const photoFailures = new Map<string, number>()
  /** Skipped after repeated failures, until all other photos have been sent. */
  const passedPhotos = new Set<string>()

  async function sendPhoto(): Promise<Step> {
    let id = await store.nextPhoto(passedPhotos)
    if (id === null && passedPhotos.size > 0) {
      passedPhotos.clear()
      id = await store.nextPhoto(passedPhotos)
    }
    if (id === null) return 'idle'
    await putPhoto(id).catch((error: unknown) => {
      const failures = (photoFailures.get(id) ?? 0) + 1
      const isBusy = error instanceof RemoteFailure && error.reason === 'busy'
      if (!isBusy) photoFailures.set(id, failures)
      if (!isBusy && failures >= SUSPICIOUS) passedPhotos.add(id)
      throw error
    })
    photoFailures.delete(id)
    report({ problem: null })
    return 'more'
  }

  const putPhoto = async (id: string) => store.settlePhoto(id, read(PhotoReply, await call((c) => remote.putPhoto(id, c))))

  /**
   * `end` is the status to set after a failure. A failed fetch doesn't reset the status of a push, because the page could otherwise reload
   * during the push.
   */
  const loop = (step: () => Promise<Step>, end: Partial<SyncStatus> = {}): Loop =>
    startLoop({ step, failed: (error) => failed(error, end), timer, random, idleMs: POLL_MS })
  const loops = { send: loop(send, { sending: null }), fetch: loop(fetch), photos: loop(sendPhoto) }

  return {
    wake(what) {
      if (what !== 'fetch') loops.send.wake()
      if (what !== 'send') loops.fetch.wake()
      if (what !== 'fetch') loops.photos.wake()
    },
    stop() {
      stopping.abort()
      stopHolding()
      for (const each of Object.values(loops)) each.stop()
    },
  }
}

function read<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown } },
  reply: unknown,
): T {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new RemoteFailure('unreadable', 'the reply does not match its schema', { cause: parsed.error })
  return parsed.data
}

const unreadable = (commandId: string, detail: string): Answer => ({
  commandId,
  outcome: 'invalid',
  version: null,
  replaced: [],
  refusal: { code: 'not-understood', detail },
})
