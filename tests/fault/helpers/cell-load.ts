/**
 * Requests are sent at a fixed rate, and times count from when each request was due. nginx limits visitors by address, so each client has
 * its own IP address.
 */

import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Answer, Command } from '@trailwarden/api'
import type { Cell } from '@trailwarden/testkit/app/cell'
import { type SignedIn, signInMany } from '@trailwarden/testkit/database/many-people'
import { AREA } from '@trailwarden/testkit/devices/test-env'
import { pause, until } from '@trailwarden/testkit/wait'

type Reply = { status: number; body: string }
export type Seen = { ms: number[]; failed: Map<string, number>; retried: number }

/** In requests per second. */
export type Rates = { push: number; pull: number; cached: number; uncached: number }

const CLIENTS = 50
const NEW_RECORD = 0.3
const TIMEOUT_MS = 30_000
const ASK_AGAIN_MS = 100
/** nginx serves these paths from its cache. */
const CACHED = ['/api/public/status', '/', '/feeds/status.json', '/api/public/status', '/emergency']
/** nginx never caches these paths, so the app renders each response. */
const UNCACHED = ['/m/nw01', '/m/nw02']

const createSeen = (): Seen => ({ ms: [], failed: new Map(), retried: 0 })
export const failures = ({ failed }: Seen) => [...failed.values()].reduce((sum, n) => sum + n, 0)
export const p95 = ({ ms }: Seen) => Math.round(ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.95)] ?? 0)

