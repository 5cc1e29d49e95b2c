import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { oldExport, PHOTO_INDEXES, photoFile } from '@trailwarden/testkit/old-export'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { aDevice } from '#testing/devices.ts'
import { aServer } from '#testing/test-server.ts'
import type { Line } from './import-report.ts'

const ops = resolve(import.meta.dirname, '../ops.ts')

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A server, and the command beside it. */
async function aDeployment() {
  const server = await aServer()
  const folder = aFolder()
  const file = join(folder, 'export.json')
  const run = (content: unknown, ...args: string[]) => {
    writeFileSync(file, JSON.stringify(content))
    const report = join(folder, 'report.json')
    const { status, stdout, stderr } = spawnSync(process.execPath, [ops, 'import-legacy', file, '--report', report, ...args], {
      env: {
        ...process.env,
        DATABASE_URL: server.database.url,
        NODE_ENV: 'development',
        DEV_MAIL: 'true',
        PHOTOS_DIR: server.config.PHOTOS_DIR,
      },
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    expect(stderr).toBe('')
    return { status, stdout, lines: JSON.parse(readFileSync(report, 'utf8')) as Line[] }
  }
  return { ...server, db: server.database.db, folder, run }
}

/** Every row of every table, with the transaction that wrote it, and every sequence. */
async function everything(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; kind: string }>`
    select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'S') order by 1`.execute(db)
  const found: Record<string, string> = {}
  for (const { name, kind } of rows) {
    const table = sql.table(name)
    const { rows: content } = await (kind === 'S'
      ? sql<{ x: string }>`select concat(last_value, is_called) as x from ${table}`
      : sql<{
          x: string
        }>`select count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, '' order by t::text)), '') as x from ${table} t`
    ).execute(db)
    found[name] = content[0]?.x ?? ''
  }
  return found
}

const notable = (lines: readonly Line[]) => lines.filter(({ outcome }) => outcome !== 'taken' && outcome !== 'there already')

test('DATA-04 5,000 records of the old app come over with numbers, authors and stamps; 30 planted issues are named; a second run changes nothing', async () => {
  const { app, db, folder, run } = await aDeployment()
  const { file, planted, truth } = oldExport()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer()
  const photos = join(folder, 'photos')
  for (const i of PHOTO_INDEXES) {
    mkdirSync(dirname(join(photos, photoFile(i))), { recursive: true })
    writeFileSync(join(photos, photoFile(i)), picture)
  }
  const manager = await aDevice(app, db, { role: 2 })
  await manager.fetch()

  const before = await everything(db)
  const dry = run(file, '--photos', photos, '--dry-run')
  expect(await everything(db)).toEqual(before)
  expect(dry.status).toBe(2)
  expect(dry.lines).toHaveLength(5000)
  expect(
    notable(dry.lines)
      .map(({ collection, oldId, outcome }) => `${collection} ${oldId} ${outcome}`)
      .sort(),
  ).toEqual(planted.map(({ collection, oldId, outcome }) => `${collection} ${oldId} ${outcome}`).sort())
  expect(planted).toHaveLength(30)
  for (const { oldId, about } of planted) {
    const line = dry.lines.find((one) => one.oldId === oldId)
    expect(line?.issues.map(({ detail }) => detail).join('; '), oldId).toMatch(about)
    expect(dry.stdout).toContain(`${line?.collection} ${oldId}`)
  }

  const real = run(file, '--photos', photos)
  expect(real.lines).toEqual(dry.lines)
  expect(real.status).toBe(2)
  const after = await everything(db)
  expect(after.emails).toBe('0 ')
  expect(after.email_fan_outs).toBe('0 ')

  // Counts, numbers, authors and stamps, as a phone receives them.
  const leftOut = (collection: string) => planted.filter((one) => one.collection === collection && one.outcome === 'left').length
  await manager.fetch()
  const kinds = Map.groupBy(manager.mirror.keys(), (key) => key.split(' ')[0])
  expect(kinds.get('action')).toHaveLength(4000 - leftOut('hazards'))
  expect(kinds.get('person')).toHaveLength(300 - leftOut('users') + 1)
  expect(kinds.get('trail-update')).toHaveLength(699 - leftOut('updates'))
  const byNumber = new Map(manager.actions().map((action) => [action.number, action]))
  expect(truth.size).toBe(4000 - planted.filter(({ collection }) => collection === 'hazards').length)
  for (const [oldId, { notes, hasPhoto, ...expected }] of truth) {
    const action = byNumber.get(expected.number)
    expect(action, oldId).toMatchObject(expected)
    expect(
      action?.notes.map(({ text }) => text),
      oldId,
    ).toEqual(notes)
    expect([action?.photoId !== null, action?.photoStored], oldId).toEqual([hasPhoto, hasPhoto])
  }
  const people = await db.selectFrom('people').select(['email', 'role']).where('role', '>', 1).orderBy('email').execute()
  expect(people.filter(({ email }) => email.startsWith('rider'))).toHaveLength(12)
  const updates = await db.selectFrom('trailUpdates').select('createdAt').orderBy('orderNumber').execute()
  expect(updates).toEqual(updates.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
  const settings = await db.selectFrom('settings').select(['reviewerName', 'reviewerEmail']).execute()
  expect(settings).toEqual([{ reviewerName: 'Rider Ca', reviewerEmail: 'rider2@example.org' }])

  // The next report goes on above the highest number.
  const fresh = await manager.action(await manager.report())
  expect(Number(fresh?.number)).toBeGreaterThan(Math.max(...[...byNumber.keys()].map(Number)))

  const between = await everything(db)
  const again = run(file, '--photos', photos)
  expect(await everything(db)).toEqual(between)
  expect(again.lines.filter(({ outcome }) => outcome === 'taken' || outcome === 'corrected')).toEqual([])
  expect(again.lines.filter(({ outcome }) => outcome === 'left')).toEqual(dry.lines.filter(({ outcome }) => outcome === 'left'))
}, 240_000)
