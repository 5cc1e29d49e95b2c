import { expect, test } from 'vitest'
import { readStatements, scriptOf } from './push-statements.ts'

const LOG = `77 LOG:  statement: begin
12 LOG:  statement: select 1
77 LOG:  execute <unnamed>: insert into "actions" ("id", "number", "description")
\t  values ($1, $2, $10)
77 DETAIL:  parameters: $1 = 'aaaa', $2 = '12', $10 = 'It''s $1, with a
\tline'
12 ERROR:  relation "nothing" does not exist
77 LOG:  execute name: select $1
77 DETAIL:  parameters: $1 = NULL
77 LOG:  statement: commit
`

test('PROOF-4 P7 reads a push’s statements and their values from the PostgreSQL log', () => {
  const statements = readStatements(LOG).filter(({ pid }) => pid === '77')
  expect(statements.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'begin',
    `insert into "actions" ("id", "number", "description") values ('aaaa', '12', 'It''s $1, with a line')`,
    'select NULL',
    'commit',
  ])
})

test('gives pgbench a separate number for each ID in the report', () => {
  const push = { statements: ["insert into a values ('aaaa', 'cccc', '12', 12)"], recordId: 'aaaa', commandId: 'cccc', tables: ['a'] }
  expect(scriptOf(push, '12')).toContain("values ('00000000-0000-4000-8000-:record', '00000000-0000-4001-8000-:record', ':record', 12);")
})
