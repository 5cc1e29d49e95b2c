import { randomUUID } from 'node:crypto'
import { type Answer, type Command, type Kind, PullReply, PushReply } from '@trailwarden/api'
import type { Action, PersonRecord } from '@trailwarden/domain'
import { type Browser, createBrowser, createPerson } from '@trailwarden/testkit/devices/people'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export const REPORT = { description: 'Tree across the track', area: 'St Helens' }

type Sent = { id?: string; n?: number; baseVersion?: number | null; deviceId?: string }

/** Open transactions in any database of the cluster delay pulls, and other test files use the cluster too. */
export async function settled(db: Db): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as now`.execute(db)
  const now = rows[0]?.now ?? '0'
  const isPast = sql<{ past: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${now}::xid8 as past`
  while (!(await isPast.execute(db)).rows[0]?.past) await new Promise((wake) => setTimeout(wake, 10))
}

export function createDeviceFor(browser: Browser, db: Db) {
  const deviceId = randomUUID()
  let count = 0
  const mirror = new Map<string, unknown>()
  let cursor = ''
  const device = {
    browser,
    deviceId,
    mirror,
    command(
      kind: Kind,
      recordId: string,
      patch: Record<string, unknown>,
      { id = randomUUID(), n = ++count, baseVersion = null }: Sent = {},
    ): Command {
      return { id, n, kind, recordId, patch, baseVersion, recordedAt: new Date().toISOString() }
    },
    async send(commands: readonly unknown[], device: string = deviceId): Promise<Answer[]> {
      const reply = await browser.post('/api/push', { deviceId: device, commands })
      if (reply.statusCode !== 200) throw new Error(`push answered ${reply.statusCode}: ${reply.body}`)
      return PushReply.parse(reply.json()).answers
    },
    async do(kind: Kind, recordId: string, patch: Record<string, unknown>, sent: Sent = {}): Promise<Answer> {
      const [answer] = await device.send([device.command(kind, recordId, patch, sent)], sent.deviceId)
      if (!answer) throw new Error('no answer')
      return answer
    },
    async report(patch: Record<string, unknown> = {}): Promise<string> {
      const recordId = randomUUID()
      const answer = await device.do('action', recordId, { ...REPORT, ...patch })
      if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
      return recordId
    },
    async page(at = cursor): Promise<PullReply> {
      const reply = await browser.get(`/api/pull?cursor=${encodeURIComponent(at)}`)
      if (reply.statusCode !== 200) throw new Error(`pull answered ${reply.statusCode}: ${reply.body}`)
      return PullReply.parse(reply.json())
    },
    /** Waits until everything committed so far can be pulled. */
    async fetch(): Promise<PullReply[]> {
      await settled(db)
      return device.fetchWhatIsThere()
    },
    /** Doesn't wait for other transactions. */
    async fetchWhatIsThere(): Promise<PullReply[]> {
      const pages: PullReply[] = []
      do {
        const page = await device.page()
        pages.push(page)
        cursor = page.cursor
        if (page.reset) mirror.clear()
        for (const { kind, id, data } of page.documents) mirror.set(`${kind} ${id}`, data)
        for (const { kind, id } of page.removed) mirror.delete(`${kind} ${id}`)
      } while (pages.at(-1)?.more)
      return pages
    },
    async action(id: string): Promise<Action | undefined> {
      await device.fetch()
      return mirror.get(`action ${id}`) as Action | undefined
    },
    actions: () => [...mirror].filter(([key]) => key.startsWith('action ')).map(([, data]) => data as Action),
  }
  return device
}

export async function createTestDevice(app: FastifyInstance, db: Db, changes: Partial<PersonRecord> = {}) {
  const person = await createPerson(db, changes)
  return { person, ...createDeviceFor(createBrowser(app, { cookie: person.cookie }), db) }
}
