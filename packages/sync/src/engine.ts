/**
 * Being offline, in one place. The engine carries commands up and documents down whenever it can, and is the only caller of push and
 * pull. It knows no browser and no database: it is given a store, a server, a clock and chance (SPEC.md says what it promises).
 */

import { type Answer, type Command, PUSH_LIMIT, PullReply, PushReply, type PushRequest } from '@trailwarden/api'
import * as z from 'zod/mini'
import type { SyncPosition, Waiting } from './device-state.ts'
import { type Loop, type Step, startLoop, type Timer } from './loop.ts'
import type { Asked } from './mirror.ts'
import { nextBatch } from './outbox.ts'

/** Where the phone keeps things. Each method is one transaction: it happens whole or not at all. */
export interface LocalStore {
  position(): Promise<SyncPosition>
  /**
   * The outbox and where the phone stands, read at one moment. Read one after the other, a new epoch could come in between: a new
   * command would then be sent under it ahead of the older ones that it has just put back in the queue.
   */
  queue(): Promise<{ waiting: Waiting[]; position: SyncPosition }>
  /** Performs `planSettle`; tells how many commands left the outbox. */
  settle(answers: readonly Answer[], askedEpoch: string | null, receipt?: string): Promise<number>
  /** Performs `planAbsorb`; tells whether the page was taken. */
  absorb(page: PullReply, asked: Asked): Promise<boolean>
  /** A photo whose action is acknowledged and whose bytes are not, none of `passed`. */
  nextPhoto(passed: ReadonlySet<string>): Promise<string | null>
  settlePhoto(id: string, refusal: PhotoRefusal | null): Promise<void>
}

/** The server. Replies are unread text as far as the types go: the engine parses them. Every failure is thrown as a `RemoteFailure`. */
export interface Remote {
  push(request: Push, call: Call): Promise<unknown>
  pull(cursor: string | null, call: Call, receipt: string | null): Promise<unknown>
  /** Null when the server has the photo; a refusal when it will never take it. Sending the same photo again is harmless. */
  putPhoto(id: string, call: Call): Promise<unknown>
}

const PhotoReply = z.nullable(z.object({ code: z.string(), detail: z.string() }))
export type PhotoRefusal = NonNullable<z.infer<typeof PhotoReply>>

/** The body of a push, and what its headers say of the sender. */
export type Push = PushRequest & { personId: string; epoch: string; cursor: string | null; receipt: string | null }

/** `alive` is called when bytes arrive, so that a slow reply is not taken for a dead one. */
export type Call = { signal: AbortSignal; alive: () => void }

/**
 * `rejected`: the server read the request and will not take it as it is. `busy`: it asks for patience. All others say nothing about the
 * commands, but one that comes again and again may.
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
  /** How long the server asks us to wait. */
  readonly waitMs: number
  constructor(reason: FailureReason, message: string = reason, { waitMs = 0, ...options }: ErrorOptions & { waitMs?: number } = {}) {
    super(message, options)
    this.reason = reason
    this.waitMs = waitMs
  }
}

/** What the screens may say about sync as a whole. */
export type SyncStatus = {
  /** While the queue drains: how many are through and how many there were. */
  sending: { sent: number; of: number } | null
  /** Why the last attempt failed; null after one that did not. */
  problem: FailureReason | null
}

export type Sync = {
  /** Something may have changed: a command was saved, the signal is back, the tab is looked at, the server rang. */
  wake(what?: 'send' | 'fetch'): void
  stop(): void
}

/** A half-open connection is given up after this long without a sign of life, so a queue drains within 30 s of the signal's return. */
export const TIMEOUT_MS = 10_000
const POLL_MS = 60_000
/** However long the server asks for: what a person has just saved is not left for an hour because of one header. */
const LONGEST_WAIT_MS = 5 * 60_000
/** So many failures of one kind, one after the other, are taken to be about what is sent and not about the server. */
const SUSPICIOUS = 3

