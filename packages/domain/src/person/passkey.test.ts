import { expect, test } from 'vitest'
import { addsPasskeyByLink, decideReset, newSince, roleInSession, takeBackEnd } from './passkey.ts'

const NOW = new Date('2026-11-18T10:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

test('PE16 limits a session without two factors to a member’s rights if the role requires a passkey', () => {
  const by = (hasTwoFactors: boolean, from: number | null) =>
    [1, 2, 3, 4].map((role) => roleInSession(role, { roleAtSignIn: role, hasTwoFactors }, from))
  expect(by(false, 2)).toEqual([1, 1, 1, 1])
  expect(by(true, 2)).toEqual([1, 2, 3, 4])
  expect(by(false, 4)).toEqual([1, 2, 3, 1])
  expect(by(false, null)).toEqual([1, 2, 3, 4])
})

test('PE23 never gives a session a higher role than the person had when it started, and applies demotions', () => {
  const started = (roleAtSignIn: number) => ({ roleAtSignIn, hasTwoFactors: true })
  expect([1, 2, 3, 4].map((role) => roleInSession(role, started(2), 2))).toEqual([1, 2, 2, 2])
  expect([1, 2, 3, 4].map((role) => roleInSession(role, started(4), null))).toEqual([1, 2, 3, 4])
})

test('PE24 requires a link sent to the owner’s address to add a passkey in a password-only session', () => {
  expect([true, false].map((hasTwoFactors) => addsPasskeyByLink({ hasTwoFactors }))).toEqual([false, true])
})

test('PE25 lets owners undo changes made in the last 30 days, through links that are valid for just as long', () => {
  expect(daysAgo(29) > newSince(NOW)).toBe(true)
  expect(daysAgo(31) > newSince(NOW)).toBe(false)
  expect(takeBackEnd(daysAgo(30))).toEqual(NOW)
})

test('PE26 lets one administrator reset a second factor, but requires two if it belongs to an administrator', () => {
  const request = { requestedBy: 'ann', requestedAt: daysAgo(1) }
  expect([1, 2, 3].map((role) => decideReset({ role }, 'ann', null, NOW))).toEqual(['reset', 'reset', 'reset'])
  expect(decideReset({ role: 4 }, 'ann', null, NOW)).toBe('request')
  expect(decideReset({ role: 4 }, 'ann', request, NOW)).toBe('own-request')
  expect(decideReset({ role: 4 }, 'bea', request, NOW)).toBe('reset')
  expect(decideReset({ role: 4 }, 'bea', { ...request, requestedAt: daysAgo(8) }, NOW)).toBe('request')
})
