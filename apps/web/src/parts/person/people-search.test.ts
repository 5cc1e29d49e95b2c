import { expect, test } from 'vitest'
import { findPeople, findPersonMeant, searchable } from './people-search.ts'

const people = [
  { value: '1', title: 'Mara Lind', email: 'mara.lind@example.org' },
  { value: '2', title: 'Mara Lindqvist', email: 'ml@example.org' },
  { value: '3', title: 'Tia Mara', email: 'tia@example.org' },
  { value: '4', title: 'Tom Ashby', email: 'mara.old@council.example' },
  { value: '5', title: 'Zoë O’Brien', email: 'zob@example.org' },
  { value: '6', title: 'Anne-Marie Weiß', email: 'amw@example.org' },
  { value: '7', title: 'Nobody' },
].map(searchable)

const found = (query: string) => findPeople(people, query).matches.map(({ value }) => value)
const meant = (query: string) => findPersonMeant(findPeople(people, query), query)?.value ?? null

test('ASG-1 finds people by the start of any part of their name, then by the start of their email address, ignoring accents', () => {
  expect(found('mara')).toEqual(['1', '2', '3', '4'])
  expect(found('lind')).toEqual(['1', '2'])
  expect(found('Mara Lind')).toEqual(['1', '2'])
  expect(found('lind mar')).toEqual(['1', '2'])
  expect(found('zoe')).toEqual(['5'])
  expect(found("o'b")).toEqual(['5'])
  expect(found('obrien')).toEqual(['5'])
  expect(found('marie')).toEqual(['6'])
  expect(found('council')).toEqual(['4'])
  expect(found('mara.old@council')).toEqual(['4'])
  expect(found('ara')).toEqual([])
  expect(found(' ')).toHaveLength(people.length)
})

test('ASG-1 selects a person with Enter only if nobody else matches', () => {
  expect(meant('Mara')).toBe(null)
  expect(meant('Mara L')).toBe(null)
  expect(meant('mara  lind')).toBe('1')
  expect(meant('Mara Lindq')).toBe('2')
  expect(meant('tia')).toBe('3')
  expect(meant('')).toBe(null)
  expect(meant('nobody')).toBe('7')
  expect(meant('bernt')).toBe(null)
})

test('ASG-1 selects a person by email address with Enter only if the text is a complete address', () => {
  expect(meant('zob')).toBe(null)
  expect(meant('zob@')).toBe('5')
})

test('ASG-1 never confuses two people who have the same name', () => {
  const twins = ['a@example.org', 'b@example.org'].map((email) => searchable({ value: email, title: 'Marcus Bell', email }))
  expect(findPersonMeant(findPeople(twins, 'Marcus Bell'), 'Marcus Bell')).toBe(null)
  expect(findPersonMeant(findPeople(twins, 'b@ex'), 'b@ex')?.value).toBe('b@example.org')
})

test('ASG-1 searches 2,000 people in less than 10 ms', () => {
  const many = Array.from({ length: 2000 }, (_, i) =>
    searchable({ value: String(i), title: `Person${i} Mountain${i % 40}`, email: `p${i}@example.org` }),
  )
  findPeople(many, 'mount')
  const times = Array.from({ length: 10 }, (_, i) => {
    const start = performance.now()
    findPeople(many, `mountain${i} per`)
    return performance.now() - start
  })
  // Other programs on the machine slow down some of the searches.
  expect(Math.min(...times)).toBeLessThan(10)
})
