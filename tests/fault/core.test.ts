import { CORE_FAULT_TESTS } from './run.ts'
import { testInVitest } from './run-in-vitest.ts'

testInVitest(CORE_FAULT_TESTS)
