import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addRun, type Outcome, parseHistory, retriedTooOften } from './retries.ts'

const passed = (name: string): Outcome => ({ name, result: 'passed' })
const retried = (name: string): Outcome => ({ name, result: 'retried' })
const failed = (name: string): Outcome => ({ name, result: 'failed' })

test('a retry adds one to the count, a pass at the first attempt resets it, and a test that failed or didn’t run keeps it', () => {
  const planted = { again: 1, better: 2, broken: 2, absent: 1 }
  const run = [retried('again'), retried('new'), passed('better'), failed('broken'), passed('always fine')]
  expect(addRun(planted, run)).toEqual({ again: 2, new: 1, broken: 2, absent: 1 })
  expect(planted).toEqual({ again: 1, better: 2, broken: 2, absent: 1 })
})

test('a third consecutive run with a retry exceeds the limit, until a run passes without a retry', () => {
  const runs = [[retried('a')], [retried('a')], [retried('a')], [retried('a')], [passed('a')], [retried('a')]]
  let history = {}
  const tooOften = runs.map((run) => {
    history = addRun(history, run)
    return retriedTooOften(history, run).length
  })
  expect(tooOften).toEqual([0, 0, 1, 1, 0, 0])
  expect(retriedTooOften({ a: 3 }, [passed('b')])).toEqual([])
})

test('two tests with the same name in one run count once', () => {
  expect(addRun({}, [retried('same'), retried('same')])).toEqual({ same: 1 })
  expect(addRun({ same: 1 }, [retried('same'), passed('same')])).toEqual({ same: 2 })
})

test('ignores a damaged history', () => {
  expect(parseHistory('{"a": 2}')).toEqual({ a: 2 })
  expect(['{"a": 2', '[]', 'null', '{"a": "2"}', ''].map(parseHistory)).toEqual([null, null, null, null, null])
})

const folder = mkdtempSync(join(tmpdir(), 'ci-summary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The summary reads sample reports of all three runners. */
function summary({ unit = [] as string[], e2e = 'expected', steps = [] as string[], isWhole = true, env = {} } = {}) {
  mkdirSync(join(folder, 'test-results'), { recursive: true })
  const write = (path: string, content: unknown) => writeFileSync(join(folder, path), JSON.stringify(content))
  const assertionResults = [{ fullName: 'A1 adds', status: 'passed', failureMessages: unit }]
  write('test-results/test.json', { testResults: [{ name: join(folder, 'sum.test.ts'), assertionResults }] })
  const tests = [{ status: e2e, projectName: 'chromium', results: [{ errors: e2e === 'flaky' ? [{ message: 'too late' }] : [] }] }]
  write('test-results/e2e.json', { suites: [{ specs: [{ title: 'MAP-01 opens', file: 'map.spec.ts', tests }] }] })
  write('test-results/browsers.json', { suites: [] })
  if (!isWhole) rmSync(join(folder, 'test-results/browsers.json'))
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'ci-summary.ts'), ...steps], {
    cwd: folder,
    env: { ...process.env, RETRY_HISTORY: 'retries.json', ...env },
    encoding: 'utf8',
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

test('CI names every test of either runner that needed a retry, and fails after the third consecutive run with one', () => {
  const flaky = { unit: ['late once'], e2e: 'flaky' }
  const first = summary(flaky)
  expect(first.lines.slice(-4)).toEqual([
    '2 tests needed a retry:',
    '  sum.test.ts: A1 adds',
    '  map.spec.ts: MAP-01 opens (chromium)',
    '2 passed, 0 failed',
  ])
  expect(first.status).toBe(0)
  expect(summary({ unit: ['late once'] }).lines).toContain('  sum.test.ts: A1 adds, in 2 runs in a row')
  const third = summary(flaky)
  expect(third.lines).toContain('FAILED sum.test.ts: A1 adds: needed a retry in 3 runs in a row')
  expect(third.lines.join()).not.toContain('FAILED map.spec.ts')
  expect(third.lines.at(-1)).toBe('1 passed, 1 failed')
  expect(third.status).toBe(1)
  expect(summary().lines).toEqual(['2 passed, 0 failed'])
  expect(JSON.parse(readFileSync(join(folder, 'retries.json'), 'utf8'))).toEqual({})
})

test('a failed step without a failed test, a runner without a report, and a skipped test all count as failures', () => {
  expect(summary({ steps: ['check'] })).toMatchObject({ lines: ['2 passed, 1 failed'], status: 1 })
  expect(summary({ isWhole: false })).toMatchObject({
    lines: ['FAILED browsers: ended without a report', '2 passed, 1 failed'],
    status: 1,
  })
  expect(summary({ e2e: 'skipped' }).lines.at(-1)).toBe('1 passed, 1 failed')
})

test('PROOF-2 a run that skipped something reports it in its last line and fails', () => {
  expect(summary({ env: { LEFT_OUT: 'container walk' } })).toMatchObject({
    lines: ['2 passed, 0 failed, incomplete: container left something out, walk left something out'],
    status: 1,
  })
  mkdirSync(join(folder, 'test-results'), { recursive: true })
  const none = {
    suites: [{ specs: [{ title: 'x', file: 'a.spec.ts', tests: [{ status: 'skipped', projectName: 'chromium', results: [] }] }] }],
  }
  const run = () => {
    writeFileSync(join(folder, 'test-results/browsers.json'), JSON.stringify(none))
    return spawnSync(process.execPath, [join(import.meta.dirname, 'ci-summary.ts')], { cwd: folder, encoding: 'utf8' })
  }
  const { stdout, status } = run()
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 passed, 1 failed, incomplete: 1 test did not run')
  expect(status).toBe(1)
})

test('PROOF-2 a tier without test runners counts its steps', () => {
  const env = { REPORTS: '', STEPS: '8' }
  const lines = (more: object, steps: string[] = []) => {
    rmSync(join(folder, 'test-results'), { recursive: true, force: true })
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'ci-summary.ts'), ...steps], {
      cwd: folder,
      env: { ...process.env, RETRY_HISTORY: 'retries.json', ...env, ...more },
      encoding: 'utf8',
    })
    return [run.stdout.trimEnd().split('\n').at(-1), run.status]
  }
  expect(lines({})).toEqual(['8 steps passed, 0 failed', 0])
  expect(lines({ LEFT_OUT: 'fault' })).toEqual(['7 steps passed, 0 failed, incomplete: fault left something out', 1])
  expect(lines({}, ['bench'])).toEqual(['7 steps passed, 1 failed', 1])
})
