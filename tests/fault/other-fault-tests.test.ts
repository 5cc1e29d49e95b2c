import { FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

testInVitest(FAULT_TESTS.filter((_, n) => n % 2 === 1))
