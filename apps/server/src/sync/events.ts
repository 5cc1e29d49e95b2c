/** A stream sends only one message: something has changed. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, isSessionAlive, roleInSession } from '@trailwarden/domain'
import type { Db } from '#db/database.ts'
import { SECURITY_HEADERS } from '#http/security/security-headers.ts'
import type { Pings } from './pings.ts'

export const STREAMS_PER_PERSON = 5
// A stream must end within five seconds after its user loses access.
const CHECK_RIGHTS_MS = 2000
const HEARTBEAT_MS = 20_000
// A device that stops reading has disconnected, and data written to it would only fill memory.
const MOST_UNREAD_BYTES = 16_384
// With thousands of streams and constant changes, the process and nginx would otherwise do little else. With 5,000 streams, each gets one
// ping per second for all changes since the previous ping.
const PINGS_PER_SECOND = 5000
// After this many streams, the process handles pending requests before continuing.
const AT_ONE_GO = 250

type Stream = { actor: Actor; sessionId: string; response: ServerResponse }

export type Events = {
  /** False if the user already has the maximum number of streams. */
  open(actor: Actor, sessionId: string, response: ServerResponse): boolean
  count(): number
  close(): void
}

const HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this header, nginx would hold messages back until its buffer is full.
  'x-accel-buffering': 'no',
}

type Watch = {
  onError(error: unknown): void
  onEviction?(what: 'slow-stream' | 'stream-without-right'): void
}

export function openEvents(
  db: Db,
  pings: Pings,
  { onError, onEviction = () => undefined }: Watch,
  passkeyFromRole: number | null = null,
): Events {
  const streams = new Set<Stream>()
  /** Without these counts, opening a stream would require searching all ten thousand streams. */
  const counts = new Map<string, number>()
  const count = (personId: string, change: 1 | -1) => {
    const next = (counts.get(personId) ?? 0) + change
    if (next > 0) counts.set(personId, next)
    else counts.delete(personId)
  }

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

  async function checkRights(now: Date): Promise<void> {
    // A stream that opens during the query isn't in its result.
    const asked = [...streams]
    if (asked.length === 0) return
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.personId')
      .select(['sessions.id', 'sessions.createdAt', 'sessions.lastSeenAt', 'sessions.roleAtSignIn', 'sessions.hasTwoFactors'])
      .select('people.role')
      .where('sessions.id', 'in', [...new Set(asked.map(({ sessionId }) => sessionId))])
      .where('people.disabled', '=', false)
      .execute()
    const roles = new Map(
      rows.filter((row) => isSessionAlive(row, row.role, now)).map((row) => [row.id, roleInSession(row.role, row, passkeyFromRole)]),
    )
    for (const { sessionId, actor, response } of asked) {
      if (roles.get(sessionId) === actor.role) continue
      response.end()
      onEviction('stream-without-right')
    }
  }

  let unsubscribe: (() => void) | null = null
  // If the database is unreachable, the streams stay open, because nobody is known to have lost access and there is nothing to send.
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
      // The first ping is sent immediately, because something may have changed since the device's last pull.
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
