import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { databaseUrl, freePort } from '@trailwarden/testkit/database/postgres'
import { createPerson } from '@trailwarden/testkit/devices/people'
import { pushKeys } from '@trailwarden/testkit/servers/push-service'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestDatabase } from '#testing/test-server.ts'
import { createWebBuild } from '#testing/web-build.ts'
import { diagnose } from './doctor-checks.ts'

async function createDeployment() {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const role = `served_${name}`
  await database.pool.query(`create role ${role} login; grant all on schema public, pgboss to ${role}`)
  await database.pool.query(`grant select, insert on all tables in schema public to ${role}`)
  onTestFinished(async () => {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`)
  })
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const url = new URL(database.url)
  url.username = role
  const at = new Date()
  const run = { startedAt: at, finishedAt: at, succeeded: true, details: {} }
  const tasks = ['backup-database', 'backup-photos', 'restore-test'] as const
  await database.db
    .insertInto('maintenanceRuns')
    .values(tasks.map((task) => ({ ...run, task })))
    .execute()
  const settings: Record<string, string | undefined> = {
    DATABASE_URL: url.href,
    PUBLIC_URL: 'https://trails.example.org',
    SMTP_URL: (await createMailServer()).url,
    MAIL_FROM: 'Trails <trails@example.org>',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: 'a token of more than 24 characters',
    SECURITY_CONTACT: 'mailto:security@example.org',
    PHOTOS_DIR: join(folder, 'photos'),
    BACKUP_DIR: join(folder, 'backups'),
    WEB_DIST: createWebBuild(),
    ...pushKeys(),
  }
  return { database, settings }
}

/** The test cluster and machine trade safety for speed. */
const OF_TESTS = /fsync|full_page_writes|synchronous_commit|checksums|clock of this machine|GiB left/

async function findings(settings: Record<string, string | undefined>, now = new Date()) {
  const found = await diagnose(settings, now)
  return found
    .filter(({ what }) => !OF_TESTS.test(what))
    .map(({ severity, about, what, todo }) => ({ line: `${severity} ${about}: ${what}`, todo }))
}

test('OPS-DOCTOR finds no fault in a healthy deployment, and reports each planted fault with its fix', async () => {
  const { database, settings } = await createDeployment()
  expect(await findings(settings)).toEqual([])

  const port = await freePort()
  const planted: [Record<string, string | undefined>, string][] = [
    [{ PUBLIC_URL: undefined }, 'wrong Settings: PUBLIC_URL is not set'],
    [{ PUBLIC_URL: 'http://trails.example.org' }, 'wrong Settings: PUBLIC_URL must begin with https://'],
    [{ NODE_ENV: 'development' }, 'look Settings: NODE_ENV is development'],
    [{ TRUSTED_PROXIES: '' }, 'look Settings: TRUSTED_PROXIES is empty'],
    [{ METRICS_TOKEN: undefined }, 'look Settings: METRICS_TOKEN is not set'],
    [{ SECURITY_CONTACT: undefined }, 'look Settings: SECURITY_CONTACT is not set'],
    [{ VAPID_PRIVATE_KEY: undefined, VAPID_PUBLIC_KEY: undefined }, 'look Alerts: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set'],
    [{ VAPID_PUBLIC_KEY: pushKeys().VAPID_PUBLIC_KEY }, 'wrong Alerts: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair'],
    [{ MAIL_FROM: undefined }, 'wrong Mail: MAIL_FROM ends with @localhost'],
    [{ SMTP_URL: `smtp://127.0.0.1:${port}` }, 'wrong Mail: The mail server cannot be used: E'],
    [{ PHOTOS_DIR: settings.WEB_DIST }, 'wrong Disk: PHOTOS_DIR'],
    [{ WEB_DIST: '/nowhere' }, 'wrong Files: The web app has not been built'],
    [{ SITE: 'nowhere' }, 'wrong Files: The site nowhere cannot be read'],
    [{ BACKUP_DIR: undefined }, 'wrong Backups: Backups cannot be made'],
    [{ PGBACKREST_STANZA: 'trailwarden' }, 'wrong Backups: archive_mode is off'],
    [{ DATABASE_URL: database.url }, 'wrong Database: DATABASE_URL logs in as a superuser'],
    [{ DATABASE_URL: `postgres://127.0.0.1:${port}/nowhere` }, 'wrong Database: It is not responding'],
  ]
  for (const [change, expected] of planted) {
    const found = await findings({ ...settings, ...change })
    expect(
      found.map(({ line }) => line),
      expected,
    ).toEqual([expect.stringContaining(expected)])
    expect(found[0]?.todo.length, expected).toBeGreaterThan(5)
  }
}, 120_000)

test('OPS-DOCTOR reports a database that is outdated or too new, or has no recent backup', async () => {
  const { database, settings } = await createDeployment()
  const later = new Date(Date.now() + 40 * 86_400_000)
  expect((await findings(settings, later)).map(({ line }) => line.replace(/at .*/, 'at …'))).toEqual([
    'look Backups: The last backup-database was at …',
    'look Backups: The last backup-photos was at …',
    'look Backups: The last restore-test was at …',
  ])
  await database.pool.query(`update migrations set name = '9999_later.sql' where name = '0033_maintenance_runs.sql'`)
  await database.pool.query(`update migrations set hash = 'x' where name = '0005_settings.sql'`)
  expect((await findings(settings)).map(({ line }) => line)).toEqual([
    'wrong Database: Migrations have not been applied: 0033_maintenance_runs.sql.',
    'wrong Database: A newer version of Trailwarden has migrated the database: 9999_later.sql.',
    'wrong Database: Migrations differ from those applied: 0005_settings.sql.',
  ])
  const empty = `empty_${new URL(database.url).pathname.slice(1)}`
  await database.pool.query(`create database ${empty}`)
  onTestFinished(async () => void (await database.pool.query(`drop database ${empty}`)))
  const found = await findings({ ...settings, DATABASE_URL: databaseUrl({ url: inject('clusterUrl') }, empty) })
  expect(found.map(({ line }) => line)).toContainEqual(expect.stringContaining('wrong Database: Migrations have not been applied: 0001_'))
}, 60_000)

test('OPS-DOCTOR the command prints one line per finding, worst first, and exits with 1', () => {
  const script = resolve(import.meta.dirname, '../../ops.ts')
  const { status, stdout } = spawnSync(process.execPath, [script, 'doctor'], { env: { PATH: process.env.PATH }, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^WRONG Settings: DATABASE_URL is not set; .*\n {6}\S.*\n1 wrong, 0 to look at\.\n$/)
})

test('T22 OPS-DOCTOR reports a site with second approval and only one manager, who can close trails but not reopen them', async () => {
  const { database, settings } = await createDeployment()
  const folder = mkdtempSync(join(tmpdir(), 'doctor-sites-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(resolve(import.meta.dirname, '../../../../../sites/demo-park'), join(folder, 'demo-park'), { recursive: true })
  const file = join(folder, 'demo-park/site.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), statusNeedsSecondYes: true }))
  const ofSite = { ...settings, SITES_DIR: folder, SITE: 'demo-park' }
  await createPerson(database.db, { role: 2 })
  expect((await findings(ofSite)).map(({ line }) => line)).toEqual([
    'wrong Trail status: statusNeedsSecondYes is on, but there are fewer than two managers, so trails can be closed but not reopened.',
  ])
  await createPerson(database.db, { role: 4 })
  expect(await findings(ofSite)).toEqual([])
})
