import { expect, test } from 'vitest'
import { RemoteFailure, startSync } from './engine.ts'
import { planAbsorb } from './mirror.ts'
import { planAgain, planRecord, planSettle } from './outbox.ts'
import { viewOf } from './overlay.ts'
import { overtake } from './simulation/overtaking.ts'

const code = { startSync, RemoteFailure, planAbsorb, planAgain, planRecord, planSettle, viewOf }
/** `npm run fault -- OVERTAKING --full` runs 50,000 sequences. */
const SEQUENCES = 5000

test('SY20 SYN-1 when pages overtake answers, no change is lost and no notice is false or missing', {
  timeout: 10 * 60 * 1000,
}, async () => {
  const total = { commands: 0, notices: 0 }
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    const { wrong, commands, notices } = await overtake(seed, code)
    expect(wrong, `seed ${seed}`).toEqual([])
    total.commands += commands
    total.notices += notices
  }
  console.log(`overtaking: ${SEQUENCES} sequences, ${JSON.stringify(total)}, 0 false, 0 missed, 0 lost`)
})
