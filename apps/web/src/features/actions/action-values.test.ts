import { actionKind } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { patchOf, valuesOf } from './action-values.ts'

test('the form holds every field that people write, each with its blank, and sends what differs', () => {
  const start = valuesOf(null)
  const names = [...actionKind.written]
  expect(Object.keys(start).sort()).toEqual([...names, 'note'].sort())
  for (const name of names) expect(start[name], name).toEqual(actionKind.blank[name])
  expect(patchOf(start, start, 'id')).toEqual({})
  // Values that no schema would take: each field is compared by itself, whatever its type.
  for (const name of names) expect(patchOf({ ...start, [name]: 'other' }, start, 'id'), name).toEqual({ [name]: 'other' })
})
