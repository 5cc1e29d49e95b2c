import { actionKind } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { draftOf, patchOf, valuesOf } from './action-values.ts'

test('the form holds every field that people write, each with its blank, and sends what differs', () => {
  const start = valuesOf(null)
  // The first of the photos, which are added and removed one by one.
  const names = actionKind.written.filter((name) => name !== 'photoId')
  expect(Object.keys(start).sort()).toEqual([...names, 'photos', 'note'].sort())
  for (const name of names) expect(start[name], name).toEqual(actionKind.blank[name])
  expect(patchOf(start, start, 'id')).toEqual({})
  // Values that no schema would take: each field is compared by itself, whatever its type.
  for (const name of names) expect(patchOf({ ...start, [name]: 'other' }, start, 'id'), name).toEqual({ [name]: 'other' })
})

test('ACT-14 photos are added, noted and removed one by one', () => {
  const photo = (id: string, note = '') => ({ id, note })
  const start = { ...valuesOf(null), photos: [photo('a'), photo('b')] }
  const values = { ...start, photos: [photo('b', 'The root'), photo('c', 'New')] }
  expect(patchOf(values, start, 'id')).toEqual({
    addPhotos: [photo('c', 'New')],
    notePhotos: [photo('b', 'The root')],
    removePhotos: ['a'],
  })
})

test('ACT-14 a draft of an earlier version, which had one photo, keeps it', () => {
  const { photos: _, ...values } = valuesOf(null)
  const taken = new Blob(['jpeg'])
  const draft = draftOf({ values: { ...values, description: 'Tree', photoId: 'a' }, photo: taken })
  expect(draft).toMatchObject({ values: { description: 'Tree', photos: [{ id: 'a', note: '' }] }, taken: { a: taken } })
  expect(draftOf({ values: { ...values, photoId: null }, photo: null })).toMatchObject({ values: { photos: [] }, taken: {} })
  const several = { values: { ...values, photos: [{ id: 'a', note: 'Below' }] }, taken: { a: taken } }
  expect(draftOf(several)).toMatchObject(several)
})
