/**
 * The summary of a CI run comes from the runners' own reports. Skipped tests count as failed, and so do tests that needed a retry in three
 * consecutive runs. .ci/steps.sh passes the failed steps as arguments, and `REPORTS`, `LEFT_OUT`, `STEPS` and `RETRY_HISTORY` in the
 * environment.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { addRun, type Outcome, parseHistory, retriedTooOften } from './retries.ts'
import { BROWSERS_REPORT, E2E_REPORT, readPlaywrightReport, readVitestReport, type TestResult } from './test-reports.ts'

const LINES_OF_AN_ERROR = 12
const SLOW_SECONDS = 15
const MOST_SLOW = 40
const DID_NOT_RUN = 'did not run: the time was up'
const HISTORY = process.env.RETRY_HISTORY ?? '.ci/retries.json'
const failedSteps = process.argv.slice(2)
const words = (text = '') => text.split(' ').filter(Boolean)
const reports = words(process.env.REPORTS ?? 'test e2e browsers')
const leftOut = words(process.env.LEFT_OUT)

type Test = Outcome & { messages: (string | undefined)[] }

const root = process.cwd()
const vitest = readVitestReport(root)
const playwright = [E2E_REPORT, BROWSERS_REPORT].map((path) => readPlaywrightReport(root, path))

const RESULTS: Record<TestResult, Outcome['result']> = {
  passed: 'passed',
  retried: 'retried',
  failed: 'failed',
  skipped: 'failed',
  missing: 'failed',
}
const reported = [vitest, ...playwright].flatMap((run) => run?.tests ?? [])
const tests = reported.map(({ file, title, project, result, messages }): Test => {
  const name = `${file}: ${title}${project ? ` (${project})` : ''}${result === 'skipped' ? ' (skipped)' : ''}`
  return { name, result: RESULTS[result], messages: result === 'missing' ? [DID_NOT_RUN] : messages }
})

const stored = existsSync(HISTORY) ? parseHistory(readFileSync(HISTORY, 'utf8')) : {}
if (!stored) console.log(`${HISTORY} cannot be read, so retries are counted from this run on`)
const history = addRun(stored ?? {}, tests)
mkdirSync(dirname(HISTORY), { recursive: true })
writeFileSync(HISTORY, `${JSON.stringify(history, null, 2)}\n`)

/** `docs/assurance/proof/durations.json` comes from a quiet machine. It shows which tests to move to the nightly tier. */
const perFile = Object.entries(Object.groupBy(reported, ({ file }) => file))
  .map(([file, ran = []]) => ({ file, tests: ran.length, seconds: Math.round(ran.reduce((sum, { seconds }) => sum + seconds, 0)) }))
  .toSorted((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file))
mkdirSync('test-results', { recursive: true })
writeFileSync('test-results/durations.json', `[\n${perFile.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`)

const slow = reported.filter(({ seconds }) => seconds >= SLOW_SECONDS).toSorted((a, b) => b.seconds - a.seconds)
for (const { file, title, seconds } of slow.slice(0, MOST_SLOW)) console.log(`${Math.round(seconds)} s ${file}: ${title}`)

/** Often only the end of a long log is stored, so failures and their causes come last. */
function printErrors(what: string, messages: (string | undefined)[]): void {
  const why = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n').slice(0, LINES_OF_AN_ERROR)
  console.log([what, ...why].join('\n    '))
}
for (const { file, message } of vitest?.brokenFiles ?? []) printErrors(`FAILED ${file}`, [message])
for (const { name, result, messages } of tests)
  if (result !== 'passed') printErrors(`${result === 'retried' ? 'RETRIED' : 'FAILED'} ${name}`, messages)

const retried = tests.filter(({ result }) => result === 'retried')
if (retried.length > 0) {
  console.log(`${retried.length} ${retried.length === 1 ? 'test' : 'tests'} needed a retry:`)
  for (const { name } of retried) console.log(`  ${name}${(history[name] ?? 1) > 1 ? `, in ${history[name]} runs in a row` : ''}`)
}
const tooOften = retriedTooOften(history, tests)
for (const name of tooOften) console.log(`FAILED ${name}: needed a retry in ${history[name]} runs in a row`)

const withoutReport = reports.filter((name) => !existsSync(`test-results/${name}.json`))
for (const name of withoutReport) console.log(`FAILED ${name}: ended without a report`)
// A runner without a report counts as one failed test. A failed check, build or runner also fails the run.
const failedTests = tests.filter(({ result }) => result === 'failed').length + tooOften.length + withoutReport.length
const failed = failedTests || failedSteps.length
const passed = tests.filter(({ result }) => result !== 'failed').length - tooOften.length

const notRun = tests.filter(({ messages }) => messages.includes(DID_NOT_RUN)).length
const incomplete = [
  ...leftOut.map((step) => `${step} left something out`),
  ...(notRun > 0 ? [`${notRun} ${notRun === 1 ? 'test' : 'tests'} did not run`] : []),
]
const stepsPassed = Number(process.env.STEPS ?? 0) - failedSteps.length - leftOut.length
const counts = reports.length > 0 ? `${passed} passed, ${failed} failed` : `${stepsPassed} steps passed, ${failed} failed`
console.log(incomplete.length > 0 ? `${counts}, incomplete: ${incomplete.join(', ')}` : counts)
process.exit(failed > 0 || incomplete.length > 0 ? 1 : 0)
