import { NIGHTLY_FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

testInVitest(NIGHTLY_FAULT_TESTS.filter((_, n) => n % 2 === 1))
