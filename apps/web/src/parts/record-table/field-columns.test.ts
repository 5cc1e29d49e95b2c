import { actionKind, labelOf } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { fieldColumns } from './field-columns.ts'

const names = Object.keys(actionKind.values.shape).filter((name) => !('refersTo' in actionKind.fields[name as 'detail']))

test('exports every editable field except IDs once, under its label', () => {
  const columns = fieldColumns(actionKind, [])
  expect(columns.map(({ id }) => id).sort()).toEqual(names.sort())
  for (const { id, title } of columns) expect(title).toBe(labelOf(actionKind, id))
  const [shown] = columns
  if (!shown) throw new Error('no columns')
  expect(fieldColumns(actionKind, [shown]).map(({ id }) => id)).not.toContain(shown.id)
})

test('exports values as people see them, and empty values as empty cells', () => {
  const cell = (id: string, row: Record<string, unknown>) =>
    fieldColumns(actionKind, [])
      .find((column) => column.id === id)
      ?.value(row)
  expect(cell('detail', { detail: 'Two metres' })).toBe('Two metres')
  expect(cell('detail', { detail: '' })).toBe('')
  expect(cell('trail', { trail: null })).toBe('')
})
