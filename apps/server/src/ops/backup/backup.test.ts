import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, freePort, startCluster } from '@trailwarden/testkit/database/postgres'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { openDatabase } from '../../db/database.ts'
import { readLastRuns } from '../../features/operations/maintenance-runs.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { hashesOf } from './content-hash.ts'

const script = resolve(import.meta.dirname, '../../ops.ts')

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ops-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const opsWith =
  (settings: Record<string, string>) =>
  (...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: settings.PHOTOS_DIR ?? '/', NODE_ENV: 'test', DEV_MAIL: 'true', ...settings }
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

async function createDeployment(database: Awaited<ReturnType<typeof createTestDatabase>>, photos: string) {
  const { app } = await createTestServer({ database, environment: { PHOTOS_DIR: photos } })
  const phone = await createTestDevice(app, database.db)
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  const photoId = randomUUID()
  expect((await phone.browser.putPhoto(photoId, picture)).statusCode).toBeLessThan(300)
  await phone.report({ photoId })
  await phone.report()
  const epoch = async () => (await database.pool.query('select epoch from sync_epoch')).rows[0].epoch as string
  return { phone, epoch }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

test('OPS-BACKUP backs up with dumps and copies, tests the restore, detects damage, and restores identical data in a new epoch', async () => {
  const database = await createTestDatabase()
  const [photos, backups] = [createFolder(), join(createFolder(), 'backups')]
  const { phone, epoch } = await createDeployment(database, photos)
  const ops = opsWith({ DATABASE_URL: database.url, PHOTOS_DIR: photos, BACKUP_DIR: backups })
  const [taken, stored, past] = [await hashesOf(database.url), filesIn(photos), await epoch()]

  expect(ops('backup')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^database, file .*\nphotos, photos (\d+), copied \1\n$/),
  })
  await phone.report({ description: 'After the backup' })
  expect(ops('verify').status).toBe(0)
  const tried = ops('restore-test')
  expect(tried.output).toMatch(/^Restored and compared: \d+ rows of \d+ tables match, 1 photos are present\.\n$/)
  expect((await readLastRuns(database.db)).map(({ succeededAt, failedAt }) => [succeededAt !== null, failedAt])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ])

  // Without `--replace`, `restore` must not overwrite a database in use.
  expect(ops('restore')).toMatchObject({ status: 1, output: expect.stringContaining('The database is not empty') })
  rmSync(join(photos, phone.person.id), { recursive: true })
  expect(ops('restore', '--replace').output).toContain('The database and photos are restored')
  const { sync_epoch: _, ...restored } = await hashesOf(database.url)
  const { sync_epoch: __, ...expected } = taken
  // The restore started a new epoch, ended sessions and made trail status unconfirmed (SEC-N3). All other records are unchanged.
  const changed = Object.keys(restored).filter((name) => restored[name]?.hash !== expected[name]?.hash)
  expect(changed.sort()).toEqual(['audit_log', 'changes', 'restores', 'sessions', 'trail_updates'])
  expect(restored.trail_updates?.rows).toBe((expected.trail_updates?.rows ?? 0) + 1)
  expect(restored.sessions?.rows).toBe(0)
  expect(filesIn(photos)).toEqual(stored)
  expect(await epoch()).not.toBe(past)

  expect(ops('backup').status).toBe(0)
  expect(ops('restore-test')).toMatchObject({ status: 0 })

  const dump =
    readdirSync(backups)
      .filter((name) => name.endsWith('.dump'))
      .sort()
      .at(-1) ?? ''
  appendFileSync(join(backups, dump), 'x')
  expect(ops('verify')).toMatchObject({ status: 1, output: expect.stringContaining('is damaged') })
  expect(ops('restore-test').status).toBe(1)
  expect((await readLastRuns(database.db)).at(-1)?.failedAt).not.toBeNull()
}, 180_000)

test('OPS-BACKUP without a backup location, the command states in one sentence which setting is missing', async () => {
  const database = await createTestDatabase()
  const ops = opsWith({ DATABASE_URL: database.url, PHOTOS_DIR: createFolder() })
  expect(ops('backup')).toEqual({
    status: 1,
    output: 'Backups cannot be made: set BACKUP_DIR, or PGBACKREST_STANZA and RESTIC_REPOSITORY (docs/backup-restore.md).\n',
  })
  expect(ops('nonsense').output).toMatch(/^Usage:\n {2}npm run ops -- doctor\n {2}npm run ops -- backup/)
}, 60_000)

