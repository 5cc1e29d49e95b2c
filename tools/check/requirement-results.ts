import type { ReportedTest } from '../ci/test-reports.ts'
import type { TestTitle } from './test-titles.ts'

const REQUIREMENT_ID = /\b[A-Z]{2,5}-\d{2}\b/g
export const idsIn = (title: string): string[] => title.match(REQUIREMENT_ID) ?? []

/** A requirement may be in several lists. */
type RequirementResults = { failed: string[]; notRun: string[]; retried: string[] }

function isReportOf(source: TestTitle, { file, title }: ReportedTest): boolean {
  if (source.file !== file && !source.file.endsWith(`/${file}`)) return false
  const fixedParts = source.title.replace(/\\(.)/g, '$1').split(/\$\{[^}]*\}|%[a-z]|\$\w+/)
  let from = 0
  return fixedParts.every((part) => {
    const found = title.indexOf(part, from)
    from = found + part.length
    return found >= 0
  })
}

/** `expected` contains the tests that should have run according to the source code. Each must be in the reports and have passed. */
export function requirementResults(
  required: readonly string[],
  expected: readonly TestTitle[],
  reported: readonly ReportedTest[],
): RequirementResults {
  const reportedWith = (id: string, ...results: readonly ReportedTest['result'][]) =>
    reported.some(({ title, result }) => results.includes(result) && idsIn(title).includes(id))
  const isMissing = (test: TestTitle) => !reported.some((one) => isReportOf(test, one))
  const missing = new Set(expected.filter(isMissing).flatMap(({ title }) => idsIn(title)))
  return {
    failed: required.filter((id) => reportedWith(id, 'failed')),
    notRun: required.filter(
      (id) => missing.has(id) || reportedWith(id, 'skipped', 'missing') || !reportedWith(id, 'passed', 'retried', 'failed'),
    ),
    retried: required.filter((id) => reportedWith(id, 'retried')),
  }
}
