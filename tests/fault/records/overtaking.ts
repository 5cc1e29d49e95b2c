/**
 * OVERTAKING: in short sequences, pulled pages arrive before the answers to earlier pushes. No change may be lost, and no notice may be
 * false or missing (SYN-1).
 */
import { RemoteFailure, startSync } from '../../../packages/sync/src/engine.ts'
import { planAbsorb } from '../../../packages/sync/src/mirror.ts'
import { planAgain, planRecord, planSettle } from '../../../packages/sync/src/outbox.ts'
import { viewOf } from '../../../packages/sync/src/overlay.ts'
import { overtake } from '../../../packages/sync/src/simulation/overtaking.ts'
import type { FaultTest, Result } from '../fault-test.ts'

/**
 * The package's own test runs five thousand sequences on every change. The few sequences in this file only show that the fault test works.
 */
const SEQUENCES = { small: 200, full: 50_000 }
const NEWS_EVERY = 5000

const code = { startSync, RemoteFailure, planAbsorb, planAgain, planRecord, planSettle, viewOf }

export const overtaking: FaultTest = {
  name: 'OVERTAKING',
  promise: 'SYN-1 pages that overtake answers lose no change and cause no false or missing notice, at small size',
  async run(size, stop, times = SEQUENCES[size]): Promise<Result> {
    const figures = { commands: 0, notices: 0 }
    const broken: string[] = []
    let seed = 0
    while (seed < times && !stop.aborted) {
      seed++
      const { wrong, commands, notices } = await overtake(seed, code)
      broken.push(...wrong.map((what) => `seed ${seed}: ${what}`))
      figures.commands += commands
      figures.notices += notices
      if (seed % NEWS_EVERY === 0) console.error(`OVERTAKING: ${seed} sequences, ${broken.length} violations, ${JSON.stringify(figures)}`)
    }
    // The invariants report lost changes and false or missing notices as text.
    return { runs: seed, lost: 0, doubled: 0, broken, figures }
  },
}