async function createArchivingCluster() {
  const folder = createFolder()
  chmodSync(folder, 0o755)
  const [directory, config] = [join(folder, 'cluster'), join(folder, 'pgbackrest.conf')]
  for (const name of ['repository', 'log', 'lock', 'spool']) {
    mkdirSync(join(folder, name))
    // If root runs the test, PostgreSQL runs as `postgres` and must be able to write here.
    chmodSync(join(folder, name), 0o777)
  }
  const port = await freePort()
  const more = [
    `-p ${port}`,
    `-c unix_socket_directories=${directory}`,
    '-c archive_mode=on',
    `-c archive_command='pgbackrest --config=${config} --stanza=trailwarden archive-push %p'`,
  ]
  const conf = `[global]
repo1-path=${folder}/repository
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=only for this test
start-fast=y
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
[trailwarden]
pg1-path=${directory}/data
pg1-port=${port}
pg1-socket-path=${directory}
pg1-user=trailwarden
`
  writeFileSync(config, conf)
  const started = await startCluster({ directory, durable: true, more })
  const cluster = { ...started, url: `postgres://trailwarden@127.0.0.1:${port}/postgres` }
  onTestFinished(() => cluster.destroy())
  return { cluster, settings: { PGBACKREST_CONFIG: config, PGBACKREST_STANZA: 'trailwarden' } }
}

test('OPS-BACKUP R21 pgBackRest and restic make full and incremental backups, a test restore, and a restore to just before a mistake', async () => {
  const { cluster, settings } = await createArchivingCluster()
  const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const [program = '', ...rest] = [...asPostgres, 'pgbackrest', 'stanza-create']
  const made = spawnSync(program, rest, { env: { ...process.env, ...settings }, cwd: '/', encoding: 'utf8' })
  expect(made.status, made.stdout + made.stderr).toBe(0)

  await createDatabase(cluster.url, 'trailwarden')
  const url = databaseUrl(cluster, 'trailwarden')
  await prepareDatabase({ DATABASE_URL: url })
  const opened = openDatabase(url, 4)
  const database = { ...opened, url }
  const photos = createFolder()
  const restic = { RESTIC_REPOSITORY: join(createFolder(), 'restic'), RESTIC_PASSWORD: 'only for this test' }
  expect(spawnSync('restic', ['init'], { env: { PATH: process.env.PATH, HOME: photos, ...restic } }).status).toBe(0)
  const { phone, epoch } = await createDeployment(database, photos)
  const ops = opsWith({ DATABASE_URL: url, PHOTOS_DIR: photos, ...settings, ...restic })

  const full = ops('backup', '--full')
  expect(full.output).toMatch(/^database, label \d{8}-\d{6}F, bytes \d+\nphotos, photos \d+\n$/)
  await phone.report({ description: 'After the full backup' })
  expect(ops('backup').output).toMatch(/^database, label \S+I, bytes/)
  expect(ops('verify')).toMatchObject({ status: 0 })
  const tried = ops('restore-test')
  expect(tried.output).toMatch(/^Restored and compared: \d+ rows of \d+ tables match, 1 photos are present\.\n$/)

  await phone.report({ description: 'In no backup, only in the archive' })
  const [good, past] = [await hashesOf(url), await epoch()]
  const { rows } = await opened.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  await opened.pool.query('select pg_sleep(1.1); delete from photos; delete from actions')
  await opened.pool.query('select pg_switch_wal()')
  rmSync(join(photos, phone.person.id), { recursive: true })
  cluster.stop('fast')
  const isRoot = asPostgres.length > 0
  const start = `${isRoot ? 'runuser -u postgres -- ' : ''}sh -c 'cd / && "$(ls -d /usr/lib/postgresql/*/bin | tail -1)/pg_ctl" -D ${cluster.directory}/data -w -l ${cluster.directory}/again.log -o "-p ${new URL(url).port} -c unix_socket_directories=${cluster.directory} -c archive_mode=off -c max_connections=200" start' >/dev/null 2>&1`
  const back = ops('restore', '--replace', '--to', rows[0]?.at ?? '', '--start', start)
  expect(back.output).toContain('The database and photos are restored')
  const found = await hashesOf(url)
  expect([found.actions, found.history, found.commands]).toEqual([good.actions, good.history, good.commands])
  expect(found.actions?.rows).toBe(4)
  expect(await epoch()).not.toBe(past)
  expect(existsSync(join(photos, phone.person.id))).toBe(true)
  await opened.close()
}, 300_000)
