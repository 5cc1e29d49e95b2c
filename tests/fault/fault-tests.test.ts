import { DRILLS } from './run.ts'
import { testDrills } from './run-in-vitest.ts'

// Half of them; the other half is in a file of its own, because the runner spreads files over the cores and not tests.
testDrills(DRILLS.filter((_, n) => n % 2 === 0))
