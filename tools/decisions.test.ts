import { expect, test } from 'vitest'
import { decisionIssues } from './decisions.ts'

const text = `# 0007 A title

Date: 2026-11-15. Status: accepted.

**Context.** Why.

**Decision.** What.

**Consequences.** What follows.
`
const page = { name: '0007-a-title.md', text }

test('a page of the common shape passes', () => {
  expect(decisionIssues([page])).toEqual([])
})

test.each([
  ['another heading', { ...page, text: text.replace('# 0007 A', '# Decision 7: A') }, 'does not begin with'],
  ['another number', { ...page, name: '0008-a-title.md' }, 'different numbers'],
  ['no date', { ...page, text: text.replace('Date: 2026-11-15. ', '') }, 'third line'],
  ['an unknown status', { ...page, text: text.replace('accepted', 'fine') }, 'third line'],
  ['a status that names no page', { ...page, text: text.replace('accepted', 'accepted; changed by 0009') }, '0009, which does not exist'],
  ['no decision', { ...page, text: text.replace('**Decision.**', '**Decisions.**') }, '**Decision.** is missing'],
  ['nothing that follows', { ...page, text: text.replace('**Consequences.**', '') }, 'neither evidence nor consequences'],
])('%s is found', (_, planted, issue) => {
  expect(decisionIssues([planted])).toEqual([expect.stringContaining(issue)])
})

test('two pages with one number are found, both of them', () => {
  const issues = decisionIssues([page, { name: '0007-another.md', text }])
  expect(issues).toEqual([expect.stringContaining('0007-a-title.md: another'), expect.stringContaining('0007-another.md: another')])
})
