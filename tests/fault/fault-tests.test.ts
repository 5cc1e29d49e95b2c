import { FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

// Half of them; the other half is in a file of its own, because the runner spreads files over the cores and not tests.
testInVitest(FAULT_TESTS.filter((_, n) => n % 2 === 0))
