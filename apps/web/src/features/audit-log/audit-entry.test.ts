import type { AuditEntry } from '@trailwarden/api'
import { expect, test } from 'vitest'
import { toCsv } from '#lib/csv.ts'
import { csvLine, detailsOf, formatActor, formatSubject } from './audit-entry.ts'

const ROLES = ['Visitor', 'Member', 'Manager', 'Coordinator', 'Administrator']
const MAX = { id: '00000000-0000-4000-8000-000000000002', name: 'Max Manager' }
const SAM = { id: '00000000-0000-4000-8000-000000000001', name: 'Sam Member' }
const createEntry = (some: Partial<AuditEntry>): AuditEntry => ({
  id: 7,
  at: '2025-11-14T01:02:03.000Z',
  event: 'signed-in',
  actor: null,
  subject: null,
  details: {},
  ...some,
})

test.each<[Partial<AuditEntry>, string[]]>([
  [{ event: 'signed-in', actor: MAX, subject: MAX }, ['Max Manager', 'Own account', '']],
  [{ event: 'signed-in', actor: MAX, subject: MAX, details: { by: 'passkey' } }, ['Max Manager', 'Own account', 'With a passkey']],
  [{ event: 'sign-in-refused', subject: SAM }, ['Unknown', 'Sam Member', 'Wrong password, or the account is disabled']],
  [{ event: 'sign-in-refused' }, ['Unknown', 'No matching account', '']],
  [
    { event: 'sign-in-refused', subject: MAX, details: { reason: 'short password' } },
    ['Unknown', 'Max Manager', 'Password too short for the role'],
  ],
  [{ event: 'role-changed', actor: MAX, subject: SAM, details: { from: 1, to: 2 } }, ['Max Manager', 'Sam Member', 'Manager, was Member']],
  [{ event: 'role-changed', subject: SAM, details: { to: 4, by: 'command' } }, ['Command on the server', 'Sam Member', 'Administrator']],
  [
    { event: 'role-changed', subject: SAM, details: { from: 1, to: 2, by: 'subscription' } },
    ['Subscription', 'Sam Member', 'Manager, was Member'],
  ],
  [{ event: 'account-deleted', subject: SAM, details: { role: 1 } }, ['System', 'Sam Member', 'Was Member, inactive for a long time']],
  [{ event: 'exported', actor: MAX, details: { collection: 'audit-log', rows: 1 } }, ['Max Manager', 'Audit log', '1 row']],
  [{ event: 'exported', actor: MAX, details: { collection: 'users', rows: 1200 } }, ['Max Manager', 'Users', '1,200 rows']],
  [{ event: 'brief-link-made', actor: MAX, details: { code: 'BF17', hours: 4 } }, ['Max Manager', 'Post BF17', 'For 4 hours']],
  [{ event: 'brief-link-opened', details: { code: 'BF17' } }, ['Someone with the link', 'Post BF17', '']],
  [{ event: 'refused', actor: SAM, details: { route: 'GET /api/users' } }, ['Sam Member', '', 'Not allowed: GET /api/users']],
  [
    { event: 'refused', actor: MAX, subject: SAM, details: { reason: 'nobody can assign a role above their own' } },
    ['Max Manager', 'Sam Member', 'Nobody can assign a role above their own'],
  ],
  [
    { event: 'refused', actor: MAX, subject: SAM, details: { reason: 'this person has a higher role than you' } },
    ['Max Manager', 'Sam Member', 'The other person has a higher role'],
  ],
  [
    { event: 'refused', actor: MAX, subject: SAM, details: { reason: 'the person stands above your role' } },
    ['Max Manager', 'Sam Member', 'The other person has a higher role'],
  ],
  [{ event: 'of-a-later-version', actor: MAX, details: { what: 'ever' } }, ['Max Manager', '', '']],
])('SEC-AUDIT describes who did %j, the person or record affected, and the details', (some, expected) => {
  const entry = createEntry(some)
  expect([formatActor(entry), formatSubject(entry), detailsOf(entry, ROLES)]).toEqual(expected)
})

test('SEC-AUDIT writes both times and the IDs to the CSV, and escapes a name that starts like a formula', () => {
  const entry = createEntry({ actor: { ...MAX, name: '=1+1' }, subject: SAM, event: 'disabled' })
  expect(toCsv([csvLine(entry, ROLES, 'Australia/Hobart')])).toBe(
    `7,14-Nov-2025 12:02,2025-11-14T01:02:03.000Z,'=1+1,Disabled an account,Sam Member,,${MAX.id},${SAM.id}\r\n`,
  )
})
