/** R28: after a long trip without signal, a phone sends a full queue to a server with production limits. */

import { randomUUID } from 'node:crypto'
import { openDevices } from '@trailwarden/testkit/devices/devices'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { until } from '@trailwarden/testkit/wait'
import { readConfig } from '../../../apps/server/src/read-config.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const QUEUED = { small: 250, full: 2000 }
const LIMIT_MS = 120_000

export const returning: FaultTest = {
  name: 'R28',
  async run(size): Promise<Result> {
    const defaults = readConfig({ DATABASE_URL: 'postgres://localhost/unused', NODE_ENV: 'test', DEV_MAIL: 'true' })
    const limits = ['COMMANDS_PER_MINUTE', 'COMMANDS_AT_ONCE', 'COMMANDS_PER_DAY', 'REQUESTS_PER_MINUTE'] as const
    const env = await openTestEnv({ environment: Object.fromEntries(limits.map((name) => [name, String(defaults[name])])) })
    const devices = openDevices(env)
    const broken: string[] = []
    try {
      await env.start()
      const device = await devices.createTestDevice(1)
      device.setSignal(false)
      const ids: string[] = []
      for (let i = 0; i < QUEUED[size]; i++) ids.push(await device.report(randomUUID()))
      const started = Date.now()
      device.setSignal(true)
      await until(async () => (await device.db.outbox.count()) === 0, 10 * LIMIT_MS)
      const drainedMs = Date.now() - started
      if (drainedMs > LIMIT_MS) broken.push(`${QUEUED[size]} commands took ${drainedMs} ms`)
      const counts = 'select (select count(*) from history where command_id = c.id)::int as n from unnest($1::uuid[]) as c(id)'
      const { rows } = await env.pool.query<{ n: number }>(counts, [ids])
      const [lost, doubled] = [rows.filter(({ n }) => n < 1).length, rows.filter(({ n }) => n > 1).length]
      return { runs: 1, lost, doubled, broken, figures: { queued: QUEUED[size], drainedMs } }
    } finally {
      await devices.close()
      await env.close()
    }
  },
}
