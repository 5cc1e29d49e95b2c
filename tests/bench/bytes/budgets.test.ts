/** If a change exceeds a limit, raise the number in budgets.json in the same commit. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type FirstVisits, measureFirstVisits, overBudget } from '../visits/first-visits.ts'
import { PUBLIC_PATHS } from '../visits/public-pages.ts'

/** `scripts` contains bytes of JavaScript for home, for the map's additions to home, and for Emergency. */
type Budgets = FirstVisits & { scripts: Record<string, number> }
const budgets: Budgets = JSON.parse(readFileSync(join(import.meta.dirname, '../budgets.json'), 'utf8'))

type Result = { name: string; homeBytes?: number; mapBytes?: number; bytes?: number; broken: string[] }

test('PROOF-4 home, map and Emergency stay within their JavaScript budgets', { timeout: 600_000 }, () => {
  // The test runner's NODE_ENV would make a test build, so the measurement runs in a separate process.
  const printed = execFileSync(process.execPath, ['tests/bench/run.ts', ...Object.keys(budgets.scripts)], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  const results = printed
    .trim()
    .split('\n')
    .map((line): Result => JSON.parse(line))
  const measured = results.map(({ name, homeBytes, mapBytes, bytes }) => ({ name, bytes: homeBytes ?? mapBytes ?? bytes ?? Infinity }))
  console.log(measured.map(({ name, bytes }) => `${name} ${bytes} of ${budgets.scripts[name]} bytes`).join(', '))
  expect(measured.map(({ name }) => name).toSorted()).toEqual(Object.keys(budgets.scripts).toSorted())
  expect(measured.filter(({ name, bytes }) => bytes > (budgets.scripts[name] ?? 0))).toEqual([])
  expect(results.flatMap(({ broken }) => broken)).toEqual([])
})

test('PROOF-4 names each page that transfers, requests or shifts more than its limit, or has no limit', () => {
  const limits = { homeCpuRatio: 18, pages: { '/map': { bytes: 100, requests: 5, cls: 0.1 } } }
  const of = (homeCpuRatio: number, path: string, bytes: number, requests: number, cls: number) =>
    overBudget({ homeCpuRatio, pages: { [path]: { bytes, requests, cls } } }, limits)
  expect(of(18, '/map', 100, 5, 0.1)).toEqual([])
  expect(of(18, '/map', 101, 6, 0.2)).toEqual(['/map: bytes 101 of 100', '/map: requests 6 of 5', '/map: cls 0.2 of 0.1'])
  expect(of(19, '/map', 1, 1, 0)).toEqual(['home uses 19 times the CPU time of a bare page, limit 18'])
  expect(of(18, '/new', 1, 1, 0)).toHaveLength(3)
})

test('PROOF-4 every public address has a budget', () => {
  expect(Object.keys(budgets.pages).toSorted()).toEqual([...PUBLIC_PATHS].toSorted())
})

test('PROOF-4 a first visit to each public page stays within its budget of bytes, requests, layout shift and CPU time', {
  timeout: 600_000,
}, async () => {
  const measured = await measureFirstVisits()
  const over = overBudget(measured, budgets)
  console.log(
    `${Object.keys(measured.pages).length} first visits, home ${measured.homeCpuRatio}× of ${budgets.homeCpuRatio}×, ${over.length} over budget`,
  )
  expect(over).toEqual([])
})
