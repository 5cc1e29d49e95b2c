import { expect, test } from 'vitest'
import { generateRowTypes } from '../../testing/row-types.ts'
import { aDatabase } from '../../testing/test-server.ts'

test('the row types match the migrated database', async () => {
  const { pool } = await aDatabase()
  await expect(await generateRowTypes(pool)).toMatchFileSnapshot('tables.ts')
})
