/**
 * Every requirement (docs/assurance/requirements.md) needs a test with its ID in the title that runs on every change (tools/ci/tiers.ts).
 * `covered-requirements.txt` shows lost coverage, and `--record` updates it. A partial run leaves partial reports, so results of tests only
 * count with `--reports`, which CI uses.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { E2E_REPORT, readPlaywrightReport, readVitestReport, VITEST_REPORT } from '../ci/test-reports.ts'
import { CORE_TAG, NIGHTLY_SERVER_TESTS, NIGHTLY_TESTS } from '../ci/tiers.ts'
import { idsIn, requirementResults } from './requirement-results.ts'
import { findTests } from './test-titles.ts'

const root = resolve(import.meta.dirname, '../..')
const baselinePath = join(import.meta.dirname, 'covered-requirements.txt')
const nightly = new Set(globSync([...NIGHTLY_TESTS, ...NIGHTLY_SERVER_TESTS], { cwd: root }))
const unitTests = findTests(root, ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'])
const e2eTests = findTests(root, ['tests/e2e/**/*.spec.ts'])
// Tests that also run in an older browser count as core tests (`OLDER_BROWSER_TOO` in tests/e2e/helpers/e2e-test.ts).
const isCore = (details: string) => details.includes(CORE_TAG) || details.includes('OLDER_BROWSER_TOO')
const coreTests = [...unitTests.filter(({ file }) => !nightly.has(file)), ...e2eTests.filter(({ details }) => isCore(details))]

const idsOf = (tests: readonly { title: string }[]) => new Set(tests.flatMap(({ title }) => idsIn(title)))
const page = readFileSync(join(root, 'docs/assurance/requirements.md'), 'utf8')
const required = Array.from(page.matchAll(/^- ([A-Z]{2,5}-\d{2}) /gm), (match) => match[1] ?? '')
// An "Ours" line records a difference from the specification and must link to the decision.
const undecided = Array.from(page.matchAll(/^- ([A-Z]{2,5}-\d{2}) .*\n {2}\*Ours:\*(.*)$/gm), ([, id = '', ours = '']) =>
  /\[\d{4}\]/.test(ours) ? [] : [id],
).flat()
const linkIssues = Array.from(page.matchAll(/\[(\d{4})\](?!:)/g), ([, number = '']) => number)
  .filter((number, i, all) => all.indexOf(number) === i)
  .filter((number) => {
    const [, path] = new RegExp(`^\\[${number}\\]: (\\S+)$`, 'm').exec(page) ?? []
    return path === undefined || !existsSync(join(root, 'docs/assurance', path))
  })
const named = idsOf([...unitTests, ...e2eTests])
const core = idsOf(coreTests)
const covered = required.filter((id) => named.has(id))
const baseline = readFileSync(baselinePath, 'utf8').split('\n').filter(Boolean)
const lost = baseline.filter((id) => !covered.includes(id))
const uncovered = required.filter((id) => !covered.includes(id) && !baseline.includes(id))
const nightlyOnly = covered.filter((id) => !core.has(id))
// Other IDs, such as those of findings, have this form with other prefixes.
const families = new Set(required.map((id) => id.split('-')[0]))
const unknown = [...named].filter((id) => families.has(id.split('-')[0]) && !required.includes(id))

console.log(`covered ${covered.length} of ${required.length}, on every change ${covered.length - nightlyOnly.length}`)
if (process.argv.includes('--record'))
  writeFileSync(baselinePath, `${required.filter((id) => covered.includes(id) || baseline.includes(id)).join('\n')}\n`)
if (unknown.length > 0) console.error(`test titles name requirements that do not exist: ${unknown.join(' ')}`)
if (uncovered.length > 0) console.error(`without a test: ${uncovered.join(' ')}`)
if (lost.length > 0) console.error(`no longer covered: ${lost.join(' ')}`)
if (nightlyOnly.length > 0) console.error(`no test on every change: ${nightlyOnly.join(' ')}`)
if (undecided.length > 0) console.error(`lines marked Ours without a decision: ${undecided.join(' ')}`)
if (linkIssues.length > 0) console.error(`docs/assurance/requirements.md: broken links: ${linkIssues.join(' ')}`)
const provenInLastRun = checkReports(process.argv.includes('--reports'))
const issues = [...uncovered, ...lost, ...unknown, ...nightlyOnly, ...undecided, ...linkIssues]
if (issues.length > 0 || !provenInLastRun) process.exit(1)

function checkReports(isRequired: boolean): boolean {
  const reports = [
    { path: VITEST_REPORT, report: readVitestReport(root) },
    { path: E2E_REPORT, report: readPlaywrightReport(root, E2E_REPORT) },
  ]
  const absent = reports.flatMap(({ path, report }) => (report ? [] : [path]))
  if (isRequired && absent.length > 0) console.error(`no report of the last run: ${absent.join(' ')}`)
  if (absent.length > 0) return !isRequired
  const reported = reports.flatMap(({ report }) => report?.tests ?? [])
  const { failed, notRun, retried } = requirementResults(required, coreTests, reported)
  for (const [what, ids] of Object.entries({ failed, 'did not run': notRun, 'needed a retry': retried }))
    if (ids.length > 0) console.log(`last run, ${what}: ${ids.join(' ')}`)
  if (failed.length + notRun.length + retried.length === 0) console.log(`last run: all ${required.length} passed at the first attempt`)
  return !isRequired || failed.length + notRun.length === 0
}
