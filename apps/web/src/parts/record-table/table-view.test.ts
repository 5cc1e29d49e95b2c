import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Column } from './column.ts'
import { filterRows, fold, groupRows, linesOf, SearchIndex, sortRows } from './table-view.ts'

type Action = { id: string; title: string; status: string; rating: number | null; createdAt: string | null; by: string }
const context = { timeZone: 'Australia/Hobart', now: new Date('2025-11-15T00:00:00Z') }
const title: Column<Action> = { id: 'title', title: 'Action', type: 'text', value: (row) => row.title, detail: (row) => `by ${row.by}` }
const status: Column<Action> = {
  id: 'status',
  title: 'Status',
  type: 'text',
  value: (row) => row.status,
  group: ['Unresolved', 'Resolved'],
}
const rating: Column<Action> = { id: 'rating', title: 'Rating', type: 'custom', value: () => 'High', sortValue: (row) => row.rating }
const createdAt: Column<Action> = { id: 'createdAt', title: 'Created', type: 'date', value: (row) => row.createdAt }
const columns = [title, status, rating, createdAt]

const createAction = (id: string, some: Partial<Action> = {}): Action => ({
  id,
  title: 'Fallen tree',
  status: 'Unresolved',
  rating: 1,
  createdAt: '2025-11-13T20:00:00Z',
  by: 'Jack Rowe',
  ...some,
})
const ids = (rows: readonly Action[]) => rows.map(({ id }) => id).join(' ')

describe('sorting rows', () => {
  test('TBL-01 sorts newest first by the date itself, not by its text', () => {
    const rows = [
      createAction('a', { createdAt: '2025-01-30T00:00:00Z' }),
      createAction('b', { createdAt: '2025-11-02T00:00:00Z' }),
      createAction('c', { createdAt: '2024-12-31T00:00:00Z' }),
    ]
    expect(ids(sortRows(rows, createdAt, true, context))).toBe('b a c')
    expect(ids(sortRows(rows, createdAt, false, context))).toBe('c a b')
  })

  test('keeps the original order of equal rows, and lists rows without a value last in both directions', () => {
    const row = fc.record({ rating: fc.option(fc.integer({ min: 0, max: 3 })) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.boolean(), (values, descending) => {
        const rows = values.map((value, i) => createAction(String(i), value))
        const sorted = sortRows(rows, rating, descending, context)
        expect(sorted).toHaveLength(rows.length)
        for (const [i, b] of sorted.entries()) {
          const a = sorted[i - 1]
          if (!a) continue
          if (a.rating === b.rating) expect(Number(a.id)).toBeLessThan(Number(b.id))
          else if (a.rating !== null && b.rating !== null) expect(a.rating < b.rating).toBe(!descending)
          else expect(b.rating).toBeNull()
        }
      }),
    )
  })

  test('sorts numbers within text numerically, and ignores case', () => {
    const rows = ['Post 10', 'post 9', 'Älpe', 'alpe b'].map((text, i) => createAction(String(i), { title: text }))
    expect(ids(sortRows(rows, title, false, context))).toBe('2 3 1 0')
  })

  test('keeps the original order if there is no sort column', () => {
    const rows = [createAction('b'), createAction('a')]
    expect(sortRows(rows, undefined, true, context)).toBe(rows)
  })
})

describe('finding rows', () => {
  const rows = [
    createAction('tree', { title: 'Fallen tree across trail' }),
    createAction('creek', { title: 'Creek washed out', by: 'Zoë Nair', status: 'Resolved' }),
    createAction('sign', { title: 'Sign missing', createdAt: null }),
  ]
  const find = (search: string, filters = {}) => ids(filterRows(rows, new SearchIndex(columns, context), search, filters))

  test('TBL-01 finds every word in any column, including second lines and formatted dates, ignoring case and accents', () => {
    expect(find('TRAIL fallen')).toBe('tree')
    expect(find('zoe')).toBe('creek')
    expect(find('14-nov-25')).toBe('tree creek')
    expect(find('  ')).toBe('tree creek sign')
    expect(find('tree creek')).toBe('')
  })

  test('doesn’t find a word that spans two columns', () => {
    expect(find('outby')).toBe('')
    expect(find('roweunresolved')).toBe('')
  })

  test('TBL-01 filters each column by its own text, and shows rows that match all filters', () => {
    expect(find('', { status: 'resolved' })).toBe('tree creek sign')
    expect(find('', { status: 'unres' })).toBe('tree sign')
    expect(find('', { title: 'resolved' })).toBe('')
    expect(find('fallen', { status: 'unres', createdAt: 'nov' })).toBe('tree')
    expect(find('', { status: '', nothing: ' ' })).toBe('tree creek sign')
  })

  test('finds the same rows as a plain text search', () => {
    const word = fc.constantFrom('tree', 'trée', 'TR', 'e', 'nov', 'x', 'Resolved')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 20 }), word, (texts, sought) => {
        const some = texts.map(([one, two], i) => createAction(String(i), { title: one, status: two, createdAt: null, by: '' }))
        const plain = some.filter((row) => fold(`${row.title}|by |${row.status}|High`).includes(fold(sought)))
        expect(ids(filterRows(some, new SearchIndex(columns, context), sought, {}))).toBe(ids(plain))
      }),
    )
  })
})

describe('grouping rows', () => {
  const rows = [
    createAction('1', { status: 'Resolved' }),
    createAction('2', { status: '' }),
    createAction('3', { status: 'Asked' }),
    createAction('4', { status: 'Unresolved' }),
    createAction('5', { status: 'Resolved' }),
  ]

  test('TBL-01 lists groups in the given order, then by name, and keeps the order of their rows', () => {
    const groups = groupRows(rows, status, context)
    expect([...(groups ?? [])].map(([name, members]) => `${name}: ${ids(members)}`)).toEqual([
      'Unresolved: 4',
      'Resolved: 1 5',
      'Asked: 3',
      'None: 2',
    ])
    expect(groupRows(rows, undefined, context)).toBeNull()
  })

  test('ACT-10 shows only the rows of open groups, and the row count of closed ones', () => {
    const lines = linesOf(rows, groupRows(rows, status, context), (name) => name === 'Unresolved')
    expect(lines.map((line) => (line.kind === 'row' ? line.key : `${line.title} ${line.count}`))).toEqual([
      'Unresolved 1',
      '4',
      'Resolved 2',
      'Asked 1',
      'None 1',
    ])
    expect(linesOf(rows, null, () => false).map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5'])
  })
})
