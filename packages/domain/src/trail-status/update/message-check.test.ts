import { expect, test } from 'vitest'
import type { Closure, TrailWord } from '../closure.ts'
import type { NetworkStatements } from '../network-outcome.ts'
import { checkMessage, UNCHANGED_MESSAGE } from './message-check.ts'
import { BLANK_CLOSURE } from './trail-update-kind.ts'

const trail = (id: string, name: string) => ({ id, name, networkId: 'hills', posts: [] })
const trails = [trail('icarus', 'Icarus'), trail('link', 'Icarus Link'), trail('garnup', 'Garnup'), trail('humpback', 'Humpback')]
const now = new Date('2026-01-01T00:00:00Z')
const closed: TrailWord = { status: 'Closed', message: '' }
const ICARUS = { words: { icarus: closed } }

const closure = (part: Partial<Closure>): Closure => ({
  ...BLANK_CLOSURE,
  id: '0190a000-0000-7000-8000-000000000101',
  networkId: 'hills',
  trailId: 'icarus',
  ...part,
})

const statements = (message: string, part: Partial<NetworkStatements> = {}): NetworkStatements => ({
  word: 'Open',
  message,
  trails,
  words: {},
  closures: [],
  ...part,
})
const check = (message: string, part: Partial<NetworkStatements> = {}) => checkMessage(statements(message, part), null, now)
const problem = (message: string, part: Partial<NetworkStatements> = {}) => check(message, part)?.text ?? null

test('T29 STAT-3 rejects a message that says all is open while something is closed, and suggests a correction', () => {
  expect(check('All loops and descents open. Greasy after rain.', ICARUS)).toEqual({
    isContradiction: true,
    text: 'The message says “All loops and descents open”, but Icarus is closed.',
    suggestion: 'Icarus is closed. Greasy after rain.',
  })
  const two = { words: { icarus: closed, garnup: closed } }
  expect(check('Every trail is open, greasy after rain.', two)).toMatchObject({
    text: 'The message says “Every trail is open”, but Icarus and Garnup are closed.',
    suggestion: 'Icarus and Garnup are closed. Greasy after rain.',
  })
  // With more than two closed trails, the sentence before the message only counts them, so the suggestion doesn't name them either.
  const three = { words: { icarus: closed, garnup: closed, link: closed } }
  expect(check('Fully open. Dry.', three)).toMatchObject({
    text: 'The message says “Fully open”, but 3 trails are closed.',
    suggestion: 'Dry.',
  })
  const section = { closures: [closure({ section: { from: 'A1', to: 'A2' } })] }
  expect(check('Everything open.', section)).toMatchObject({
    text: 'The message says “Everything open”, but part of Icarus is closed.',
    suggestion: 'Part of Icarus is closed.',
  })
  const limited = { closures: [closure({ section: { from: 'A1', to: 'A2' }, level: 'Limited' })] }
  expect(problem('All open', limited)).toBe('The message says “All open”, but part of Icarus is limited.')
  expect(check('All trails open', { word: 'Partially Open' })).toMatchObject({
    text: 'The message says “All trails open”, but the network is Partially Open.',
    suggestion: null,
  })
  expect(check('Icarus is closed. All trails are open.', ICARUS)?.suggestion).toBe('Icarus is closed.')
})

test.each([
  'All trails open except Icarus.',
  'All other trails open.',
  'Not all trails are open.',
  'Icarus closed, everything else open.',
  'All trails will open on Friday.',
  'All trails open again from Saturday.',
  'Humpback is fully open.',
  'Icarus Link open.',
  'Open all day.',
  'All toilets open.',
  'Icarus closed and Humpback open.',
  'Greasy after rain.',
  '',
])('T29 STAT-3 accepts this message while Icarus is closed: %s', (message) => {
  expect(problem(message, ICARUS)).toBeNull()
})

test('T29 STAT-3 reports a contradiction if the message doesn’t mention an exception', () => {
  expect(problem('All trails open except Garnup.', ICARUS)).toContain('but Icarus is closed.')
})

test('T29 STAT-3 rejects a message that says closed while all is open', () => {
  expect(check('Closed between two emergency posts after storm damage.')).toEqual({
    isContradiction: true,
    text: 'The message says “Closed between two emergency posts after storm damage”, but all trails are open.',
    suggestion: 'All trails are open.',
  })
  expect(check('Icarus is closed. Dry and fast.')).toMatchObject({
    text: 'The message says “Icarus is closed”, but Icarus is open.',
    suggestion: 'Dry and fast.',
  })
  expect(problem('Humpback closed after a slip.', ICARUS)).toBe('The message says “Humpback closed”, but Humpback is open.')
  const planned = { closures: [closure({ startsAt: '2026-01-03T00:00:00Z' })] }
  expect(problem('Icarus closed Saturday to Monday.', planned)).toBeNull()
  for (const fitting of [
    'No longer closed.',
    'Closed from Saturday.',
    'Icarus was closed last week.',
    'The car park is closed.',
    'Will be closed.',
  ])
    expect(problem(fitting), fitting).toBeNull()
  expect(problem('Closed between two posts.', { word: 'Partially Open' })).toBeNull()
})

test('T29 STAT-3 rejects a message that describes a closed trail as open', () => {
  expect(check('Icarus and Humpback are open. Dry.', ICARUS)).toMatchObject({
    isContradiction: true,
    text: 'The message says “Icarus and Humpback are open”, but Icarus is closed.',
    suggestion: 'Icarus is closed. Dry.',
  })
  expect(check('Loops open.', { word: 'Closed' })).toMatchObject({
    text: 'The message says “Loops open”, but all trails are closed.',
    suggestion: 'All trails are closed.',
  })
  expect(problem('Closed for a burn-off. Open again on Friday.', { word: 'Closed' })).toBeNull()
})

test('T29 STAT-3 questions an unchanged message when the status, a trail or a section changes', () => {
  const before = statements('Greasy after rain.')
  const after = (part: Partial<NetworkStatements>) => checkMessage({ ...before, ...part }, before, now)
  const asked = { isContradiction: false, text: UNCHANGED_MESSAGE, suggestion: null }
  expect(after({ word: 'Partially Open' })).toEqual(asked)
  expect(after(ICARUS)).toEqual(asked)
  expect(after({ closures: [closure({ section: { from: 'A1', to: 'A2' } })] })).toEqual(asked)
  expect(after({})).toBeNull()
  expect(after({ ...ICARUS, message: 'Icarus is out until Friday.' })).toBeNull()
  expect(checkMessage(statements('', ICARUS), statements(''), now)).toBeNull()
})

test('T29 STAT-3 suggests text that never contradicts the status or repeats what riders already see', () => {
  const messages = ['All trails open. Icarus is open. Fully open, dry.', 'Everything open; take care.', `All open. ${'Dry. '.repeat(98)}`]
  for (const message of messages) {
    const suggestion = check(message, ICARUS)?.suggestion
    if (suggestion) expect(problem(suggestion, ICARUS), suggestion).toBeNull()
    expect((suggestion ?? '').length).toBeLessThanOrEqual(500)
  }
})
