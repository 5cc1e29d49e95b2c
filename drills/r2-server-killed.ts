/** R2: the server is killed in the middle of its work, at random and at each milestone of a command. */
import { MILESTONES } from '../apps/server/src/sync/milestones.ts'
import { type Drill, pause, type Result, upTo } from './drill.ts'
import { aPhone, effectsOf, letReportsBeReviewed, openWorld } from './world.ts'

const AMOUNT = { small: { random: 2, perMilestone: 1 }, full: { random: 1000, perMilestone: 100 } }
const REPORTS_PER_KILL = 4
const DRAIN_LIMIT_MS = 30_000

export const serverKilled: Drill = {
  name: 'R2',
  async run(size): Promise<Result> {
    const world = await openWorld()
    const { random, perMilestone } = AMOUNT[size]
    const kills: (string | null)[] = [
      ...MILESTONES.flatMap((name) => Array.from({ length: perMilestone }, () => `${name}:${1 + upTo(REPORTS_PER_KILL)}`)),
      ...Array<null>(random).fill(null),
    ]
    const reports = []
    let [lost, slowestMs, killed] = [0, 0, 0]
    try {
      await world.start()
      await letReportsBeReviewed(world)
      const phone = await aPhone(world, 'member@example.org')
      for (const killAt of kills) {
        world.kill()
        await world.ended()
        await world.start(killAt ?? undefined)
        // `before-reply` is reached once in a push; the others once for each command in it.
        const queue = Array.from({ length: REPORTS_PER_KILL }, () => phone.report())
        reports.push(...queue)
        const pushing = killAt?.startsWith('before-reply') ? Promise.all(queue.map((report) => phone.send([report]))) : phone.send(queue)
        if (!killAt) {
          await pause(upTo(50))
          world.kill()
        }
        await pushing
        // A milestone that was not reached (the count was above what was sent) is a run without a kill.
        const wasKilled = await Promise.race([world.ended().then(() => true), pause(500).then(() => false)])
        if (wasKilled) {
          killed++
          await world.start()
        }
        const started = Date.now()
        const answers = await phone.drain(queue, DRAIN_LIMIT_MS)
        slowestMs = Math.max(slowestMs, Date.now() - started)
        lost += queue.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length
      }
      const effects = await effectsOf(world, reports)
      const broken = slowestMs > DRAIN_LIMIT_MS ? [`a queue took ${slowestMs} ms to drain`] : []
      if (killed < kills.length * 0.9) broken.push(`only ${killed} of ${kills.length} kills happened`)
      return {
        runs: killed,
        lost: lost + effects.lost,
        doubled: effects.doubled,
        broken,
        figures: { commands: reports.length, slowestDrainMs: slowestMs },
      }
    } finally {
      await world.close()
    }
  },
}
