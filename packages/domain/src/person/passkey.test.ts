import { expect, test } from 'vitest'
import { roleInForce } from './passkey.ts'

test('PE16 without the passkey that the network asks of a role, the rights are a member’s', () => {
  expect([1, 2, 3, 4].map((role) => roleInForce(role, false, 2))).toEqual([1, 1, 1, 1])
  expect([1, 2, 3, 4].map((role) => roleInForce(role, true, 2))).toEqual([1, 2, 3, 4])
  expect([1, 2, 3, 4].map((role) => roleInForce(role, false, 4))).toEqual([1, 2, 3, 1])
  expect([1, 2, 3, 4].map((role) => roleInForce(role, false, null))).toEqual([1, 2, 3, 4])
})
