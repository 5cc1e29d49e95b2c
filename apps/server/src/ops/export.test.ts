import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { aDevice } from '#testing/devices.ts'
import { aDatabase, aServer } from '#testing/test-server.ts'
import { addSampleData } from '../sample-data.ts'
import { hashesOf } from './content-hash.ts'

const script = resolve(import.meta.dirname, '../ops.ts')

function ops(settings: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DEV_MAIL: 'true', ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const jpegsIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => String(name).endsWith('.jpg'))
    .sort()

test('OPS-EXPORT everything a council owns, in CSV, GeoJSON, JSON and photos, becomes the same in an empty database', async () => {
  const [database, photos, folder] = [await aDatabase(), aFolder(), join(aFolder(), 'export')]
  const { app, site } = await aServer({ database, environment: { PHOTOS_DIR: photos } })
  await addSampleData(database.db, site, new Date())
  const phone = await aDevice(app, database.db)
  const photoId = randomUUID()
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  await phone.browser.putPhoto(photoId, picture)
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
  await phone.report({ photoId, place, description: '=HYPERLINK("x"), with "quotes"\nand a second line' })

  await phone.report()

  const source = { DATABASE_URL: database.url, PHOTOS_DIR: photos }
  const exported = ops(source, 'export', folder)
  expect(exported.output).toMatch(/^\d+ tables and \d+ photos are in /)
  expect(ops(source, 'export', folder)).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') })
  const { features } = JSON.parse(readFileSync(join(folder, 'geojson/actions.geojson'), 'utf8'))
  expect(features).toContainEqual(expect.objectContaining({ geometry: { type: 'Point', coordinates: [148.2, -41.3] } }))
  expect(readFileSync(join(folder, 'csv/actions.csv'), 'utf8')).toContain(`"'=HYPERLINK(""x""), with ""quotes""\nand a second line"`)
  expect(readdirSync(join(folder, 'csv'))).not.toContain('passwords.csv')
  expect(readdirSync(join(folder, 'tables'))).not.toContain('sessions.jsonl')

  const [target, newPhotos] = [await aDatabase(), aFolder()]
  const empty = { DATABASE_URL: target.url, PHOTOS_DIR: newPhotos }
  expect(ops(empty, 'import', folder).output).toMatch(/tables are what they were, \d+ photos are there\.\n$/)
  const [before, after] = [await hashesOf(database.url), await hashesOf(target.url)]
  for (const name of ['people', 'passwords', 'actions', 'photos', 'history', 'commands', 'trail_updates', 'settings', 'audit_log'])
    expect([name, after[name]]).toEqual([name, before[name]])
  expect(before.actions?.rows).toBe(2)
  expect(jpegsIn(photos).length).toBeGreaterThan(0)
  expect(jpegsIn(newPhotos)).toEqual(jpegsIn(photos))

  // The new deployment goes on where the old one stopped: the person signs in, fetches everything, and gets the next number.
  const next = await aServer({ database: target, environment: { PHOTOS_DIR: newPhotos } })
  const other = await aDevice(next.app, target.db, { role: 2 })
  const id = await other.report()
  const { rows } = await target.pool.query('select count(*)::int as n, max(number::int) as last from actions')
  expect(rows[0].n).toBe((before.actions?.rows ?? 0) + 1)
  expect((await other.action(id))?.number).toBe(String(rows[0].last).padStart(4, '0'))

  expect(ops(empty, 'import', folder)).toMatchObject({ status: 1, output: expect.stringContaining('The database is not empty') })
  const third = await aDatabase()
  appendFileSync(
    join(folder, 'tables/trail_updates.jsonl'),
    `${readFileSync(join(folder, 'tables/trail_updates.jsonl'), 'utf8')
      .split('\n')[0]
      ?.replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)
      .replace(/"order_number":\d+/, '"order_number":0')}\n`,
  )
  const spoilt = ops({ DATABASE_URL: third.url, PHOTOS_DIR: aFolder() }, 'import', folder)
  expect(spoilt).toMatchObject({ status: 1, output: expect.stringContaining('trail_updates would not be what was exported') })
  expect((await hashesOf(third.url)).people?.rows).toBe(0)
}, 120_000)
