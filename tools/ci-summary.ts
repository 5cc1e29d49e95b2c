/** The last line of a CI run: how many tests passed and failed, from the runners' own reports. A skipped test counts as failed. */
import { existsSync, readFileSync } from 'node:fs'

const failedSteps = process.argv.slice(2)

function report<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

const tests = report<{ numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }>(
  'test-results/test.json',
)
const stories = report<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>('test-results/e2e.json')

const passed = (tests?.numPassedTests ?? 0) + (stories ? stories.stats.expected + stories.stats.flaky : 0)
let failed =
  (tests ? tests.numFailedTests + tests.numPendingTests + tests.numTodoTests : 1) +
  (stories ? stories.stats.unexpected + stories.stats.skipped : 1)
if (stories?.stats.flaky) console.log(`${stories.stats.flaky} stories needed a second try`)
// A step can fail without a failed test: a check, a build, a runner that broke. It must not pass for success.
if (failed === 0) failed = failedSteps.length

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
