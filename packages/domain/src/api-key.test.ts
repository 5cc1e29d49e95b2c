import { expect, test } from 'vitest'
import { isAnsweredFor, isKeyAlive, KEY_SCOPES, keyEnd, keyMay } from './api-key.ts'

const now = new Date('2026-11-17T02:00:00Z')
const day = 86_400_000

test('PE22 limits a key to what its scopes allow and to a lifetime of at most a year', () => {
  for (const has of KEY_SCOPES)
    for (const asked of KEY_SCOPES)
      expect(keyMay({ scopes: [has], expiresAt: keyEnd(1, now) }, asked, now), `${has} ${asked}`).toBe(has === asked)
  const key = { scopes: KEY_SCOPES, expiresAt: keyEnd(30, now) }
  const later = (days: number) => new Date(now.getTime() + days * day)
  expect([0, 29.99, 30, 31].map((days) => isKeyAlive(key, later(days)))).toEqual([true, true, false, false])
  expect(keyMay(key, 'read-status', later(30))).toBe(false)
  expect(keyEnd(4000, now)).toEqual(later(365))
})

test('PE22 suspends a key while no administrator is responsible for it', () => {
  expect([null, { role: 4, disabled: true }, { role: 3, disabled: false }].map(isAnsweredFor)).toEqual([false, false, false])
  expect(isAnsweredFor({ role: 4, disabled: false })).toBe(true)
})
