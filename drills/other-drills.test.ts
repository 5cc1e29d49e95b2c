import { DRILLS } from './run.ts'
import { testDrills } from './test-drills.ts'

testDrills(DRILLS.filter((_, n) => n % 2 === 1))
