import { expect, test } from 'vitest'
import type { Closure } from '../closure.ts'
import { changeOf, changesText } from './change-text.ts'
import { partOf } from './status-news.ts'

const closure = (level: Closure['level'], from: string, to: string): Closure => ({
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e01',
  networkId: 'north',
  trailId: 'a',
  section: { from, to },
  level,
  message: '',
  wayAround: '',
  startsAt: null,
  endsAt: null,
  reopens: null,
})
const state = (status: 'Open' | 'Partially Open' | 'Closed' | null, ...closures: Closure[]) => ({
  status,
  parts: closures.map(partOf),
  planned: [] as string[],
  closures,
})
const textOf = (is: ReturnType<typeof state>, was: ReturnType<typeof state>) => {
  const change = changeOf('Icarus', is, was)
  return change && `${change.name} ${change.what}`
}

test('T30 states what changed and whether it closed or reopened', () => {
  const [one, two] = [closure('Closed', 'P1', 'P2'), closure('Limited', 'P3', 'P4')]
  expect(textOf(state('Closed'), state('Open'))).toBe('Icarus closed')
  expect(textOf(state('Partially Open'), state('Open'))).toBe('Icarus partially open')
  expect(textOf(state('Partially Open', one), state('Open'))).toBe('Icarus closed between P1 and P2')
  expect(textOf(state('Partially Open', one, two), state('Partially Open', one))).toBe('Icarus limited between P3 and P4')
  expect(textOf(state('Partially Open', one, two), state('Open'))).toBe('Icarus partially open')
  expect(textOf(state('Open'), state('Closed'))).toBe('Icarus open again')
  expect(textOf(state('Partially Open', one), state('Closed'))).toBe('Icarus partially open again')
  expect(textOf(state('Partially Open', one), state('Partially Open', one, two))).toBe('Part of Icarus open again')
  expect(textOf({ ...state('Open'), planned: ['x'] }, state('Open'))).toBe('Icarus closure planned')
  expect(textOf(state('Open'), state(null))).toBe('Icarus open')
  // The trail closed and reopened before the alert was written, so there is nothing to report.
  expect(textOf(state('Open'), state('Open'))).toBe(null)
})

test('T30 combines several changes into one text with closures first, up to two names, then a count', () => {
  const change = (name: string, kind: 'closing' | 'opening') => ({ name, kind, what: kind === 'closing' ? 'closed' : 'open again' })
  expect(changesText([])).toBe('')
  expect(changesText([change('Relay', 'opening'), change('Icarus', 'closing')])).toBe('Icarus closed, Relay open again')
  expect(changesText(['A', 'B'].map((name) => change(name, 'closing')))).toBe('A and B closed')
  expect(changesText(['A', 'B', 'C', 'D'].map((name) => change(name, 'closing')))).toBe('A, B and 2 more closed')
})
