import { expect, test } from 'vitest'
import { decisionIssues, indexIssues } from './decisions.ts'

const text = `# 0007 A title

Date: 2026-11-15. Status: accepted.

**Context.** Why.

**Decision.** What.

**Consequences.** What follows.
`
const page = { name: '0007-a-title.md', text }

test('accepts a page in the standard form', () => {
  expect(decisionIssues([page])).toEqual([])
})

test.each([
  ['a wrong heading', { ...page, text: text.replace('# 0007 A', '# Decision 7: A') }, 'does not begin with'],
  ['a different number', { ...page, name: '0008-a-title.md' }, 'different numbers'],
  ['a missing date', { ...page, text: text.replace('Date: 2026-11-15. ', '') }, 'third line'],
  ['an unknown status', { ...page, text: text.replace('accepted', 'fine') }, 'third line'],
  [
    'a status that names a missing page',
    { ...page, text: text.replace('accepted', 'accepted; changed by 0009') },
    '0009, which does not exist',
  ],
  ['a missing decision', { ...page, text: text.replace('**Decision.**', '**Decisions.**') }, '**Decision.** is missing'],
  ['missing evidence and consequences', { ...page, text: text.replace('**Consequences.**', '') }, 'neither evidence nor consequences'],
])('finds %s', (_, planted, issue) => {
  expect(decisionIssues([planted])).toEqual([expect.stringContaining(issue)])
})

test('reports both pages that share a number', () => {
  const issues = decisionIssues([page, { name: '0007-another.md', text }])
  expect(issues).toEqual([expect.stringContaining('0007-a-title.md: another'), expect.stringContaining('0007-another.md: another')])
})

test('requires the index to list each decision once, with its title', () => {
  const row = '| [0007 A title](0007-a-title.md) | In short. | accepted |\n'
  expect(indexIssues([page], row)).toEqual([])
  for (const index of ['', row + row, row.replace('A title', 'Another title')])
    expect(indexIssues([page], index)).toEqual([expect.stringContaining('0007-a-title.md has')])
})
