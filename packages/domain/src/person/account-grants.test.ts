import { expect, test } from 'vitest'
import { type AccountGrant, approvalBlock, type GrantWay, wasLetInBy, whyNotApprove } from './account-grants.ts'

const NOW = new Date('2026-11-18T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const grant = (grantedBy: string, personId: string, days = 1, grantedByRole = 3, way: GrantWay = 'invited'): AccountGrant => ({
  personId,
  grantedBy,
  grantedByRole,
  way,
  at: daysAgo(days),
})
const isBlocked = (approver: string, author: string, grants: AccountGrant[]) => approvalBlock(approver, author, grants, NOW) !== null

test('AP2 stops two people from approving each other’s entries for 30 days after one gave the other access', () => {
  const grants = [grant('carl', 'mara')]
  expect([isBlocked('mara', 'carl', grants), isBlocked('carl', 'mara', grants)]).toEqual([true, true])
  expect(isBlocked('tom', 'carl', grants)).toBe(false)
  expect(isBlocked('mara', 'carl', [grant('carl', 'mara', 29.9)])).toBe(true)
  expect(isBlocked('mara', 'carl', [grant('carl', 'mara', 30)])).toBe(false)
  expect(approvalBlock('mara', 'carl', grants, NOW)?.until).toEqual(new Date(daysAgo(1).getTime() + 30 * 86_400_000))
  // If someone was invited twice, the days count from the later invitation.
  expect(isBlocked('mara', 'carl', [grant('carl', 'mara', 40), grant('carl', 'mara', 10)])).toBe(true)
})

test('AP2 treats a chain of invitations like a single one, as long as every link is less than 30 days old', () => {
  const chain = [grant('ann', 'bea'), grant('bea', 'cam'), grant('cam', 'dan')]
  for (const author of ['ann', 'bea', 'cam'])
    expect([isBlocked('dan', author, chain), isBlocked(author, 'dan', chain)]).toEqual([true, true])
  expect(isBlocked('dan', 'ann', [grant('ann', 'bea', 31), grant('bea', 'cam'), grant('cam', 'dan')])).toBe(false)
  expect(approvalBlock('dan', 'ann', chain, NOW)?.grant).toBeNull()
  // Two people who invited each other must not cause an endless loop.
  expect(isBlocked('ann', 'bea', [grant('ann', 'bea'), grant('bea', 'ann')])).toBe(true)
})

test('AP2 links two people given access by the same coordinator, but not by the same administrator', () => {
  expect(isBlocked('bea', 'cam', [grant('ann', 'bea'), grant('ann', 'cam')])).toBe(true)
  const byAdministrator = [grant('ann', 'bea', 1, 4), grant('ann', 'cam', 1, 4)]
  expect(isBlocked('bea', 'cam', byAdministrator)).toBe(false)
  expect([isBlocked('bea', 'ann', byAdministrator), isBlocked('ann', 'bea', byAdministrator)]).toEqual([true, true])
  // Dan is linked to the coordinator who invited him and to the administrator, but not to the other coordinator.
  const deeper = [...byAdministrator, grant('cam', 'dan')]
  expect([isBlocked('dan', 'cam', deeper), isBlocked('dan', 'ann', deeper), isBlocked('dan', 'bea', deeper)]).toEqual([true, true, false])
})

test('AP2 explains how one person gave the other access', () => {
  const why = (approver: string, author: string, grants: AccountGrant[]) => {
    const block = approvalBlock(approver, author, grants, NOW)
    return block && whyNotApprove(block, 'Mara')
  }
  expect(why('me', 'mara', [grant('mara', 'me')])).toBe(
    'You can’t approve this because Mara invited you less than 30 days ago. Ask another manager.',
  )
  expect(why('me', 'mara', [grant('me', 'mara', 1, 3, 'role-raised')])).toContain('you gave Mara their role less than')
  expect(why('me', 'mara', [grant('me', 'mara', 1, 3, 'request-accepted')])).toContain('you accepted Mara’s account request')
  expect(why('me', 'mara', [grant('mara', 'me', 1, 3, 'enabled')])).toContain('Mara enabled your account')
  expect(why('me', 'mara', [grant('carl', 'me'), grant('carl', 'mara')])).toContain('you and Mara got access through the same person')
})

test('PE27 finds everyone who gave a person access within 30 days, directly or through others, but not the reverse', () => {
  const chain = [grant('ann', 'bea'), grant('bea', 'cam', 29)]
  expect(['ann', 'bea', 'cam'].map((id) => wasLetInBy(id, 'cam', chain, NOW))).toEqual([true, true, false])
  expect(wasLetInBy('cam', 'ann', chain, NOW)).toBe(false)
  expect(wasLetInBy('ann', 'bea', [grant('ann', 'bea', 31)], NOW)).toBe(false)
})
