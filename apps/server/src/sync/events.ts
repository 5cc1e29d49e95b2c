/** Open event streams: who listens, for how long they may, and the one message they get: something changed. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, isSessionAlive, roleInForce } from '@trailwarden/domain'
import type { Db } from '#db/database.ts'
import { personHasPasskey } from '#features/people/sessions.ts'
import { SECURITY_HEADERS } from '#http/security-headers.ts'
import type { Pings } from './pings.ts'

export const STREAMS_PER_PERSON = 5
// Well below the five seconds within which a stream must end that has lost its right.
const CHECK_RIGHTS_MS = 2000
const HEARTBEAT_MS = 20_000
// A phone that takes nothing any more is gone; what is written to it only fills memory.
const MOST_UNREAD_BYTES = 16_384
// Pings that one process writes in a second. With thousands of streams open and someone always writing, it would do little else, and so would
// nginx: with 5,000 of them open, each hears once a second of everything since.
const PINGS_PER_SECOND = 5000
// Written in one go; then whoever waits for an answer comes first.
const AT_ONE_GO = 250

type Stream = { actor: Actor; sessionId: string; response: ServerResponse }

export type Events = {
  /** Takes over the response; false when the person has as many streams as they may. */
  open(actor: Actor, sessionId: string, response: ServerResponse): boolean
  count(): number
  close(): void
}

const HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold the messages back until a buffer is full.
  'x-accel-buffering': 'no',
}

type Watch = {
  onError(error: unknown): void
  /** A stream was ended from here, before its device wanted it to. */
  onEviction?(what: 'slow-stream' | 'stream-without-right'): void
}

export function openEvents(
  db: Db,
  pings: Pings,
  { onError, onEviction = () => undefined }: Watch,
  passkeyFromRole: number | null = null,
): Events {
  const streams = new Set<Stream>()
  /** How many each person has open: ten thousand streams are not looked through for every new one. */
  const counts = new Map<string, number>()
  const count = (personId: string, change: 1 | -1) => {
    const next = (counts.get(personId) ?? 0) + change
    if (next > 0) counts.set(personId, next)
    else counts.delete(personId)
  }

  /** To how many it was written. */
  async function write(text: string): Promise<number> {
    const all = [...streams]
    for (const [n, stream] of all.entries()) {
      if (n > 0 && n % AT_ONE_GO === 0) await new Promise((turn) => setImmediate(turn))
      if (!streams.has(stream)) continue
      const { response } = stream
      if (response.writableLength <= MOST_UNREAD_BYTES) {
        response.write(text)
        continue
      }
      response.destroy()
      onEviction('slow-stream')
    }
    return all.length
  }

  let [news, isNotifying, isClosed]: [string | null, boolean, boolean] = [null, false, false]
  /** At once, and if that was just done, as soon as the streams can be notified again. */
  async function notify(upTo: string): Promise<void> {
    news = upTo
    if (isNotifying) return
    isNotifying = true
    while (news !== null && !isClosed) {
      const [text, from] = [`data: ${JSON.stringify({ upTo: news })}\n\n`, performance.now()]
      news = null
      const notified = await write(text)
      await wait(Math.max(1, (notified / PINGS_PER_SECOND) * 1000 - (performance.now() - from)), undefined, { ref: false })
    }
    isNotifying = false
  }

  /** Ends the streams of those who have signed out, were disabled or removed, or have another role now. */
  async function checkRights(now: Date): Promise<void> {
    // Of those open now: one that is opened while the database answers was not asked for, and is not in its answer.
    const asked = [...streams]
    if (asked.length === 0) return
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.personId')
      .select(['sessions.id', 'sessions.createdAt', 'sessions.lastSeenAt', 'people.role'])
      .select(personHasPasskey.as('hasPasskey'))
      .where('sessions.id', 'in', [...new Set(asked.map(({ sessionId }) => sessionId))])
      .where('people.disabled', '=', false)
      .execute()
    const roles = new Map(
      rows
        .filter((row) => isSessionAlive(row, row.role, now))
        .map(({ id, role, hasPasskey }) => [id, roleInForce(role, hasPasskey, passkeyFromRole)]),
    )
    for (const { sessionId, actor, response } of asked) {
      if (roles.get(sessionId) === actor.role) continue
      response.end()
      onEviction('stream-without-right')
    }
  }

  let unsubscribe: (() => void) | null = null
  // With the database out of reach nothing is known against anyone: the streams stay, and nothing is sent on them.
  const rights = setInterval(() => void checkRights(new Date()).catch(onError), CHECK_RIGHTS_MS).unref()
  const heartbeat = setInterval(() => void write(': still here\n\n'), HEARTBEAT_MS).unref()

  return {
    open(actor, sessionId, response) {
      if ((counts.get(actor.id) ?? 0) >= STREAMS_PER_PERSON) return false
      unsubscribe ??= pings.subscribe((upTo) => void notify(upTo))
      const stream = { actor, sessionId, response }
      streams.add(stream)
      count(actor.id, 1)
      response.on('close', () => {
        if (streams.delete(stream)) count(actor.id, -1)
      })
      response.writeHead(200, HEADERS)
      // At once, because something may have changed between the phone's last fetch and now.
      response.write(`retry: 3000\ndata: ${JSON.stringify({ upTo: '' })}\n\n`)
      return true
    },
    count: () => streams.size,
    close() {
      isClosed = true
      clearInterval(rights)
      clearInterval(heartbeat)
      unsubscribe?.()
      for (const { response } of streams) response.end()
    },
  }
}
