import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { exportUpdates, importUpdates } from './import-updates.ts'

const OLD = {
  q7: {
    created_at: { seconds: 1_700_000_000, nanoseconds: 0 },
    created_by: 'uid7',
    created_by_name: 'Ranger',
    poimena_status: 'Closed',
    poimena_message: 'Creek is up',
    stacked_loop_status: 'Open',
    dreaming_pools_status: 'Partially Open',
    dreaming_pools_message: null,
  },
  q8: { created_at: 1_700_100_000_000, created_by: 'uid7', created_by_name: 'Ranger', poimena_status: 'Open', stacked_loop_status: 'Open' },
  q9: { created_at: 1_700_200_000_000, poimena_status: 'maybe' },
}

test('UPD-04 imports the previous app’s updates once with their times and authors, and exports them with its field names', async () => {
  const { app, database, site } = await createTestServer()
  const { db } = database
  const outcomes = async (options?: { dryRun: boolean }) =>
    (await importUpdates(db, site, { updates: OLD }, options)).map(({ outcome }) => outcome)
  expect(await outcomes({ dryRun: true })).toEqual(['imported', 'imported', 'refused'])
  expect((await app.inject('/api/public/status')).json().postedAt).toBeNull()
  expect(await outcomes()).toEqual(['imported', 'imported', 'refused'])
  expect(await outcomes()).toEqual(['there already', 'there already', 'refused'])
  const { networks, postedAt } = (await app.inject('/api/public/status')).json()
  expect(postedAt).toBe('2023-11-16T02:00:00.000Z')
  // The old record doesn't contain the third network, so its status is unknown.
  expect(networks.map(({ status }: { status: string | null }) => status)).toEqual(['Open', 'Open', null])
  const exported = await exportUpdates(db, site)
  expect(exported).toMatchObject([
    { created_by_name: 'Ranger', poimena_status: 'Closed', poimena_message: 'Creek is up', dreaming_pools_status: 'Partially Open' },
    { stacked_loop_status: 'Open', dreaming_pools_status: '' },
  ])
  expect((await importUpdates(db, site, exported)).map(({ outcome }) => outcome)).toEqual(['there already', 'there already'])
})

test('the command reports each record, and writes nothing in a dry run', async () => {
  const { database } = await createTestServer()
  const directory = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'old.json')
  writeFileSync(file, JSON.stringify(OLD))
  const admin = resolve(import.meta.dirname, '../../admin.ts')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [admin, ...args], {
      env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'development', DEV_MAIL: 'true' },
      encoding: 'utf8',
    })
  expect(run('import-updates', file, '--dry-run').stdout).toContain('q9: refused, poimena_status is "maybe"')
  expect(await database.db.selectFrom('trailUpdates').select('id').execute()).toEqual([])
  expect(run('import-updates', file).stdout).toContain('2 imported, 0 there already, 1 refused')
  expect(JSON.parse(run('export-updates').stdout)).toHaveLength(2)
  // Leaves enough time to start the command three times on a busy machine.
}, 180_000)
