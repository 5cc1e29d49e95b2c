/** R2: the server is killed while it processes pushes, at random moments and at each milestone of a command. */

import type { Command } from '@trailwarden/api'
import { createTestDevice, effectsOf, letReportsBeReviewed, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { MILESTONES } from '../../../apps/server/src/sync/push/milestones.ts'
import { type FaultTest, type Result, shuffled, upTo } from '../fault-test.ts'

const AMOUNT = { small: { random: 2, perMilestone: 1 }, full: { random: 1000, perMilestone: 100 } }
const REPORTS_PER_KILL = 4
const DRAIN_LIMIT_MS = 30_000
const NEWS_EVERY = 100

export const serverKilled: FaultTest = {
  name: 'R2',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const { random, perMilestone } = AMOUNT[size]
    // In random order, a run that ends early has still covered every milestone.
    const kills: (string | null)[] = shuffled([
      ...MILESTONES.flatMap((name) => Array.from({ length: perMilestone }, () => `${name}:${1 + upTo(REPORTS_PER_KILL)}`)),
      ...Array<null>(random).fill(null),
    ])
    const reports = []
    let [lost, slowestMs, killed, atMilestones] = [0, 0, 0, 0]
    try {
      await env.start()
      await letReportsBeReviewed(env)
      const device = await createTestDevice(env, 'member@example.org')
      const startNext = (i: number) => env.startAnother(kills[i] ?? undefined)
      let starting = startNext(0)
      for (const [i, killAt] of kills.entries()) {
        if (stop.aborted) break
        const victim = await starting
        const queue = Array.from({ length: REPORTS_PER_KILL }, () => device.report())
        reports.push(...queue)
        const send = (some: readonly Command[]) => device.send(some, victim.address)
        // `before-reply` occurs once per push, and the other milestones once per command in the push.
        const pushing = killAt?.startsWith('before-reply') ? Promise.all(queue.map((report) => send([report]))) : send(queue)
        if (!killAt) {
          await pause(upTo(50))
          victim.kill()
        }
        await pushing
        // The run has no kill if the milestone wasn't reached, because its count exceeds the number of commands sent.
        if (await Promise.race([victim.ended().then(() => true), pause(500).then(() => false)])) {
          killed++
          if (killAt) atMilestones++
        }
        victim.kill()
        const died = Date.now()
        starting = startNext(i + 1)
        // The next server process handles the queue, unless a kill hits that process too.
        const successor = kills[i + 1] ? env : await starting
        const answers = await device.drain(queue, DRAIN_LIMIT_MS, successor.address)
        slowestMs = Math.max(slowestMs, Date.now() - died)
        lost += queue.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length
        if (killed % NEWS_EVERY === 0) console.error(`R2: ${killed} kills, ${lost} lost`)
      }
      await starting
      const tried = reports.length / REPORTS_PER_KILL
      const effects = await effectsOf(env, reports)
      const broken = slowestMs > DRAIN_LIMIT_MS ? [`a queue took ${slowestMs} ms to drain`] : []
      if (killed < tried * 0.9) broken.push(`only ${killed} of ${tried} kills happened`)
      return {
        runs: killed,
        lost: lost + effects.lost,
        doubled: effects.doubled,
        broken,
        figures: { commands: reports.length, atRandom: killed - atMilestones, atMilestones, slowestDrainMs: slowestMs },
      }
    } finally {
      await env.close()
    }
  },
}
