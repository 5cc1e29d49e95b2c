/**
 * A pull doesn't show a committed change until all older transactions have ended. A device that gets a ping too early would find nothing
 * and wait for the next ping. Therefore, each ping is delayed until its change is visible.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Pings = {
  /** Also calls the listener whenever changes may have been missed. The returned function unsubscribes. */
  subscribe(listener: (upTo: string) => void): () => void
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }

const CHECK_AGAIN_MS = 25
// Without a regular query, a connection that died silently would go unnoticed.
const ASK_ALIVE_MS = 10_000
const RECONNECT_MS = { first: 100, most: 5000 }

export function openPings(databaseUrl: string, log: Log, Client: typeof pg.Client = pg.Client): Pings {
  const listeners = new Set<(upTo: string) => void>()
  const stopped = new AbortController()
  let running: Promise<void> | null = null
  const notify = (upTo: string) => {
    for (const listener of listeners) listener(upTo)
  }

  async function listen(client: pg.Client): Promise<void> {
    let waiting: bigint[] = []
    let wake: () => void = () => undefined
    let lost: Error | null = null
    client.on('error', (error) => {
      lost = error
      wake()
    })
    client.on('notification', ({ payload }) => {
      waiting.push(BigInt(payload ?? 0))
      wake()
    })
    await client.connect()
    await client.query('listen changes')
    notify('')
    while (!stopped.signal.aborted) {
      if (lost) throw lost
      if (waiting.length === 0) {
        const something = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race([something, wait(ASK_ALIVE_MS, undefined, { signal: stopped.signal }).catch(() => undefined)])
        if (stopped.signal.aborted) return
      }
      const { rows } = await client.query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin')
      const xmin = BigInt(rows[0]?.xmin ?? 0)
      const ready = waiting.filter((xid) => xid < xmin)
      waiting = waiting.filter((xid) => xid >= xmin)
      if (ready.length > 0) notify(String(ready.at(-1)))
      // The pause also applies after a notification, so that changes committed in quick succession become one ping.
      if (ready.length > 0 || waiting.length > 0) await wait(CHECK_AGAIN_MS)
    }
  }

  async function run(): Promise<void> {
    let pauseMs = RECONNECT_MS.first
    while (!stopped.signal.aborted) {
      const client = new Client({
        connectionString: databaseUrl,
        application_name: 'trailwarden pings',
        keepAlive: true,
        connectionTimeoutMillis: 3000,
        query_timeout: 5000,
      })
      const begun = Date.now()
      await listen(client).catch((error: unknown) => log.warn({ err: error }, 'the connection that listens for changes was lost'))
      await client.end().catch(() => undefined)
      pauseMs = Date.now() - begun > RECONNECT_MS.most ? RECONNECT_MS.first : Math.min(pauseMs * 2, RECONNECT_MS.most)
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      // Connects with the first listener, because a process without streams needs no pings.
      running ??= run()
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
