import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { addSampleData } from '../../sample-data.ts'
import { hashesOf } from '../backup/content-hash.ts'

const script = resolve(import.meta.dirname, '../../ops.ts')

function ops(settings: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DEV_MAIL: 'true', ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const jpegsIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => String(name).endsWith('.jpg'))
    .sort()

test('OPS-EXPORT SEC-N7 NET-5 exports all of a council’s data, and an import recreates it in an empty database', async () => {
  const [database, photos, folder] = [await createTestDatabase(), createFolder(), join(createFolder(), 'export')]
  const { app, site } = await createTestServer({ database, environment: { PHOTOS_DIR: photos } })
  await addSampleData(database.db, site, new Date())
  const phone = await createTestDevice(app, database.db)
  const photoId = randomUUID()
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  await phone.browser.putPhoto(photoId, picture)
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
  await phone.report({ photoId, place, description: '=HYPERLINK("x"), with "quotes"\nand a second line' })

  await phone.report()

  await createReporter(createBrowser(app)).report({ words: 'Reported without an account' })

  const source = { DATABASE_URL: database.url, PHOTOS_DIR: photos }
  const exported = ops(source, 'export', folder)
  expect(exported.output).toMatch(/^\d+ tables and \d+ photos are in /)
  expect(ops(source, 'export', folder)).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') })
  const { features } = JSON.parse(readFileSync(join(folder, 'geojson/actions.geojson'), 'utf8'))
  expect(features).toContainEqual(expect.objectContaining({ geometry: { type: 'Point', coordinates: [148.2, -41.3] } }))
  expect(readFileSync(join(folder, 'csv/actions.csv'), 'utf8')).toContain(`"'=HYPERLINK(""x""), with ""quotes""\nand a second line"`)
  expect(readdirSync(join(folder, 'csv'))).not.toContain('passwords.csv')
  // SEC-N7: the readable files contain no hashes.
  for (const kind of ['csv', 'geojson'])
    for (const file of readdirSync(join(folder, kind)))
      expect([file, readFileSync(join(folder, kind, file), 'utf8').includes('_hash')]).toEqual([file, false])
  expect(readFileSync(join(folder, 'csv/reports.csv'), 'utf8')).toContain('Reported without an account')
  expect(readdirSync(join(folder, 'tables'))).not.toContain('sessions.jsonl')

  const [target, newPhotos] = [await createTestDatabase(), createFolder()]
  const empty = { DATABASE_URL: target.url, PHOTOS_DIR: newPhotos }
  expect(ops(empty, 'import', folder).output).toMatch(/tables match the export, \d+ photos are present\.\n$/)
  const logged = await target.db.selectFrom('auditLog').select('event').orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(logged?.event).toBe('imported')
  const [before, after] = [await hashesOf(database.url), await hashesOf(target.url)]
  for (const name of ['people', 'passwords', 'actions', 'photos', 'history', 'commands', 'settings'])
    expect([name, after[name]]).toEqual([name, before[name]])
  // The import adds an update that makes trail status unconfirmed (SEC-N3).
  expect(after.trail_updates?.rows).toBe((before.trail_updates?.rows ?? 0) + 1)
  expect(before.actions?.rows).toBe(2)
  expect(jpegsIn(photos).length).toBeGreaterThan(0)
  expect(jpegsIn(newPhotos)).toEqual(jpegsIn(photos))

  const next = await createTestServer({ database: target, environment: { PHOTOS_DIR: newPhotos } })
  const other = await createTestDevice(next.app, target.db, { role: 2 })
  const id = await other.report()
  const { rows } = await target.pool.query('select count(*)::int as n, max(number::int) as last from actions')
  expect(rows[0].n).toBe((before.actions?.rows ?? 0) + 1)
  expect((await other.action(id))?.number).toBe(String(rows[0].last).padStart(4, '0'))

  expect(ops(empty, 'import', folder)).toMatchObject({ status: 1, output: expect.stringContaining('The database is not empty') })
  const third = await createTestDatabase()
  appendFileSync(
    join(folder, 'tables/trail_updates.jsonl'),
    `${readFileSync(join(folder, 'tables/trail_updates.jsonl'), 'utf8')
      .split('\n')[0]
      ?.replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)
      .replace(/"order_number":\d+/, '"order_number":0')}\n`,
  )
  const spoilt = ops({ DATABASE_URL: third.url, PHOTOS_DIR: createFolder() }, 'import', folder)
  expect(spoilt).toMatchObject({ status: 1, output: expect.stringContaining('trail_updates would differ from the export') })
  expect((await hashesOf(third.url)).people?.rows).toBe(0)
}, 120_000)
