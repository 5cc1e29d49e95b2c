import { DRILLS } from './run.ts'
import { testDrills } from './run-in-vitest.ts'

testDrills(DRILLS.filter((_, n) => n % 2 === 1))
