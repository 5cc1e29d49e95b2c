import { NIGHTLY_FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

// Each of the two files runs half of the fault tests, because the runner distributes files over the cores, but not the tests within a file.
testInVitest(NIGHTLY_FAULT_TESTS.filter((_, n) => n % 2 === 0))
