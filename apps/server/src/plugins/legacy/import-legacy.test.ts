import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { oldExport, PHOTO_INDEXES, photoFile } from '@trailwarden/testkit/database/old-export'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { type Line, reportCsv } from './import-report.ts'

const ops = resolve(import.meta.dirname, '../../ops.ts')

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const createPicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer()

async function createDeployment() {
  const server = await createTestServer()
  const folder = createFolder()
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

test('DATA-04 imports 5,000 records with numbers, authors and times, reports 30 planted issues, and changes nothing when repeated', async () => {
  const { app, db, folder, run } = await createDeployment()
  const { file, planted, truth } = oldExport()
  const picture = await createPicture()
  const photos = join(folder, 'photos')
  for (const i of PHOTO_INDEXES) {
    mkdirSync(dirname(join(photos, photoFile(i))), { recursive: true })
    writeFileSync(join(photos, photoFile(i)), picture)
  }
  const manager = await createTestDevice(app, db, { role: 2 })
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

  const fresh = await manager.action(await manager.report())
  expect(Number(fresh?.number)).toBeGreaterThan(Math.max(...[...byNumber.keys()].map(Number)))

  const between = await everything(db)
  const again = run(file, '--photos', photos)
  expect(await everything(db)).toEqual(between)
  expect(again.lines.filter(({ outcome }) => outcome === 'taken' || outcome === 'corrected')).toEqual([])
  expect(again.lines.filter(({ outcome }) => outcome === 'left')).toEqual(dry.lines.filter(({ outcome }) => outcome === 'left'))
}, 240_000)

const SMALL = {
  users: {
    jo: { displayName: 'Jo Berg', email: 'jo@example.org', role: 1, created_at: 1_500_000_000_000 },
    max: { displayName: 'Max Hill', email: 'max@example.org', role: 2, created_at: 1_500_000_000_000 },
  },
  hazards: {
    h1: {
      hazard_id: '0457',
      description: 'Tree down',
      hazard_activity: 'St Helens',
      hazard_rating: 'Low',
      status: 'Unresolved',
      created_at: 1_600_000_000_000,
      created_by: 'jo',
      created_by_name: 'Jo Berg',
      assigned: 'max',
    },
    h2: { hazard_id: '0458', description: 'Loose sign', hazard_activity: 'St Helens', created_at: 1_600_000_100_000, created_by: 'jo' },
  },
}
const withH1 = (changes: Record<string, unknown>) => ({ ...SMALL, hazards: { ...SMALL.hazards, h1: { ...SMALL.hazards.h1, ...changes } } })

test('DATA-04 applies later changes from the previous app, but keeps and reports changes made in this one', async () => {
  const { app, db, run } = await createDeployment()
  const manager = await createTestDevice(app, db, { role: 2 })
  expect(run(SMALL).status).toBe(0)
  await manager.fetch()
  const actionOf = (number: string) => manager.actions().find((one) => one.number === number)
  const [first, second] = [actionOf('0457'), actionOf('0458')]
  if (!first || !second) throw new Error('they were not imported')
  const history = await manager.browser.get(`/api/actions/${first.id}/history`)
  expect(history.json().lines).toMatchObject([
    { version: 1, createdByName: 'Jo Berg', recordedAt: '2020-09-13T12:26:40.000Z', changes: { importedFrom: { after: 'the old app' } } },
  ])

  await manager.do('action', first.id, { rating: 'High' }, { baseVersion: 1 })
  await manager.do('action', second.id, { deleted: true }, { baseVersion: 1 })
  const later = withH1({
    hazard_rating: 'Extreme',
    status: 'Resolved',
    completed_at: 1_600_100_000_000,
    notes: [{ date: 1_600_100_000_000, created_by_name: 'Max Hill', note: 'Cut' }],
    updated_at: 1_600_100_000_000,
    updated_by: 'max',
    updated_by_name: 'Max Hill',
  })
  const { lines } = run(later)
  const lineOf = (oldId: string) => lines.find((one) => one.oldId === oldId)
  expect(lineOf('h1')).toMatchObject({
    outcome: 'differs',
    issues: [
      { detail: 'updated from the export: status, notes' },
      { detail: 'rating was changed here to "High" and is "Extreme" in the export; it was not changed' },
    ],
  })
  expect(lineOf('h2')).toMatchObject({
    outcome: 'there already',
    issues: [{ detail: 'it was deleted here, so it was not imported again' }],
  })
  expect(await manager.action(first.id)).toMatchObject({
    rating: 'High',
    status: 'Resolved',
    completedAt: '2020-09-14T16:13:20.000Z',
    updatedByName: 'Max Hill',
    notes: [{ text: 'Cut', createdByName: 'Max Hill' }],
    version: 3,
  })
  const between = await everything(db)
  run(later)
  expect(await everything(db)).toEqual(between)
}, 120_000)

test('DATA-04 sends users one link, and only on request; existing accounts keep their role, and deleted ones stay deleted', async () => {
  const { app, db, run } = await createDeployment()
  const boss = await createTestDevice(app, db, { role: 4, email: 'max@example.org', displayName: 'Max Boss' })
  const first = run(SMALL)
  expect(first.stdout).toContain('haven’t received a link: 1. Use --invite')
  expect(first.lines.find(({ oldId }) => oldId === 'max')).toMatchObject({ outcome: 'differs' })
  expect(await db.selectFrom('emails').select('id').execute()).toEqual([])
  const people = await db.selectFrom('people').select(['id', 'displayName', 'role']).orderBy('displayName').execute()
  expect(people).toMatchObject([
    { displayName: 'Jo Berg', role: 1 },
    { displayName: 'Max Boss', role: 4 },
  ])
  await boss.fetch()
  expect(boss.actions().find(({ number }) => number === '0457')).toMatchObject({ assignedTo: boss.person.id, assignedName: 'Max Boss' })
  const active = await db
    .selectFrom('personActivity')
    .select('lastActiveAt')
    .where('personId', '=', people[0]?.id ?? '')
    .executeTakeFirst()
  expect(Date.now() - (active?.lastActiveAt.getTime() ?? 0)).toBeLessThan(3_600_000)

  // The next import finds the account even though its address has changed.
  await db.updateTable('people').set({ email: 'boss@example.org' }).where('id', '=', boss.person.id).execute()
  run(SMALL, '--invite')
  run(SMALL, '--invite')
  expect(await db.selectFrom('emails').select(['kind', 'recipient']).execute()).toEqual([
    { kind: 'brought-over', recipient: 'jo@example.org' },
  ])
  expect(await db.selectFrom('people').select('id').execute()).toHaveLength(2)

  expect((await boss.browser.remove(`/api/users/${people[0]?.id}`)).statusCode).toBe(204)
  const gone = run({ ...SMALL, hazards: { ...SMALL.hazards, h3: { ...SMALL.hazards.h2, hazard_id: '0459', created_by_name: 'Jo Berg' } } })
  expect(gone.lines.find(({ oldId }) => oldId === 'jo')).toMatchObject({ outcome: 'there already' })
  expect(await db.selectFrom('people').select('id').execute()).toHaveLength(1)
  const names = await db.selectFrom('actions').select('createdByName').distinct().execute()
  expect(names).toEqual([{ createdByName: 'Former user' }])
}, 120_000)

test('DATA-04 a later run adds and scales a photo whose file was missing, and no path leads out of the folder', async () => {
  const { app, db, folder, run } = await createDeployment()
  const manager = await createTestDevice(app, db, { role: 2 })
  const photos = join(folder, 'photos')
  mkdirSync(photos)
  writeFileSync(join(folder, 'secret.jpg'), await createPicture())
  writeFileSync(join(photos, 'text.jpg'), 'no picture')
  const images = (...urls: string[]) => withH1({ images: urls.map((url) => ({ url })) })
  const issuesOf = (lines: readonly Line[]) => lines.find(({ oldId }) => oldId === 'h1')?.issues.map(({ detail }) => detail)

  expect(issuesOf(run(images('https://s.example.org/o/jo%2Ftree.jpg?token=1')).lines)).toEqual([
    'the photo tree.jpg was left out because no folder of photos was given',
  ])
  expect(issuesOf(run(images('../secret.jpg', '..%2Fsecret.jpg', 'text.jpg'), '--photos', photos).lines)).toEqual([])
  const without = await everything(db)
  run(images('https://s.example.org/o/jo%2Ftree.jpg?token=2'), '--photos', photos)
  expect(await everything(db)).toEqual(without)

  // The import finds the photo by its name, although the token in the address differs.
  writeFileSync(join(photos, 'tree.jpg'), await createPicture())
  const { lines } = run(images('https://s.example.org/o/jo%2Ftree.jpg?token=3'), '--photos', photos)
  expect(issuesOf(lines)).toEqual(['updated from the export: photos'])
  await manager.fetch()
  const action = manager.actions().find(({ number }) => number === '0457')
  expect(action?.photoStored).toBe(true)
  const photo = await manager.browser.get(`/api/photos/${action?.photoId}`)
  expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', height: 338 })
  const between = await everything(db)
  run(images('https://s.example.org/o/jo%2Ftree.jpg?token=4'), '--photos', photos)
  run(images('https://s.example.org/o/jo%2Ftree.jpg?token=5'))
  expect(await everything(db)).toEqual(between)

  writeFileSync(join(photos, 'root.jpg'), await createPicture())
  const three = withH1({
    images: [{ url: 'tree.jpg' }, { url: 'root.jpg', note: 'The root' }, { url: 'lost.jpg', note: 'From the creek' }],
  })
  run(three, '--photos', photos)
  await manager.fetch()
  const now = manager.actions().find(({ number }) => number === '0457')
  expect(now?.photos.map(({ note, stored }) => [note, stored]).at(-1)).toEqual(['The root', true])
  expect(now?.notes.map(({ text }) => text)).toContain('From the creek')
  expect(now?.notes.map(({ text }) => text)).not.toContain('The root')
  const whole = await everything(db)
  run(three, '--photos', photos)
  expect(await everything(db)).toEqual(whole)
}, 240_000)

test('DATA-04 the CSV report contains no formulas, and invalid arguments or files cause a clear error', async () => {
  const line: Line = {
    collection: 'users',
    oldId: '=1+1',
    label: 'Jo "J" Berg',
    outcome: 'corrected',
    issues: [{ field: 'phone', detail: 'no number' }],
  }
  expect(reportCsv([line])).toBe(
    '\uFEFF"Collection","Old ID","Record","Outcome","Field","What and why"\r\n"users","\'=1+1","Jo ""J"" Berg","corrected","phone","no number"\r\n',
  )
  const { database } = await createTestServer()
  const environment = { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'development', DEV_MAIL: 'true' }
  const run = (...args: string[]) => spawnSync(process.execPath, [ops, ...args], { env: environment, encoding: 'utf8' })
  for (const args of [[], ['import-legacy'], ['import-legacy', 'a.json', '--report', 'a.txt'], ['other']]) {
    const { status, stderr } = run(...args)
    expect([status, stderr.split(':')[0]], args.join(' ')).toEqual([1, 'Usage'])
  }
  const file = join(createFolder(), 'other.json')
  writeFileSync(file, '{"trails": []}')
  expect(run('import-legacy', file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The file is not an export of the previous app'),
  })
}, 120_000)
