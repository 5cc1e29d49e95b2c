import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'

test('the documents of every kind have exactly the fields of that kind, for every reader', async () => {
  const { database, features } = await createTestServer()
  const kinds = Object.entries(features.sync.kinds)
  expect(kinds.length).toBeGreaterThan(5)
  for (const [name, kind] of kinds)
    for (const role of [1, 2]) {
      // This id selects no row, because the test needs only the names of the fields.
      const document = kind.documentFor({ id: '00000000-0000-0000-0000-000000000000', role })
      const { rows } = await sql<{ name: string }>`
        select json_object_keys(${document}) as name from (select) one left join ${kind.table} r on false`.execute(database.db)
      expect(rows.map((row) => row.name).sort(), name).toEqual(Object.keys(kind.fields).sort())
    }
})
