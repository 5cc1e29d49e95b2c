import { expect, test } from 'vitest'
import { INVITATION_DAYS, invitationEnd, mayInvite, REGISTRATION_MODES, wayIn } from './registration.ts'

test('PE18 uses the site’s mode, open by default, to decide who can register, request an account and invite others', () => {
  expect(REGISTRATION_MODES.map((mode) => [mode, wayIn(mode), mayInvite(mode)])).toEqual([
    ['open', 'register', true],
    ['confirmed', 'request', true],
    ['invited', null, true],
    ['closed', null, false],
  ])
  expect([wayIn(undefined), mayInvite(undefined)]).toEqual(['register', true])
})

test('PE19 expires an invitation 14 days after it was sent', () => {
  expect(INVITATION_DAYS).toBe(14)
  expect(invitationEnd(new Date('2026-11-01T00:00:00Z')).toISOString()).toBe('2026-11-15T00:00:00.000Z')
})
