/**
 * Being offline, in one place. The engine carries commands up and documents down whenever it can, and is the only caller of push and
 * pull. It knows no browser and no database: it is given a store, a server, a clock and chance (SPEC.md says what it promises).
 */
import * as z from 'zod/mini'
import { type Errand, type Step, startErrand, type Timer } from './errand.ts'
import type { Asked } from './mirror.ts'
import { nextBatch } from './outbox.ts'
import type { Position, Waiting } from './phone-state.ts'
import { type Answer, PUSH_LIMIT, PullReply, PushReply, type PushRequest } from './protocol.ts'

/** Where the phone keeps things. Each method is one transaction: it happens whole or not at all. */
export interface LocalStore {
  position(): Promise<Position>
  /**
   * The outbox and where the phone stands, read at one moment. Read one after the other, a new epoch could come in between: a new
   * command would then be sent under it ahead of the older ones that it has just put back in the queue.
   */
  queue(): Promise<{ waiting: Waiting[]; position: Position }>
  /** Performs `planSettle`; tells how many commands left the outbox. */
  settle(answers: readonly Answer[], askedEpoch: string | null): Promise<number>
  /** Performs `planAbsorb`; tells whether the page was taken. */
  absorb(page: PullReply, asked: Asked): Promise<boolean>
  /** A photo whose action is acknowledged and whose bytes are not. */
  nextPhoto(): Promise<string | null>
  settlePhoto(id: string, refusal: Refusal | null): Promise<void>
}

/** The server. Replies are unread text as far as the types go: the engine parses them. Every failure is thrown as a `RemoteFailure`. */
export interface Remote {
  push(request: Push, call: Call): Promise<unknown>
  pull(cursor: string | null, call: Call): Promise<unknown>
  /** Null when the server has the photo; a refusal when it will never take it. Sending the same photo again is harmless. */
  putPhoto(id: string, call: Call): Promise<unknown>
}

const PhotoReply = z.nullable(z.object({ code: z.string(), detail: z.string() }))
export type Refusal = NonNullable<z.infer<typeof PhotoReply>>

/** The body of a push, and what its headers say of the sender. */
export type Push = PushRequest & { personId: string; epoch: string }

/** `alive` is called when bytes arrive, so that a slow reply is not taken for a dead one. */
export type Call = { signal: AbortSignal; alive: () => void }

/** `rejected`: the server read the request and will not take it as it is. All others say nothing about the commands. */
export type FailureReason =
  | 'no-signal'
  | 'timeout'
  | 'server'
  | 'unreadable'
  | 'rejected'
  | 'signed-out'
  | 'other-person'
  | 'other-epoch'
  | 'too-old'
  | 'phone'

export class RemoteFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, message: string = reason, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
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

export type SyncParts = {
  store: LocalStore
  remote: Remote
  timer: Timer
  random: () => number
  onStatus?: (status: SyncStatus) => void
  /** Faults of ours, for the log; failures of the network are a state and come by `onStatus`. */
  onFault?: (error: unknown) => void
}

export function startSync({ store, remote, timer, random, onStatus, onFault }: SyncParts): Sync {
  const stopping = new AbortController()
  let status: SyncStatus = { sending: null, problem: null }
  const say = (change: Partial<SyncStatus>) => {
    const next = { ...status, ...change }
    if (stopping.signal.aborted || JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    onStatus?.(status)
  }
  const failed = (error: unknown, end: Partial<SyncStatus>) => {
    // Whoever stops it closes the database next: what was under way then fails, and is taken up at the next start.
    if (stopping.signal.aborted) return
    // Another epoch is nothing a person could do anything about: the fetch that follows settles it.
    if (error instanceof RemoteFailure) return say({ ...end, problem: error.reason === 'other-epoch' ? null : error.reason })
    say({ ...end, problem: 'phone' })
    onFault?.(error)
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
  const toldToWait = new Set<string>()

  /** One push. What was sent stays in the outbox until `settle` has written its answer. */
  async function send(): Promise<Step> {
    const { waiting, position } = await store.queue()
    const batch = nextBatch(waiting, batchLimit, toldToWait)
    if (batch.length === 0) {
      say({ sending: null })
      return 'idle'
    }
    const { deviceId, personId, epoch } = position
    // The first page, which says where the server stands, rings when it is here.
    if (epoch === null) return 'idle'
    const of = Math.max(status.sending?.of ?? 0, waiting.length)
    say({ sending: { sent: of - waiting.length, of } })
    let answers: Answer[]
    try {
      answers = read(PushReply, await call((c) => remote.push({ deviceId, personId, epoch, commands: batch }, c))).answers
    } catch (error) {
      const reason = error instanceof RemoteFailure ? error.reason : null
      if (reason === 'other-epoch') errands.fetch.ring()
      // A push that is too slow for the line, or that holds one command the server cannot read, gets through in smaller parts.
      if (reason === 'timeout' || reason === 'rejected') batchLimit = Math.max(1, batchLimit >> 1)
      const [only] = batch
      if (reason !== 'rejected' || batch.length > 1 || !only) throw error
      answers = [unreadable(only.id, String(error))]
    }
    batchLimit = Math.min(PUSH_LIMIT, batchLimit * 2)
    const settled = await store.settle(answers, epoch)
    say({ problem: null })
    for (const { outcome, commandId } of answers) if (outcome === 'retry') toldToWait.add(commandId)
    if (settled === 0) return 'later'
    errands.fetch.ring()
    errands.photos.ring()
    return 'more'
  }

  let resets = 0

  /** One page. */
  async function fetch(): Promise<Step> {
    const { cursor, acks, calmMs, personId } = await store.position()
    const page = read(PullReply, await call((c) => remote.pull(cursor, c)))
    if (page.personId !== personId) throw new RemoteFailure('other-person')
    if (page.more && page.cursor === cursor) throw new RemoteFailure('unreadable', 'a page that leads nowhere')
    const isAbsorbed = await store.absorb(page, { cursor, acks, calmMs })
    say({ problem: null })
    // After a reset commands may have been put in the queue again.
    if (page.reset) errands.send.ring()
    // A server that starts over again and again is answered slowly.
    resets = page.reset || !isAbsorbed ? resets + 1 : page.more ? resets : 0
    if (resets > 1) return 'later'
    return page.more || !isAbsorbed ? 'more' : 'idle'
  }

  async function sendPhoto(): Promise<Step> {
    const id = await store.nextPhoto()
    if (id === null) return 'idle'
    await store.settlePhoto(id, read(PhotoReply, await call((c) => remote.putPhoto(id, c))))
    say({ problem: null })
    return 'more'
  }

  /** `end`: what is over when it fails. A fetch that fails ends no push: the page would be taken for one that may be loaded anew. */
  const errand = (step: () => Promise<Step>, end: Partial<SyncStatus> = {}): Errand =>
    startErrand({ step, failed: (error) => failed(error, end), timer, random, idleMs: POLL_MS })
  const errands = { send: errand(send, { sending: null }), fetch: errand(fetch), photos: errand(sendPhoto) }

  return {
    wake(what) {
      if (what !== 'fetch') errands.send.ring()
      if (what !== 'send') errands.fetch.ring()
      if (what !== 'fetch') errands.photos.ring()
    },
    stop() {
      stopping.abort()
      for (const each of Object.values(errands)) each.stop()
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
