import { describe, expect, test } from 'vitest'
import { type Column, columnCsv, columnSortValue, columnText, isExported } from './column.ts'

type Person = { born: string | null; html: string; latitude: number | string | null; phone: string; seenAt: Date | number | null }
const context = { timeZone: 'Australia/Hobart', now: new Date('2025-11-14T12:00:00Z') }
const createPerson = (some: Partial<Person> = {}): Person => ({ born: null, html: '', latitude: null, phone: '', seenAt: null, ...some })

const named = { id: 'x', title: 'X' }
const born: Column<Person> = { ...named, type: 'age', value: (row) => row.born }
const html: Column<Person> = { ...named, type: 'html', value: (row) => row.html }
const latitude: Column<Person> = { ...named, type: 'number', value: (row) => row.latitude }
const link: Column<Person> = { ...named, type: 'icon-link', value: () => '/users/edit/1', icon: '', label: () => 'Edit' }

describe('TBL-02 formats the values of each column type', () => {
  test('formats date, datetime and long datetime from a Date, milliseconds or text, and shows nothing if there is no value', () => {
    const at = Date.UTC(2025, 10, 13, 20, 5)
    for (const seenAt of [at, new Date(at)]) {
      const text = (type: 'date' | 'datetime' | 'datetimeLong') =>
        columnText({ ...named, type, value: (row: Person) => row.seenAt }, createPerson({ seenAt }), context)
      expect([text('date'), text('datetime'), text('datetimeLong')]).toEqual(['14-Nov-25', '14-Nov-25 07:05', '14-Nov-2025 07:05'])
    }
    for (const value of ['', 'no date', null, undefined])
      expect(columnText({ ...named, type: 'date', value: () => value }, createPerson(), context)).toBe('')
  })

  test('shows ages in years with "yo", and sorts the youngest first', () => {
    expect(columnText(born, createPerson({ born: '1991-11-15' }), context)).toBe('33yo')
    expect(columnText(born, createPerson(), context)).toBe('')
    const key = (year: string) => Number(columnSortValue(born, createPerson({ born: year }), context))
    expect(key('2001-01-01')).toBeLessThan(key('1991-01-01'))
  })

  test.each([
    ['plain words', 'plain words'],
    ['<p>Mind <b>the</b> gap</p><p>twice</p>', 'Mind the gap twice'],
    ['one<br>two<br/>three', 'one two three'],
    ['<img src=x onerror=alert(1)>shown', 'shown'],
    ['<script>alert(1)</script>shown', 'shown'],
    ['<style>p{}</style><!-- <b>no</b> -->shown', 'shown'],
    ['<a title="a>b" href=\'javascript:alert(1)\'>link</a>', 'link'],
    ['5 < 6 &amp; 7 &gt; 6', '5 < 6 & 7 > 6'],
    ['&lt;b&gt;&#233;&#xE9;&nbsp;&unknown;&#9999999;', '<b>éé &unknown;&#9999999;'],
    ['<b unfinished', '<b unfinished'],
  ])('extracts only the text from HTML: %s', (given, read) => {
    expect(columnText(html, createPerson({ html: given }), context)).toBe(read)
  })

  test('quickly handles very long text with many incomplete tags', () => {
    const before = performance.now()
    columnText(html, createPerson({ html: '<a '.repeat(3000) }), context)
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

test('TBL-01 exports the value of a numeric column as a number only if it is strictly numeric', () => {
  const csv = (value: number | string | null) => columnCsv(latitude, createPerson({ latitude: value }), context)
  expect([csv(-41.28), csv('-41.28'), csv('-1+1'), csv(null)]).toEqual([-41.28, -41.28, '-1+1', null])
})

test('exports links only on request', () => {
  expect(isExported(link)).toBe(false)
  expect(isExported({ ...link, csv: true })).toBe(true)
  expect(isExported(latitude)).toBe(true)
  expect(isExported({ ...latitude, csv: 'only' })).toBe(true)
  expect(isExported({ ...latitude, csv: false })).toBe(false)
})
