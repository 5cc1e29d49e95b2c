/** R3: PostgreSQL is stopped immediately, or one of its processes is killed, during pushes. The server recovers without a restart. */

import { createTestDevice, effectsOf, letReportsBeReviewed, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'

const AMOUNT = { small: 2, full: 400 }
const RECOVER_LIMIT_MS = 10_000

export const databaseRestarted: FaultTest = {
  name: 'R3',
  full: { runs: AMOUNT.full, step: 20 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnv({ durable: true })
    const broken: string[] = []
    const reports = []
    let [lost, slowestMs, runs] = [0, 0, 0]
    try {
      await env.start()
      await letReportsBeReviewed(env)
      const device = await createTestDevice(env, 'member@example.org')
      const stopAll = async () => {
        env.cluster.stop('immediate')
        await pause(upTo(300))
        env.cluster.start()
      }
      const killOne = async () => {
        const { rows } = await env.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'trailwarden' limit 1`,
        )
        // PostgreSQL ends all its other processes and recovers. The cluster belongs to this test.
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
      }
      for (; runs < times && !stop.aborted; runs++) {
        const fault = (first + runs) % 2 === 0 ? stopAll : killOne
        const queue = Array.from({ length: 8 }, () => device.report())
        reports.push(...queue)
        let isOver = false
        const watching = (async () => {
          for (; !isOver; await pause(20)) {
            const status = (await fetch(`${env.address}/api/public/status`).catch(() => null))?.status
            if (status !== 200) broken.push(`the public status answered ${status}`)
          }
        })()
        const draining = device.drain(queue, 60_000)
        await pause(upTo(40))
        await fault()
        const started = Date.now()
        while ((await fetch(`${env.address}/readyz`).catch(() => null))?.status !== 200) await pause(20)
        slowestMs = Math.max(slowestMs, Date.now() - started)
        const answers = await draining
        isOver = true
        await watching
        lost += queue.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length
      }
      if (slowestMs > RECOVER_LIMIT_MS) broken.push(`the server took ${slowestMs} ms to recover`)
      const effects = await effectsOf(env, reports)
      return {
        runs,
        lost: lost + effects.lost,
        doubled: effects.doubled,
        broken,
        figures: { commands: reports.length, slowestRecoveryMs: slowestMs },
      }
    } finally {
      await env.close()
    }
  },
}
