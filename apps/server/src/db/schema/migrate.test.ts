import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-server.ts'
import { migrate } from './migrate.ts'

async function createFolder(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

test('migrates only once when several processes start at the same time', async () => {
  const { pool } = await createTestDatabase({ template: 'template1' })
  const folder = await createFolder({
    '0001_a.sql': 'create table a (n int)',
    '0002_b.sql': 'select pg_sleep(0.1); insert into a values (1)',
  })
  const runs = await Promise.all([migrate(pool, folder), migrate(pool, folder), migrate(pool, folder)])
  expect(runs.map((done) => done.length).sort()).toEqual([0, 0, 2])
  expect((await pool.query('select count(*) as n from a')).rows).toEqual([{ n: 1 }])
})

test('a failed migration leaves no changes behind and can be fixed', async () => {
  const { pool } = await createTestDatabase({ template: 'template1' })
  const folder = await createFolder({ '0001_a.sql': 'create table a (n int); select 1/0' })
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 0001_a.sql failed.')
  await writeFile(join(folder, '0001_a.sql'), 'create table a (n int)')
  expect(await migrate(pool, folder)).toEqual(['0001_a.sql'])
})

test('refuses to start if a migration was edited after it was applied', async () => {
  const { pool } = await createTestDatabase({ template: 'template1' })
  const folder = await createFolder({ '0001_a.sql': 'create table a (n int)' })
  await migrate(pool, folder)
  await writeFile(join(folder, '0001_a.sql'), 'create table a (n bigint)')
  await expect(migrate(pool, folder)).rejects.toThrow('was changed after it was applied')
})

test('the tables have exactly the columns of the domain types', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query(
    "select column_name as name from information_schema.columns where table_name = 'trail_updates' order by 1",
  )
  expect(rows.map((row) => row.name)).toEqual([
    'closures',
    'created_at',
    'created_by',
    'created_by_name',
    'emailed',
    'id',
    'networks',
    'order_number',
    'outcome',
    'posted',
    'trails',
  ])
})
