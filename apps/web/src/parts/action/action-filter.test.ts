import { expect, test } from 'vitest'
import {
  type ActionFilter,
  actionsPath,
  type FilterContext,
  filterOf,
  fitsFilter,
  isUrgent,
  queryOf,
  stateOf,
  URGENT,
} from './action-filter.ts'

const NOW = new Date('2025-11-17T00:00:00.000Z')
const context: FilterContext = {
  me: 'mara',
  now: NOW,
  networkOf: (area) => ({ 'Bay of Fires': 'bay-of-fires', Icarus: 'st-helens' })[area],
  isPublic: (id) => id === 'public',
  dueHours: { High: 240 },
}

const action = (more = {}) => ({
  id: 'a',
  status: 'Unresolved' as const,
  rating: 'High' as const,
  trail: 'Icarus',
  area: 'Icarus',
  assignedTo: null,
  waitingFor: '',
  createdAt: '2025-11-07T00:00:00.000Z',
  recordedAt: '2025-11-07T00:00:00.000Z',
  ...more,
})
const fits = (query: string, more = {}) => fitsFilter(filterOf(new URLSearchParams(query)), action(more), context)

test('reads a filter from the URL and writes it back unchanged, including repeated or comma-separated values and trail names', () => {
  const filter: ActionFilter = { rating: ['High', 'Extreme'], trail: ['Old Salty Dog', 'Up, over & down'], assigned: ['nobody'] }
  expect(queryOf(filter)).toBe('rating=High,Extreme&trail=Old%20Salty%20Dog&trail=Up%2C%20over%20%26%20down&assigned=nobody')
  expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter)
  expect(filterOf(new URLSearchParams('rating=High&rating=Extreme'))).toEqual({ rating: ['High', 'Extreme'] })
  expect(actionsPath('outstanding', URGENT)).toBe('/actions/outstanding?rating=High,Extreme&assigned=nobody')
  expect(actionsPath('all', {})).toBe('/actions/all')
})

test('ignores invalid values and unrelated parameters', () => {
  expect(filterOf(new URLSearchParams('rating=Huge&age=old&source=&status=Closed&open=x&view=board'))).toEqual({})
})

test('matches Actions that have one of the values of every parameter', () => {
  expect(fits('rating=High,Extreme')).toBe(true)
  expect(fits('rating=Low')).toBe(false)
  expect(fits('rating=High&assigned=me')).toBe(false)
  expect(fits('assigned=nobody')).toBe(true)
  expect(fits('assigned=me,nobody', { assignedTo: 'mara' })).toBe(true)
  expect(fits('assigned=tom', { assignedTo: 'tom' })).toBe(true)
  expect(fits('trail=Icarus')).toBe(true)
  expect(fits('network=st-helens')).toBe(true)
  expect(fits('network=bay-of-fires')).toBe(false)
  expect(fits('source=public')).toBe(false)
  expect(fits('source=public', { id: 'public' })).toBe(true)
  expect(fits('source=member')).toBe(true)
  expect(fits('due=overdue')).toBe(false)
  expect(fits('due=overdue', { createdAt: '2025-11-06T23:00:00.000Z' })).toBe(true)
})

test('counts ages in whole days, including the first and excluding the last', () => {
  expect(fits('age=10d')).toBe(true)
  expect(fits('age=11d')).toBe(false)
  expect(fits('age=0d-10d')).toBe(false)
  expect(fits('age=10d-11d')).toBe(true)
  expect(fits('age=0d-1d,7d-30d')).toBe(true)
})

test('derives the state: Open until assigned, then Assigned, Waiting if the Action depends on something, or Resolved', () => {
  expect(stateOf(action())).toBe('Open')
  expect(stateOf(action({ assignedTo: 'tom' }))).toBe('Assigned')
  expect(stateOf(action({ assignedTo: 'tom', waitingFor: 'Timber' }))).toBe('Waiting')
  expect(stateOf(action({ status: 'Resolved' as const, assignedTo: 'tom' }))).toBe('Resolved')
})

test('finds the same urgent Actions as the filter in the link to them', () => {
  for (const rating of ['Unrated', 'Low', 'Medium', 'High', 'Extreme'] as const)
    for (const assignedTo of [null, 'tom']) {
      const one = { ...action(), rating, assignedTo }
      expect(isUrgent(one)).toBe(fitsFilter(URGENT, one, context))
    }
})
