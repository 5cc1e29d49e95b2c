/**
 * R1: the app's own sync code runs with simulated phones, people and every kind of failure. Each seed is one run of 200 steps with 2 to 8
 * phones.
 */
import { RemoteFailure, startSync } from '../../../packages/sync/src/engine.ts'
import { planAbsorb } from '../../../packages/sync/src/mirror.ts'
import { planAgain, planRecord, planSettle } from '../../../packages/sync/src/outbox.ts'
import { viewOf } from '../../../packages/sync/src/overlay.ts'
import { runOf, simulate } from '../../../packages/sync/src/simulation/run.ts'
import type { FaultTest, Result } from '../fault-test.ts'

/** The package's own test runs a thousand seeds on every change. The few seeds in this file only show that the fault test works. */
const SEEDS = { small: 20, full: 50_000 }
const NEWS_EVERY = 1000

const code = { startSync, RemoteFailure, planAbsorb, planAgain, planRecord, planSettle, viewOf }

export const simulation: FaultTest = {
  name: 'R1',
  full: { runs: SEEDS.full, step: 2000 },
  async run(size, stop, times = SEEDS[size], first = 0): Promise<Result> {
    const figures = { commands: 0, refused: 0, restores: 0, restarts: 0 }
    const broken: string[] = []
    let runs = 0
    while (runs < times && !stop.aborted) {
      runs++
      const seed = first + runs
      const { wrong, ...counts } = await simulate(runOf(seed), code)
      broken.push(...wrong.map((what) => `seed ${seed}: ${what}`))
      for (const key of ['commands', 'refused', 'restores', 'restarts'] as const) figures[key] += counts[key]
      if (seed % NEWS_EVERY === 0) console.error(`R1: ${seed} seeds, ${broken.length} violations, ${JSON.stringify(figures)}`)
    }
    // The invariants report lost and duplicate changes as text.
    return { runs, lost: 0, doubled: 0, broken, figures }
  },
}
