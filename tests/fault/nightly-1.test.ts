import { NIGHTLY_FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

// The runner distributes files over the cores, but not the tests within a file, so each of two files runs half of the fault tests.
testInVitest(NIGHTLY_FAULT_TESTS.filter((_, n) => n % 2 === 0))
