/**
 * The last lines of a CI run, from the runners' own reports: what failed and why, which tests needed a retry, and the counts. A skipped test
 * counts as failed, and so does one that needed a retry in three runs in a row. `RETRY_HISTORY` is the file that remembers earlier runs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { addRun, type Outcome, parseHistory, retriedTooOften } from './retries.ts'

const LINES_OF_AN_ERROR = 12
const HISTORY = process.env.RETRY_HISTORY ?? '.ci/retries.json'
const failedSteps = process.argv.slice(2)

type Test = Outcome & { messages: (string | undefined)[] }
type VitestReport = {
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

function report<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

const vitest = report<VitestReport>('test-results/test.json')
const playwright = ['test-results/e2e.json', 'test-results/browsers.json'].map((path) => report<Suite>(path))

const vitestTests = (vitest?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
  assertionResults.map(({ fullName, status, failureMessages: messages = [] }): Test => {
    const name = `${relative(process.cwd(), file)}: ${fullName}`
    // Vitest keeps the errors of earlier tries, and says nothing else of a retry.
    if (status === 'passed') return { name, result: messages.length > 0 ? 'retried' : 'passed', messages }
    return { name: status === 'failed' ? name : `${name} (${status})`, result: 'failed', messages }
  }),
)
const specsIn = (suite: Suite): NonNullable<Suite['specs']> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
const PLAYWRIGHT_RESULTS: Record<string, Outcome['result']> = { expected: 'passed', flaky: 'retried' }
const playwrightTests = playwright
  .flatMap((run) => (run ? specsIn(run) : []))
  .flatMap(({ title, file, tests }) =>
    tests.map(
      ({ status, projectName, results }): Test => ({
        name: `${file}: ${title} (${projectName})`,
        result: PLAYWRIGHT_RESULTS[status] ?? 'failed',
        messages: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
      }),
    ),
  )
const tests = [...vitestTests, ...playwrightTests]

const stored = existsSync(HISTORY) ? parseHistory(readFileSync(HISTORY, 'utf8')) : {}
if (!stored) console.log(`${HISTORY} cannot be read: retries are counted from this run on`)
const history = addRun(stored ?? {}, tests)
mkdirSync(dirname(HISTORY), { recursive: true })
writeFileSync(HISTORY, `${JSON.stringify(history, null, 2)}\n`)

/** What failed and why, in short and at the end: of a long log often only the end is kept. */
function printErrors(what: string, messages: (string | undefined)[]): void {
  const why = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n').slice(0, LINES_OF_AN_ERROR)
  console.log([what, ...why].join('\n    '))
}
for (const { name, message } of vitest?.testResults ?? []) if (message) printErrors(`FAILED ${name}`, [message])
for (const { name, result, messages } of tests)
  if (result !== 'passed') printErrors(`${result === 'retried' ? 'RETRIED' : 'FAILED'} ${name}`, messages)

const retried = tests.filter(({ result }) => result === 'retried')
if (retried.length > 0) {
  console.log(`${retried.length} ${retried.length === 1 ? 'test' : 'tests'} needed a retry:`)
  for (const { name } of retried) console.log(`  ${name}${(history[name] ?? 1) > 1 ? `, in ${history[name]} runs in a row` : ''}`)
}
const tooOften = retriedTooOften(history, tests)
for (const name of tooOften) console.log(`FAILED ${name}: needed a retry in ${history[name]} runs in a row`)

const missing = [vitest, ...playwright].filter((run) => run === null).length
// A runner that left no report counts as one failed test.
const failedTests = tests.filter(({ result }) => result === 'failed').length + tooOften.length + missing
// A step can fail without a failed test: a check, a build, a runner that broke. It must not pass for success.
const failed = failedTests || failedSteps.length
const passed = tests.filter(({ result }) => result !== 'failed').length - tooOften.length

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