function ask(agent: Agent, url: string, headers: Record<string, string> = {}, body?: string): Promise<Reply> {
  return new Promise((answered, failed) => {
    const asking = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST', timeout: TIMEOUT_MS }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', failed)
      reply.on('end', () => answered({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    asking.on('timeout', () => asking.destroy(new Error('no answer')))
    asking.on('error', failed)
    asking.end(body)
  })
}

function createClient(cell: Pick<Cell, 'address'>, { id, cookie }: SignedIn, n: number, sent: Sent, mostRecords: number) {
  const localAddress = `127.0.1.${n + 1}`
  const agent = new Agent({ keepAlive: true, localAddress })
  const fresh = new Agent({ localAddress })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie }
  const deviceId = randomUUID()
  const records: string[] = []
  let [count, cursor] = [0, '']
  let last: Promise<void> = Promise.resolve()

  function nextCommand(): Command {
    const isNew = records.length === 0 || (records.length < mostRecords && Math.random() < NEW_RECORD)
    const recordId = isNew ? randomUUID() : (records[Math.floor(Math.random() * records.length)] ?? '')
    if (isNew) records.push(recordId)
    const patch = isNew ? { description: 'Tree down', area: AREA } : { detail: `Seen again, ${count}` }
    return { id: randomUUID(), n: ++count, kind: 'action', recordId, patch, baseVersion: null, recordedAt: new Date().toISOString() }
  }

  async function send(command: Command, seen: Seen, due: number): Promise<void> {
    const body = JSON.stringify({ deviceId, commands: [command] })
    for (let tries = 0; !sent.isOver; tries++, await pause(ASK_AGAIN_MS)) {
      const reply = await ask(agent, `${cell.address}/api/push`, headers, body).catch((error: Error) => error)
      const answer =
        reply instanceof Error || reply.status !== 200 ? undefined : (JSON.parse(reply.body) as { answers: Answer[] }).answers[0]
      if (answer && answer.outcome !== 'retry') {
        if (tries === 0) seen.ms.push(performance.now() - due)
        else seen.retried++
        if (answer.outcome !== 'applied' && answer.outcome !== 'merged')
          sent.refused.push(`${answer.outcome} ${JSON.stringify(answer.refusal)}`)
        else sent.acknowledged.push({ id: command.id, sentAt: due, at: performance.now() })
        return
      }
      note(seen, answer ? 'retry' : reasonOf(reply))
    }
  }

  return {
    personId: id,
    push(seen: Seen): Promise<void> {
      const [command, due] = [nextCommand(), performance.now()]
      sent.made.push(command.id)
      last = last.then(() => send(command, seen, due))
      return last
    },
    async pull(seen: Seen): Promise<void> {
      const due = performance.now()
      const at = cursor
      const reply = await ask(agent, `${cell.address}/api/pull${at && `?cursor=${at}`}`, headers).catch((error: Error) => error)
      if (reply instanceof Error || reply.status !== 200) return note(seen, reasonOf(reply))
      seen.ms.push(performance.now() - due)
      cursor = encodeURIComponent((JSON.parse(reply.body) as { cursor: string }).cursor)
    },
    /** Browsers also retry once if the connection is cut before any response. */
    async read(path: string, seen: Seen): Promise<void> {
      const due = performance.now()
      for (let tries = 0; tries < 2; tries++) {
        // A server that closes one connection also closes the other idle ones, so the retry uses a new connection.
        const reply = await ask(tries === 0 ? agent : fresh, cell.address + path).catch((error: NodeJS.ErrnoException) => error)
        if (reply instanceof Error) {
          if (tries === 0 && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(reply.code ?? '')) {
            seen.retried++
            continue
          }
          return note(seen, `${path} ${reply.message}`)
        }
        if (reply.status !== 200) return note(seen, `${path} ${reply.status}`)
        seen.ms.push(performance.now() - due)
        return
      }
    },
    close: () => agent.destroy(),
  }
}

/** The app may explain the failure. */
const reasonOf = (reply: Reply | Error) =>
  reply instanceof Error ? reply.message : `${reply.status} ${/"detail":"([^"]*)"/.exec(reply.body)?.[1] ?? ''}`.trim()

const note = ({ failed }: Seen, what: string) => void failed.set(what, (failed.get(what) ?? 0) + 1)

type Acknowledged = { id: string; sentAt: number; at: number }
type Sent = { made: string[]; acknowledged: Acknowledged[]; refused: string[]; isOver: boolean }

export type CellLoad = Awaited<ReturnType<typeof startCellLoad>>

/** Each device creates this many records, and then only changes them. */
export async function startCellLoad(
  cell: Pick<Cell, 'address' | 'pool'>,
  rates: Rates,
  { clients: count = CLIENTS, records = Number.POSITIVE_INFINITY } = {},
) {
  const sent: Sent = { made: [], acknowledged: [], refused: [], isOver: false }
  const people = await signInMany(cell.pool, count)
  const clients = people.map((person, n) => createClient(cell, person, n, sent, records))
  const seen = { push: createSeen(), pull: createSeen(), cached: createSeen(), uncached: createSeen() }
  const underWay = new Set<Promise<void>>()
  let [isOver, isHeld] = [false, false]

  async function atPace(perSecond: number, one: (n: number) => Promise<void>): Promise<void> {
    let [n, owed, before] = [0, 0, performance.now()]
    for (; !isOver; await pause(4)) {
      const now = performance.now()
      // If this process was suspended, it doesn't send all missed requests in one burst.
      owed = isHeld ? 0 : Math.min(owed + ((now - before) * perSecond) / 1000, perSecond)
      before = now
      for (; owed >= 1; owed--) {
        const work = one(n++)
        underWay.add(work)
        void work.finally(() => underWay.delete(work))
      }
    }
  }
  const client = (n: number) => {
    const found = clients[n % clients.length]
    if (!found) throw new Error('no client')
    return found
  }
  const tasks = [
    atPace(rates.push, (n) => client(n).push(seen.push)),
    atPace(rates.pull, (n) => client(n + 7).pull(seen.pull)),
    atPace(rates.cached, (n) => client(n).read(CACHED[n % CACHED.length] ?? '/', seen.cached)),
    atPace(rates.uncached, (n) => client(n).read(UNCACHED[n % UNCACHED.length] ?? '/', seen.uncached)),
  ]
  const { made, acknowledged, refused } = sent

  return {
    seen,
    sent,
    clients,
    waiting: () => made.length - acknowledged.length - refused.length,
    hold(isSo: boolean) {
      isHeld = isSo
    },
    forget() {
      Object.assign(seen, { push: createSeen(), pull: createSeen(), cached: createSeen(), uncached: createSeen() })
    },
    async writesAgainAfter(from: number): Promise<number> {
      const first = () => acknowledged.findLast(({ sentAt }) => sentAt > from) && acknowledged.find(({ sentAt }) => sentAt > from)
      await until(() => first() !== undefined, 120_000)
      return Math.round((first()?.at ?? performance.now()) - from)
    },
    /** Acknowledged commands can only be counted once the queues are empty. */
    async judge(limitMs = 60_000): Promise<{ lost: number; doubled: number; waiting: string[] }> {
      isHeld = true
      await until(() => acknowledged.length + refused.length >= made.length && underWay.size === 0, limitMs)
      const waits = made.length - acknowledged.length - refused.length
      const isAcknowledged = new Set(acknowledged.map(({ id }) => id))
      const { rows } = await cell.pool.query<{ id: string; n: number }>(
        `select c.id, coalesce(h.n, 0)::int as n from unnest($1::uuid[]) as c(id)
         left join (select command_id, count(*) as n from history group by command_id) h on h.command_id = c.id`,
        [made],
      )
      return {
        lost: rows.filter(({ id, n }) => n < 1 && isAcknowledged.has(id)).length,
        doubled: rows.filter(({ n }) => n > 1).length,
        waiting: waits > 0 ? [`${waits} commands have no answer after ${limitMs} ms`] : [],
      }
    },
    async stop() {
      isOver = true
      sent.isOver = true
      await Promise.allSettled(tasks)
      await Promise.race([Promise.allSettled([...underWay]), pause(TIMEOUT_MS)])
      for (const one of clients) one.close()
    },
  }
}

export function summary(seen: CellLoad['seen'], wrong: (kind: keyof CellLoad['seen']) => boolean = () => true) {
  const figures: Record<string, number> = {}
  const broken: string[] = []
  for (const [kind, one] of Object.entries(seen) as [keyof typeof seen, Seen][]) {
    Object.assign(figures, { [`${kind}es`.replace(/([^h])es$/, '$1s')]: one.ms.length + one.retried, [`${kind}P95Ms`]: p95(one) })
    if (failures(one) > 0 && wrong(kind)) broken.push(`${kind}: ${[...one.failed].map(([what, n]) => `${n} × ${what}`).join(', ')}`)
  }
  return { figures, broken }
}
