/**
 * C8: fifty devices report problems endlessly, and fifty other people report once each. Those fifty reports must be in the queue exactly
 * once, and no public page may change.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { PROTOCOL, PROTOCOL_HEADER, REPORTER_HEADER } from '@trailwarden/api'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import { AREA, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'

const ABUSERS = { small: 3, full: 50 }
const HONEST = 50
/** The number of reports per abuser, spread over `OVER_MS`. */
const OFFERED = { small: 24, full: 100 }
const OVER_MS = { small: 5000, full: 600_000 }
const LIMIT_FOR_DEVICE = 10

const sha256 = (text: string) => hash('sha256', text, 'buffer')

function workFor(recordId: string): string {
  for (let n = 0; ; n++) if (isWorkDone(sha256(workText(recordId, String(n))))) return String(n)
}

function createCommand(n: number, doesWork: boolean, sees: string | null = null) {
  const recordId = randomUUID()
  const follow = sha256(recordId).toString('hex')
  const text = sees ? { sees, area: 'Buy cheap tyres' } : { words: 'Buy cheap tyres' }
  const patch = { category: 'Something else', ...text, follow, work: doesWork ? workFor(recordId) : '0' }
  return { id: randomUUID(), n, kind: 'report', recordId, patch, baseVersion: null, recordedAt: new Date().toISOString() }
}

function createTestDevice(address: string, from: string) {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': from,
    [PROTOCOL_HEADER]: String(PROTOCOL),
    [REPORTER_HEADER]: randomBytes(32).toString('hex'),
  }
  const deviceId = randomUUID()
  return {
    async send(command: object): Promise<string> {
      const reply = await fetch(`${address}/api/reports/push`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ deviceId, commands: [command] }),
      })
      const { answers } = (await reply.json()) as { answers?: { outcome: string }[] }
      return answers?.[0]?.outcome ?? String(reply.status)
    },
  }
}

export const reportsFlood: FaultTest = {
  name: 'C8',
  promise: 'SEC-RATE fifty devices that report without end don’t affect other reports, the server’s availability or public pages',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv({ environment: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
    const broken: string[] = []
    try {
      await env.start()
      const { address } = env
      const readPublic = async () => {
        const { asOf: _, ...status } = (await (await fetch(`${address}/api/public/status`)).json()) as { asOf: string }
        const data = await (await fetch(`${address}/api/public/site-data`)).text()
        const { hazards } = (await (await fetch(`${address}/api/public/hazards`)).json()) as { hazards: unknown[] }
        return JSON.stringify(status) + data + JSON.stringify(hazards)
      }
      const hazard = randomUUID()
      await env.pool.query(
        `insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at, created_by,
           created_by_name, updated_at, updated_by, updated_by_name, is_shown_to_riders)
         values ($1, '000001', 'A tree lies across', $2, '', 'High', 'Unresolved', '[]', 1, now(), now(), $1, 'Ann', now(), $1, 'Ann', true)`,
        [hazard, AREA],
      )
      const before = await readPublic()
      const outcomes: Record<string, number> = {}
      const endsAt = performance.now() + OVER_MS[size]
      const abuse = Array.from({ length: ABUSERS[size] }, async (_, i) => {
        // Ten devices share an IP address range.
        const device = createTestDevice(address, `198.51.${100 + Math.floor(i / 10)}.${1 + (i % 10)}`)
        for (let n = 1; n <= OFFERED[size] && !stop.aborted; n++) {
          const outcome = await device.send(createCommand(n, n % 2 === 0, n % 4 === 0 ? hazard : null)).catch(() => 'no answer')
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
          await pause(Math.max(0, (endsAt - performance.now()) / (OFFERED[size] - n + 1)))
        }
      })
      const mine: string[] = []
      const honest = Array.from({ length: HONEST }, async (_, i) => {
        // The first thirty people are a class behind one IP address.
        const device = createTestDevice(address, i < 30 ? '203.0.113.7' : `192.0.2.${i}`)
        const command = createCommand(1, true)
        mine.push(command.recordId)
        await pause(Math.random() * OVER_MS[size] * 0.8)
        for (let tries = 0; tries < 60; tries++) {
          if ((await device.send(command).catch(() => 'no answer')) === 'applied') return
          await pause(1000)
        }
        broken.push('an honest report was never accepted')
      })
      const isOver = Promise.all([...abuse, ...honest]).then(() => true)
      let looks = 0
      while (!(await Promise.race([isOver, pause(1000).then(() => false)]))) {
        looks++
        const reply = await fetch(`${address}/api/public/status`).catch(() => null)
        if (reply?.status !== 200) broken.push(`the status answered ${reply?.status ?? 'nothing'}`)
      }
      const count = async (sql: string, values: unknown[]) => Number((await env.pool.query(sql, values)).rows[0]?.n)
      const there = await count('select count(*) as n from reports where id = any($1::uuid[])', [mine])
      const abusive = await count('select count(*) as n from reports where not id = any($1::uuid[])', [mine])
      const seen = await count('select count(*) as n from reports where action_id = $1', [hazard])
      if (seen === 0) broken.push('nobody could confirm the hazard')
      const actions = await count("select count(*) as n from history where kind = $1 and created_at > now() - interval '1 hour'", [
        'action',
      ])
      if (actions > 0) broken.push(`${actions} Actions were created from reports that nobody accepted`)
      if (abusive > ABUSERS[size] * LIMIT_FOR_DEVICE * (1 + OVER_MS[size] / 3_600_000)) broken.push(`${abusive} reports passed the limits`)
      if ((await readPublic()) !== before) broken.push('public data has changed')
      const offered = Object.values(outcomes).reduce((sum, n) => sum + n, 0)
      const figures = { offered, abusive, seen, honest: there, refused: (outcomes.invalid ?? 0) + (outcomes['429'] ?? 0), looks }
      return { runs: offered, lost: HONEST - there, doubled: 0, broken, figures }
    } finally {
      await env.close()
    }
  },
}
