import { expect, test } from 'vitest'
import { generateRowTypes } from '../../testing/row-types.ts'
import { createTestDatabase } from '../../testing/test-server.ts'

test('the row types match the migrated database', async () => {
  const { pool } = await createTestDatabase()
  await expect(await generateRowTypes(pool)).toMatchFileSnapshot('tables.ts')
})
