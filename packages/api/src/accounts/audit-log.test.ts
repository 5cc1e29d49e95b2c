import { auditEventTitle, isAboutPerson, seesWholeAuditLog } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { mayCall } from '../permission.ts'
import { AuditLogQuery } from './audit-log.ts'

test('PE17 members can’t read the audit log, managers read their own entries, coordinators and administrators read all', () => {
  const rights = [0, 1, 2, 3, 4].map((role) => [mayCall('GET /api/audit-log', role), seesWholeAuditLog({ role })])
  expect(rights).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
    [true, true],
  ])
})

test('SEC-AUDIT gives events plain English titles, and shows an unknown event by its name', () => {
  expect(auditEventTitle('sign-in-refused')).toBe('Login refused')
  expect(auditEventTitle('of-a-later-version')).toBe('of-a-later-version')
  expect([isAboutPerson('role-changed'), isAboutPerson('brief-link-made')]).toEqual([true, false])
})

test.each([
  [
    { event: 'signed-in', person: '00000000-0000-4000-8000-000000000001', from: '2026-11-01', to: '2026-11-15', before: '7', limit: '500' },
    true,
  ],
  [{}, true],
  [{ event: 'nothing' }, false],
  [{ person: 'Sam' }, false],
  [{ from: '2026-02-30' }, false],
  [{ from: '0000-01-01' }, false],
  [{ before: '0' }, false],
  [{ before: '1e3' }, false],
  [{ limit: '501' }, false],
])('SEC-AUDIT validates the query %j', (query, ok) => {
  expect(AuditLogQuery.safeParse(query).success).toBe(ok)
})
