/** R3: PostgreSQL is stopped at once, or one of its processes is killed, in the middle of pushes. The server goes on without a restart. */

import { aPhone, effectsOf, letReportsBeReviewed, openWorld } from '@trailwarden/testkit/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { type Drill, type Result, upTo } from './fault-test.ts'

const AMOUNT = { small: 1, full: 200 }
const RECOVER_LIMIT_MS = 10_000

export const databaseRestarted: Drill = {
  name: 'R3',
  async run(size): Promise<Result> {
    const world = await openWorld({ durable: true })
    const broken: string[] = []
    const reports = []
    let [lost, slowestMs, runs] = [0, 0, 0]
    try {
      await world.start()
      await letReportsBeReviewed(world)
      const phone = await aPhone(world, 'member@example.org')
      const stopAll = async () => {
        world.cluster.stop('immediate')
        await pause(upTo(300))
        world.cluster.start()
      }
      const killOne = async () => {
        const { rows } = await world.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'trailwarden' limit 1`,
        )
        // One of the processes of the cluster that this drill started: PostgreSQL then ends all others and recovers.
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
      }
      for (const fault of [stopAll, killOne])
        for (let run = 0; run < AMOUNT[size]; run++) {
          const queue = Array.from({ length: 8 }, () => phone.report())
          reports.push(...queue)
          let isOver = false
          const watching = (async () => {
            for (; !isOver; await pause(20)) {
              const status = (await fetch(`${world.address}/api/public/status`).catch(() => null))?.status
              if (status !== 200) broken.push(`the public status answered ${status}`)
            }
          })()
          const draining = phone.drain(queue, 60_000)
          await pause(upTo(40))
          await fault()
          const started = Date.now()
          while ((await fetch(`${world.address}/readyz`).catch(() => null))?.status !== 200) await pause(20)
          slowestMs = Math.max(slowestMs, Date.now() - started)
          const answers = await draining
          isOver = true
          await watching
          lost += queue.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length
          runs++
        }
      if (slowestMs > RECOVER_LIMIT_MS) broken.push(`the server took ${slowestMs} ms to recover`)
      const effects = await effectsOf(world, reports)
      return {
        runs,
        lost: lost + effects.lost,
        doubled: effects.doubled,
        broken,
        figures: { commands: reports.length, slowestRecoveryMs: slowestMs },
      }
    } finally {
      await world.close()
    }
  },
}
