import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const VITEST_REPORT = 'test-results/test.json'
export const E2E_REPORT = 'test-results/e2e.json'
export const BROWSERS_REPORT = 'test-results/browsers.json'

/** `skipped` tests were skipped deliberately. `missing` tests never started because time was up. */
export type TestResult = 'passed' | 'retried' | 'failed' | 'skipped' | 'missing'
/** `title` includes the titles of the groups. `project` is the browser, in Playwright's reports. */
export type ReportedTest = {
  file: string
  title: string
  project: string | null
  result: TestResult
  /** All attempts together. */
  seconds: number
  messages: (string | undefined)[]
}
/** `brokenFiles` are files whose tests couldn't be collected. */
type TestReport = { tests: ReportedTest[]; brokenFiles: { file: string; message: string }[] }

type VitestReport = {
  testResults: {
    name: string
    message?: string
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
}
type Suite = {
  title?: string
  file?: string
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; projectName: string; results: { duration?: number; errors?: { message?: string }[] }[] }[]
  }[]
}

const json = <T>(path: string): T | null => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null)

export function readVitestReport(root: string): TestReport | null {
  const report = json<VitestReport>(join(root, VITEST_REPORT))
  if (!report) return null
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages: messages = [] }): ReportedTest => {
      const test = { file: relative(root, name), title: fullName, project: null, seconds: (duration ?? 0) / 1000, messages }
      // Vitest includes the errors of earlier attempts, which are the only indication of a retry.
      if (status === 'passed') return { ...test, result: messages.length > 0 ? 'retried' : 'passed' }
      return { ...test, result: status === 'failed' ? 'failed' : 'skipped' }
    }),
  )
  const brokenFiles = report.testResults.flatMap(({ name, message }) => (message ? [{ file: relative(root, name), message }] : []))
  return { tests, brokenFiles }
}

const PLAYWRIGHT_RESULTS: Record<string, TestResult> = { expected: 'passed', flaky: 'retried', skipped: 'skipped' }

function testsIn(suite: Suite, groups: readonly string[]): ReportedTest[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ status, projectName, results }): ReportedTest => {
      const messages = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message))
      const result = results.length === 0 ? 'missing' : (PLAYWRIGHT_RESULTS[status] ?? 'failed')
      const seconds = results.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0)
      return { file, title: [...groups, title].join(' '), project: projectName, result, seconds, messages }
    }),
  )
  // The outermost group is the file itself.
  const inner = suite.title && suite.title !== suite.file ? [...groups, suite.title] : groups
  return [...own, ...(suite.suites ?? []).flatMap((one) => testsIn(one, inner))]
}

export function readPlaywrightReport(root: string, path: string): TestReport | null {
  const report = json<Suite>(join(root, path))
  return report && { tests: testsIn(report, []), brokenFiles: [] }
}
