import { expect, test } from 'vitest'
import { conditionOf, FETCH } from './map-condition.ts'

const known = { stored: 0, tileCount: 147, doing: null, wasWhole: false, hasEarlier: false }

test.each([
  ['is counted first', { stored: undefined }, 'counting', null],
  ['is not here', {}, 'none', 'Get everything'],
  ['was begun', { stored: 40 }, 'partial', 'Resume'],
  ['is whole', { stored: 147, wasWhole: true }, 'ready', null],
  ['has lost tiles', { stored: 140, wasWhole: true }, 'gap', 'Repair'],
  ['was cleared by the browser', { wasWhole: true }, 'gap', 'Repair'],
  ['has a newer version', { stored: 3, hasEarlier: true }, 'update', 'Update'],
  ['is in the queue', { stored: 3, doing: 'next' as const }, 'next', null],
  ['is being fetched', { stored: 3, hasEarlier: true, doing: 'downloading' as const }, 'downloading', null],
])('OFF-02 finds the state and button for a map that %s', (_, change, condition, button) => {
  const found = conditionOf({ ...known, ...change })
  expect(found).toBe(condition)
  expect(FETCH[found]).toBe(button)
})
