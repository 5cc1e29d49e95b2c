import { expect, test } from 'vitest'
import { mayCall, PERMISSIONS, refusalFor, rolesToGrant, type Situation } from './permission.ts'

const situation = (changes: Partial<Situation> = {}): Situation => ({
  actor: { id: 'manager', role: 2 },
  subject: { id: 'member', role: 1 },
  change: {},
  otherManagers: 1,
  isLastWayIn: false,
  ...changes,
})
const patch = (fields: string[], changes: Partial<Situation>) =>
  refusalFor('PATCH /api/users/:id', fields, situation(changes))?.code ?? 'yes'
const remove = (changes: Partial<Situation>) => refusalFor('DELETE /api/users/:id', [], situation(changes))?.code ?? 'yes'
const itself = { id: 'manager', role: 2 }

test('PE8 a route is open from its row’s role upwards, and without a row to nobody', () => {
  for (const [route, { role }] of Object.entries(PERMISSIONS)) {
    for (const asking of [0, 1, 2, 3, 4]) expect(mayCall(route, asking), `${route} by ${asking}`).toBe(asking >= role)
  }
  expect(mayCall('GET /api/secrets', 4)).toBe(false)
  expect(refusalFor('GET /api/secrets', [], situation())?.code).toBe('not-allowed')
  expect(remove({ actor: { id: 'manager', role: 1 } })).toBe('not-allowed')
})

test('PE10 USR-04 USR-05 nobody changes their own role, or disables or deletes themselves as a user', () => {
  expect(patch(['role'], { subject: itself, change: { role: 1 } })).toBe('not-allowed')
  expect(patch(['disabled'], { subject: itself })).toBe('not-allowed')
  expect(remove({ subject: itself })).toBe('not-allowed')
  expect(patch(['phone'], { subject: itself })).toBe('yes')
})

test('PE11 USR-05 nobody changes or deletes a person above their own role', () => {
  const above = { id: 'administrator', role: 4 }
  expect([
    patch(['phone'], { subject: above }),
    patch(['role'], { subject: above, change: { role: 1 } }),
    remove({ subject: above }),
  ]).toEqual(['not-allowed', 'not-allowed', 'not-allowed'])
  expect(remove({ subject: { id: 'other', role: 2 } })).toBe('yes')
})

test('PE12 USR-04 nobody grants a role above their own', () => {
  expect([1, 2, 3, 4].map((role) => patch(['role'], { change: { role } }))).toEqual(['yes', 'yes', 'not-allowed', 'not-allowed'])
  expect(rolesToGrant({ role: 2 })).toEqual([1, 2])
})

test('PE13 the last manager cannot delete their own account, and nobody else can end their rights', () => {
  const leave = (changes: Partial<Situation>) =>
    refusalFor('POST /api/account/delete', [], situation({ subject: itself, ...changes }))?.code ?? 'yes'
  expect([leave({ otherManagers: 0 }), leave({ otherManagers: 1 })]).toEqual(['last-manager', 'yes'])
  expect(leave({ actor: { id: 'member', role: 1 }, subject: { id: 'member', role: 1 }, otherManagers: 0 })).toBe('yes')
  // Whoever could lower or remove a manager is another one.
  expect(remove({ actor: { id: 'member', role: 1 }, subject: itself })).toBe('not-allowed')
})

test('PE21 ACC-12 the last administrator with a password or passkey is left alone, by themselves too', () => {
  const administrator = { actor: { id: 'other', role: 4 }, subject: { id: 'administrator', role: 4 }, isLastWayIn: true }
  expect([patch(['role'], { ...administrator, change: { role: 2 } }), patch(['disabled'], administrator), remove(administrator)]).toEqual(
    Array(3).fill('last-way-in'),
  )
  expect(refusalFor('POST /api/account/delete', [], situation({ ...administrator, actor: administrator.subject }))?.code).toBe(
    'last-way-in',
  )
  expect([patch(['phone'], administrator), remove({ ...administrator, isLastWayIn: false })]).toEqual(['yes', 'yes'])
})

test('PE14 a field that the table does not name is never written', () => {
  for (const field of ['id', 'email', 'createdAt', 'displayName']) expect(patch([field], {}), field).toBe('not-valid')
  expect(refusalFor('PATCH /api/me', ['role'], situation({ subject: itself }))?.code).toBe('not-valid')
})
