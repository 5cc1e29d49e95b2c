import { expect, test } from 'vitest'
import { RemoteFailure, startSync } from './engine.ts'
import { planAbsorb } from './mirror.ts'
import { planAgain, planRecord, planSettle } from './outbox.ts'
import { viewOf } from './overlay.ts'
import { runOf, shrink, simulate } from './simulation/run.ts'

const code = { startSync, RemoteFailure, planAbsorb, planAgain, planRecord, planSettle, viewOf }
const SEEDS = Number(process.env.SEEDS ?? 250)
const FIRST = Number(process.env.SEED ?? 1)
/** Longer runs that once lost data, because a repeated answer replaced the receipt that detects a restore. */
const ONCE_BROKEN = [3726, 11790, 16002]

test('SY20 keeps every guarantee with many devices and people, and failures of every kind', { timeout: 24 * 60 * 60 * 1000 }, async () => {
  const total = { commands: 0, refused: 0, restores: 0, restarts: 0 }
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const result = await simulate(runOf(seed), code)
    if (result.wrong.length > 0) {
      const smallest = await shrink(runOf(seed), code)
      expect.fail(`seed ${seed} breaks; smallest ${JSON.stringify(smallest.run)}:\n${smallest.result.wrong.slice(0, 5).join('\n')}`)
    }
    for (const key of ['commands', 'refused', 'restores', 'restarts'] as const) total[key] += result[key]
  }
  console.log(`simulation: ${SEEDS} seeds from ${FIRST}, ${JSON.stringify(total)}, 0 violations`)
})

test.for(ONCE_BROKEN)('SY22 detects a restore by the receipt of the last newly applied command: seed %d', async (seed) => {
  expect((await simulate(runOf(seed), code)).wrong).toEqual([])
})
