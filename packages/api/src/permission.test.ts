import { expect, test } from 'vitest'
import { mayCall, PERMISSIONS, refusalFor, rolesToGrant, type Situation } from './permission.ts'

const situation = (changes: Partial<Situation> = {}): Situation => ({
  actor: { id: 'manager', role: 2 },
  subject: { id: 'member', role: 1 },
  change: {},
  otherManagers: 1,
  isLastWayIn: false,
  letActorIn: false,
  ...changes,
})
const patch = (fields: string[], changes: Partial<Situation>) =>
  refusalFor('PATCH /api/users/:id', fields, situation(changes))?.code ?? 'yes'
const remove = (changes: Partial<Situation>) => refusalFor('DELETE /api/users/:id', [], situation(changes))?.code ?? 'yes'
const itself = { id: 'manager', role: 2 }

test('PE8 allows a route for the role in its table row and higher roles, and denies a route without a row to everyone', () => {
  for (const [route, { role }] of Object.entries(PERMISSIONS)) {
    for (const asking of [0, 1, 2, 3, 4]) expect(mayCall(route, asking), `${route} by ${asking}`).toBe(asking >= role)
  }
  expect(mayCall('GET /api/secrets', 4)).toBe(false)
  expect(refusalFor('GET /api/secrets', [], situation())?.code).toBe('not-allowed')
  expect(remove({ actor: { id: 'manager', role: 1 } })).toBe('not-allowed')
})

test('PE10 USR-04 USR-05 stops users from changing their own role and from disabling or deleting themselves', () => {
  expect(patch(['role'], { subject: itself, change: { role: 1 } })).toBe('not-allowed')
  expect(patch(['disabled'], { subject: itself })).toBe('not-allowed')
  expect(remove({ subject: itself })).toBe('not-allowed')
  expect(patch(['phone'], { subject: itself })).toBe('yes')
})

test('PE11 USR-05 stops users from changing or deleting anyone above their own role', () => {
  const above = { id: 'administrator', role: 4 }
  expect([
    patch(['phone'], { subject: above }),
    patch(['role'], { subject: above, change: { role: 1 } }),
    remove({ subject: above }),
  ]).toEqual(['not-allowed', 'not-allowed', 'not-allowed'])
  expect(remove({ subject: { id: 'other', role: 2 } })).toBe('yes')
})

test('PE12 USR-04 stops users from granting a role above their own', () => {
  const actor = { id: 'coordinator', role: 3 }
  expect([1, 2, 3, 4].map((role) => patch(['role'], { actor, change: { role } }))).toEqual(['yes', 'yes', 'yes', 'not-allowed'])
  expect(rolesToGrant(actor)).toEqual([1, 2, 3])
})

test('AP1 STAT-6 lets only coordinators and administrators make someone a manager by changing a role, inviting someone or re-enabling an account', () => {
  const coordinator = { id: 'coordinator', role: 3 }
  const manager = { id: 'other', role: 2 }
  expect([1, 2, 3, 4].map((role) => patch(['role'], { change: { role } }))).toEqual(['yes', ...Array(3).fill('not-allowed')])
  const invite = (role: number, changes: Partial<Situation> = {}) =>
    refusalFor('POST /api/users', ['displayName', 'email', 'role'], situation({ change: { role }, ...changes }))?.code ?? 'yes'
  expect([invite(1), invite(2), invite(2, { actor: coordinator })]).toEqual(['yes', 'not-allowed', 'yes'])
  const enable = { subject: manager, change: { disabled: false } }
  expect([patch(['disabled'], enable), patch(['disabled'], { ...enable, actor: coordinator })]).toEqual(['not-allowed', 'yes'])
  // Disabling or demoting someone makes nobody a manager, so the condition doesn't apply.
  expect(patch(['disabled'], { subject: manager, change: { disabled: true } })).toBe('yes')
  expect(patch(['role'], { subject: manager, change: { role: 1 } })).toBe('yes')
  expect(patch(['disabled'], { change: { disabled: false } })).toBe('yes')
  expect(rolesToGrant({ role: 2 })).toEqual([1])
})

test('PE13 stops the last manager from deleting their account, and members from removing a manager', () => {
  const leave = (changes: Partial<Situation>) =>
    refusalFor('POST /api/account/delete', [], situation({ subject: itself, ...changes }))?.code ?? 'yes'
  expect([leave({ otherManagers: 0 }), leave({ otherManagers: 1 })]).toEqual(['last-manager', 'yes'])
  expect(leave({ actor: { id: 'member', role: 1 }, subject: { id: 'member', role: 1 }, otherManagers: 0 })).toBe('yes')
  // Only another manager can demote or remove a manager.
  expect(remove({ actor: { id: 'member', role: 1 }, subject: itself })).toBe('not-allowed')
})

test('PE21 ACC-12 protects the last administrator with a password or passkey, even from themselves', () => {
  const administrator = { actor: { id: 'other', role: 4 }, subject: { id: 'administrator', role: 4 }, isLastWayIn: true }
  expect([patch(['role'], { ...administrator, change: { role: 2 } }), patch(['disabled'], administrator), remove(administrator)]).toEqual(
    Array(3).fill('last-way-in'),
  )
  expect(refusalFor('POST /api/account/delete', [], situation({ ...administrator, actor: administrator.subject }))?.code).toBe(
    'last-way-in',
  )
  expect([patch(['phone'], administrator), remove({ ...administrator, isLastWayIn: false })]).toEqual(['yes', 'yes'])
})

test('PE14 never writes a field that the permission table doesn’t list', () => {
  for (const field of ['id', 'email', 'createdAt', 'displayName']) expect(patch([field], {}), field).toBe('not-valid')
  expect(refusalFor('PATCH /api/me', ['role'], situation({ subject: itself }))?.code).toBe('not-valid')
})