export type SyncParts = {
  store: LocalStore
  remote: Remote
  timer: Timer
  random: () => number
  onStatus?: (status: SyncStatus) => void
  /** Our own errors, for the log; failures of the network are a state and come by `onStatus`. */
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
    // Whoever stops it closes the database next: what was under way then fails, and is taken up at the next start.
    if (stopping.signal.aborted) return 0
    // Another epoch is nothing a person could do anything about: the fetch that follows settles it.
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
  const askedToWait = new Set<string>()
  /** Commands that make the server fail whenever they come: tried again alone, one after the other, when nothing else waits. */
  const steppedOver = new Set<string>()
  let failing = { what: '', times: 0 }
  let isSearching = false

  /** A push has failed. Of one that fails for ever, smaller parts are sent until the command is found that it fails for. */
  function narrow(batch: readonly Command[], reason: FailureReason | null): void {
    const [first] = batch
    if (!first) return
    const half = Math.max(1, batch.length >> 1)
    // A push that is too slow for the line, or that holds one command the server cannot read, gets through in smaller parts.
    if (reason === 'timeout' || reason === 'rejected') batchLimit = half
    if (reason !== 'server' && reason !== 'unreadable') return
    const what = `${reason} ${first.id}`
    failing = { what, times: failing.what === what ? failing.times + 1 : 1 }
    isSearching ||= failing.times >= SUSPICIOUS
    if (!isSearching) return
    batchLimit = half
    // Behind the others of its kind.
    if (batch.length === 1) steppedOver.delete(first.id)
    if (batch.length === 1) steppedOver.add(first.id)
  }

  /** One push. What was sent stays in the outbox until `settle` has written its answer. */
  async function send(): Promise<Step> {
    const { waiting, position } = await store.queue()
    const batch = nextBatch(waiting, batchLimit, askedToWait, steppedOver)
    if (batch.length === 0) {
      report({ sending: null })
      return 'idle'
    }
    const { deviceId, personId, epoch, cursor, receipt = null } = position
    // The first page, which says where the server stands, rings when it is here.
    if (epoch === null) return 'idle'
    const of = Math.max(status.sending?.of ?? 0, waiting.length)
    report({ sending: { sent: of - waiting.length, of } })
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
    const settled = await store.settle(answers, epoch, reply.receipt)
    report({ problem: null })
    for (const { outcome, commandId } of answers) if (outcome === 'retry') askedToWait.add(commandId)
    if (settled === 0) return 'later'
    loops.fetch.wake()
    loops.photos.wake()
    return 'more'
  }

  let resets = 0
  let isCursorRefused = false

  /** One page. With a cursor that the server cannot read, from the start. */
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
    if (page.more && page.cursor === cursor) throw new RemoteFailure('unreadable', 'a page that leads nowhere')
    const isAbsorbed = await store.absorb(page, { cursor, acks, calmMs })
    report({ problem: null })
    // After a reset commands may have been put in the queue again.
    if (page.reset) loops.send.wake()
    // A server that starts over again and again is answered slowly.
    resets = page.reset || !isAbsorbed ? resets + 1 : page.more ? resets : 0
    if (resets > 1) return 'later'
    return page.more || !isAbsorbed ? 'more' : 'idle'
  }

  const photoFailures = new Map<string, number>()
  /** Photos that have failed often, until all others are sent. */
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

  /** `end`: what is over when it fails. A fetch that fails ends no push: the page would be taken for one that may be loaded again. */
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
      for (const each of Object.values(loops)) each.stop()
    },
  }
}

/** A reply that cannot be read is a failure like no reply at all: nothing is taken from it. */
function read<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown } },
  reply: unknown,
): T {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new RemoteFailure('unreadable', 'the reply is not what was agreed', { cause: parsed.error })
  return parsed.data
}

const unreadable = (commandId: string, detail: string): Answer => ({
  commandId,
  outcome: 'invalid',
  version: null,
  replaced: [],
  refusal: { code: 'not-understood', detail },
})
