import { expect, test } from 'vitest'
import { followGroups, roleOfGroups } from './group-role.ts'

const ROLES = { 'trail-admins': 4, 'trail-crew': 2 }

test('PE20 of several groups the highest role counts; groups that nobody mapped give none', () => {
  expect(roleOfGroups(['staff', 'trail-crew', 'trail-admins'], ROLES)).toBe(4)
  expect(roleOfGroups(['trail-crew'], ROLES)).toBe(2)
  expect(roleOfGroups(['staff', 'constructor', '__proto__'], ROLES)).toBeNull()
  expect(roleOfGroups([], ROLES)).toBeNull()
})

test('PE20 the role follows the groups; what they gave is taken back with them, what a manager gave is not', () => {
  expect(followGroups(1, null, 2)).toBe(2)
  expect(followGroups(4, null, 2)).toBe(2)
  expect(followGroups(2, 2, null)).toBe(1)
  expect(followGroups(3, 2, null)).toBe(3)
  expect(followGroups(2, null, null)).toBe(2)
  expect(followGroups(1, null, null)).toBe(1)
})
