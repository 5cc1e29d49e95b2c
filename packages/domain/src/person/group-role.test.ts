import { expect, test } from 'vitest'
import { followGroups, roleOfGroups } from './group-role.ts'

const ROLES = { 'trail-admins': 4, 'trail-crew': 2 }

test('PE20 assigns the highest role of several groups, and no role for groups without one', () => {
  expect(roleOfGroups(['staff', 'trail-crew', 'trail-admins'], ROLES)).toBe(4)
  expect(roleOfGroups(['trail-crew'], ROLES)).toBe(2)
  expect(roleOfGroups(['staff', 'constructor', '__proto__'], ROLES)).toBeNull()
  expect(roleOfGroups([], ROLES)).toBeNull()
})

test('PE20 changes the role when the groups change, and removes it with its group unless a manager assigned it', () => {
  expect(followGroups(1, null, 2)).toBe(2)
  expect(followGroups(4, null, 2)).toBe(2)
  expect(followGroups(2, 2, null)).toBe(1)
  expect(followGroups(3, 2, null)).toBe(3)
  expect(followGroups(2, null, null)).toBe(2)
  expect(followGroups(1, null, null)).toBe(1)
})
