import { actionKind } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { patchOf, valuesOf } from './action-values.ts'

test('shows every editable field in the form, starts with all fields blank, and sends only changed ones', () => {
  const start = valuesOf(null)
  // Photos are added and removed individually, so `photoId` isn't part of the form.
  const names = actionKind.editableFields.filter((name) => name !== 'photoId')
  expect(Object.keys(start).sort()).toEqual([...names, 'photos', 'note'].sort())
  for (const name of names) expect(start[name], name).toEqual(actionKind.blank[name])
  expect(patchOf(start, start, 'id')).toEqual({})
  // No schema would accept these values, but the code compares each field regardless of its type.
  for (const name of names) expect(patchOf({ ...start, [name]: 'other' }, start, 'id'), name).toEqual({ [name]: 'other' })
})

test('ACT-14 adds, annotates and removes photos individually', () => {
  const photo = (id: string, note = '') => ({ id, note })
  const start = { ...valuesOf(null), photos: [photo('a'), photo('b')] }
  const values = { ...start, photos: [photo('b', 'The root'), photo('c', 'New')] }
  expect(patchOf(values, start, 'id')).toEqual({
    addPhotos: [photo('c', 'New')],
    notePhotos: [photo('b', 'The root')],
    removePhotos: ['a'],
  })
})
