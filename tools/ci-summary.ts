/** The last line of a CI run: how many tests passed and failed, from the runners' own reports. A skipped test counts as failed. */
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const LINES_OF_A_FAILURE = 12
const failedSteps = process.argv.slice(2)

function report<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

type Tests = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; message?: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[]
}
type Suite = {
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; projectName: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}
type Runs = Suite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const tests = report<Tests>('test-results/test.json')
const runs = ['test-results/e2e.json', 'test-results/browsers.json'].map((path) => report<Runs>(path))

/** What failed and why, in short and at the end: of a long log often only the end is kept. */
function print(what: string, messages: (string | undefined)[]): void {
  const why = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n').slice(0, LINES_OF_A_FAILURE)
  console.log([what, ...why].join('\n    '))
}
for (const file of tests?.testResults ?? []) {
  if (file.message) print(`FAILED ${file.name}`, [file.message])
  for (const one of file.assertionResults)
    if (one.status !== 'passed') print(`FAILED ${file.name}: ${one.fullName} (${one.status})`, one.failureMessages ?? [])
}
const specsIn = (suite: Suite): NonNullable<Suite['specs']> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
for (const { title, file, tests: tries } of runs.flatMap((run) => (run ? specsIn(run) : [])))
  for (const { status, results, projectName } of tries)
    if (status !== 'expected')
      print(
        `${status === 'flaky' ? 'SECOND TRY' : 'FAILED'} ${file}: ${title} (${projectName})`,
        results.flatMap((result) => (result.errors ?? []).map((error) => error.message)),
      )

let passed = tests?.numPassedTests ?? 0
let failed = tests ? tests.numFailedTests + tests.numPendingTests + tests.numTodoTests : 1
let flaky = 0
for (const run of runs) {
  // A runner that left no report counts as one failed test.
  const { stats } = run ?? { stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 } }
  passed += stats.expected + stats.flaky
  failed += stats.unexpected + stats.skipped
  flaky += stats.flaky
}
if (flaky > 0) console.log(`${flaky} e2e tests needed a second try`)
// A step can fail without a failed test: a check, a build, a runner that broke. It must not pass for success.
if (failed === 0) failed = failedSteps.length

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
