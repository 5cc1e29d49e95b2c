import { expect, test } from 'vitest'
import type { ReportedTest } from '../ci/test-reports.ts'
import { requirementResults } from './requirement-results.ts'

const source = (file: string, title: string) => ({ file, title, details: '' })
const reported = (file: string, title: string, result: ReportedTest['result'] = 'passed'): ReportedTest => ({
  file,
  title,
  result,
  project: null,
  seconds: 0,
  messages: [],
})

const EXPECTED = [
  source('tests/e2e/map/map.spec.ts', 'MAP-01 MAP-02 opens'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is in the source of a test.
  source('packages/domain/src/map.test.ts', 'MAP-02 zooms to ${zoom} and %s'),
  source('tools/home.test.ts', "HOME-01 another person\\'s logo"),
]
const REQUIRED = ['MAP-01', 'MAP-02', 'HOME-01']
const WHOLE = [
  reported('map.spec.ts', 'MAP-01 MAP-02 opens'),
  reported('packages/domain/src/map.test.ts', 'a group MAP-02 zooms to 3 and back'),
  reported('tools/home.test.ts', "HOME-01 another person's logo"),
]

test('a run proves a requirement if each of its tests ran and passed', () => {
  expect(requirementResults(REQUIRED, EXPECTED, WHOLE)).toEqual({ failed: [], notRun: [], retried: [] })
})

test('a test that was skipped or is missing from the reports leaves its requirements unproven', () => {
  expect(requirementResults(REQUIRED, EXPECTED, WHOLE.slice(1)).notRun).toEqual(['MAP-01', 'MAP-02'])
  expect(requirementResults(REQUIRED, EXPECTED, [...WHOLE, reported('late.spec.ts', 'HOME-01 more', 'skipped')]).notRun).toEqual([
    'HOME-01',
  ])
  expect(requirementResults(REQUIRED, EXPECTED, [...WHOLE, reported('late.spec.ts', 'HOME-01 more', 'missing')]).notRun).toEqual([
    'HOME-01',
  ])
  expect(requirementResults(['ACT-01'], [], WHOLE).notRun).toEqual(['ACT-01'])
})

test('a test with the same title in another file proves nothing', () => {
  const elsewhere = [reported('other-map.spec.ts', 'MAP-01 MAP-02 opens'), ...WHOLE.slice(1)]
  expect(requirementResults(REQUIRED, EXPECTED, elsewhere).notRun).toEqual(['MAP-01', 'MAP-02'])
})

test('one failure in any browser counts, and retries are reported separately', () => {
  const run = [...WHOLE, reported('map.spec.ts', 'MAP-01 MAP-02 opens', 'failed'), reported('tools/home.test.ts', 'HOME-01 tip', 'retried')]
  expect(requirementResults(REQUIRED, EXPECTED, run)).toEqual({ failed: ['MAP-01', 'MAP-02'], notRun: [], retried: ['HOME-01'] })
})
