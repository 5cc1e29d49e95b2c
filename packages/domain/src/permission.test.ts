import { expect, test } from 'vitest'
import { mayCall, PERMISSIONS, refusalFor, rolesToGrant, type Situation } from './permission.ts'

const situation = (changes: Partial<Situation> = {}): Situation => ({
  actor: { id: 'manager', role: 2 },
  subject: { id: 'member', role: 1 },
  change: {},
  otherManagers: 1,
  ...changes,
})
const patch = (fields: string[], changes: Partial<Situation>) =>
  refusalFor('PATCH /api/users/:id', fields, situation(changes))?.code ?? 'yes'
const remove = (changes: Partial<Situation>) =>
  refusalFor('DELETE /api/users/:id', [], situation({ change: { removed: true }, ...changes }))?.code ?? 'yes'
const itself = { id: 'manager', role: 2 }

test('P8 a route is open from its row’s role upwards, and without a row to nobody', () => {
  for (const [route, { role }] of Object.entries(PERMISSIONS)) {
    for (const asking of [0, 1, 2, 3, 4]) expect(mayCall(route, asking), `${route} by ${asking}`).toBe(asking >= role)
  }
  expect(mayCall('GET /api/secrets', 4)).toBe(false)
  expect(refusalFor('GET /api/secrets', [], situation())?.code).toBe('not-allowed')
})

test('P10 USR-04 USR-05 nobody changes their own role, or disables or deletes themselves as a user', () => {
  expect(patch(['role'], { subject: itself, change: { role: 1 } })).toBe('not-allowed')
  expect(patch(['disabled'], { subject: itself, change: { disabled: true } })).toBe('not-allowed')
  expect(remove({ subject: itself })).toBe('not-allowed')
  expect(patch(['phone'], { subject: itself })).toBe('yes')
})

test('P11 USR-05 nobody changes or deletes a person above their own role', () => {
  const above = { id: 'administrator', role: 4 }
  expect([
    patch(['phone'], { subject: above }),
    patch(['role'], { subject: above, change: { role: 1 } }),
    remove({ subject: above }),
  ]).toEqual(['not-allowed', 'not-allowed', 'not-allowed'])
  expect(remove({ subject: { id: 'other', role: 2 } })).toBe('yes')
})

test('P12 USR-04 nobody grants a role above their own', () => {
  expect([1, 2, 3, 4].map((role) => patch(['role'], { change: { role } }))).toEqual(['yes', 'yes', 'not-allowed', 'not-allowed'])
  expect(rolesToGrant({ role: 2 })).toEqual([1, 2])
})

test('P13 the last manager is never lowered, disabled or deleted', () => {
  const last = { subject: { id: 'other', role: 2 }, otherManagers: 0, actor: { id: 'administrator', role: 4 } }
  expect(patch(['role'], { ...last, change: { role: 1 } })).toBe('last-manager')
  expect(patch(['role'], { ...last, change: { role: 3 } })).toBe('yes')
  expect(patch(['disabled'], { ...last, change: { disabled: true } })).toBe('last-manager')
  expect(patch(['disabled'], { ...last, change: { disabled: false } })).toBe('yes')
  expect(remove(last)).toBe('last-manager')
  const oneself = situation({ subject: itself, change: { removed: true }, otherManagers: 0 })
  expect(refusalFor('POST /api/account/delete', [], oneself)?.code).toBe('last-manager')
  expect(remove({ ...last, subject: { id: 'member', role: 1 } })).toBe('yes')
})

test('P14 a field that the table does not name is never written', () => {
  for (const field of ['id', 'email', 'createdAt', 'displayName']) expect(patch([field], {}), field).toBe('not-allowed')
  expect(refusalFor('PATCH /api/me', ['role'], situation({ subject: itself }))?.code).toBe('not-allowed')
})
