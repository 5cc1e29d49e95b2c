import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '#testing/test-server.ts'
import { READABLE } from './kinds.ts'

test.for(Object.keys(READABLE))('the document of the kind %s has every field of its description, whoever reads it', async (name) => {
  const { db } = await aDatabase()
  const kind = READABLE[name]
  if (!kind) throw new Error('no such kind')
  for (const role of [1, 2]) {
    // Without a row: the names are the same.
    const document = kind.documentFor({ id: '00000000-0000-0000-0000-000000000000', role })
    const { rows } = await sql<{ name: string }>`
      select json_object_keys(${document}) as name from (select) one left join ${kind.table} r on false`.execute(db)
    expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(kind.fields).sort())
  }
})
