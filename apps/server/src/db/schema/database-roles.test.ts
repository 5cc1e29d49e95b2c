import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { databaseUrl } from '@trailwarden/testkit/database/postgres'
import { createBrowser, PASSWORD } from '@trailwarden/testkit/devices/people'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { renewEpoch } from '../../sync/pull/epoch.ts'
import { openDatabase } from '../database.ts'
import { migrate } from './migrate.ts'
import { ownsTables } from './prepare-database.ts'

async function twoRoles() {
  const clusterUrl = inject('clusterUrl')
  const name = `roles_${randomUUID().replaceAll('-', '')}`
  const [owner, server] = [`${name}_owner`, `${name}_server`]
  const admin = openDatabase(clusterUrl, 1)
  for (const role of [owner, server]) await admin.pool.query(`create role ${role} login`)
  await admin.pool.query(`create database ${name} owner ${owner}`)
  const urlOf = (role: string) => {
    const url = new URL(databaseUrl({ url: clusterUrl }, name))
    url.username = role
    return url.href
  }
  onTestFinished(async () => {
    await admin.pool.query(`drop database ${name} with (force)`)
    for (const role of [server, owner]) await admin.pool.query(`drop role ${role}`)
    await admin.close()
  })
  return { DATABASE_URL: urlOf(server), MIGRATION_DATABASE_URL: urlOf(owner) }
}

async function opened(url: string) {
  const database = openDatabase(url, 4)
  onTestFinished(() => database.close())
  return { ...database, url }
}

test('SEC-M7 the whole server works with a role that owns no tables and can’t remove the logs’ protection', async () => {
  const urls = await twoRoles()
  const done = await Promise.all([prepareDatabase(urls), prepareDatabase(urls)])
  expect(done.map(({ length }) => length).sort()).toContain(0)
  const database = await opened(urls.DATABASE_URL)
  expect(await ownsTables(database.pool)).toBe(false)
  await renewEpoch(database.db, { force: true })
  const { app } = await createTestServer({ database, sendsMail: true })
  const visitor = createBrowser(app)
  const account = { displayName: 'Jo Berg', email: 'jo@example.org', password: PASSWORD }
  expect((await visitor.post('/api/account/register', account)).statusCode).toBeLessThan(300)
  expect((await visitor.post('/api/account/reset-password', { email: account.email })).statusCode).toBeLessThan(300)
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const one = { status: 'Closed', message: '' }
  const networks = { 'bay-of-fires': one, 'st-helens': one, 'dreaming-pools': one }
  const action = randomUUID()
  const answers = await manager.send([
    manager.command('action', action, REPORT),
    manager.command('action', action, { addNote: { id: randomUUID(), text: 'still there' } }, { baseVersion: 1 }),
    manager.command('trail-update', randomUUID(), { networks, basedOn: null }),
  ])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  expect((await manager.action(action))?.notes).toHaveLength(1)
  expect((await app.inject('/api/public/status')).json().networks[0].status).toBe('Closed')
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect((await manager.browser.get(`/api/actions/${action}/history`)).statusCode).toBe(200)
  expect((await database.pool.query('select 1 from audit_log')).rowCount).toBeGreaterThan(0)
  const left = async () => (await database.pool.query('select 1 from emails')).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)

  for (const statement of [
    'alter table audit_log disable trigger all',
    'alter table trail_updates disable trigger trail_updates_append_only',
    'drop trigger audit_log_append_only on audit_log',
    'create table planted (n int)',
    'drop table history',
    'truncate audit_log',
    'delete from audit_log',
    "update audit_log set event = 'nothing'",
    'delete from trail_updates',
    'delete from migrations',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter table pgboss.job add column planted int',
    "set session_replication_role = 'replica'",
  ])
    await expect(database.pool.query(statement), statement).rejects.toThrow(/must be owner|permission denied/)
})

test('SEC-M7 the server’s role can use tables added by later migrations, and reports an outdated database without migrating it', async () => {
  const urls = await twoRoles()
  await prepareDatabase(urls)
  const migrations = resolve(import.meta.dirname, '../../../migrations')
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of await readdir(migrations)) await writeFile(join(folder, name), await readFile(join(migrations, name)))
  await writeFile(join(folder, '9999_later.sql'), 'create table later (n bigint generated always as identity, word text)')
  const { DATABASE_URL } = urls
  expect(await prepareDatabase({ DATABASE_URL })).toEqual([])
  await expect(prepareDatabase({ DATABASE_URL }, folder)).rejects.toThrow('Run npm run migrate with MIGRATION_DATABASE_URL.')
  const owner = await opened(urls.MIGRATION_DATABASE_URL)
  await migrate(owner.pool, folder)
  const { pool } = await opened(DATABASE_URL)
  await pool.query("insert into later (word) values ('new')")
  expect((await pool.query('select word from later')).rows).toEqual([{ word: 'new' }])
  await expect(prepareDatabase({ DATABASE_URL })).rejects.toThrow('a newer version has changed the database (9999_later.sql)')
})

test('SEC-M7 a migration may take longer than a request is allowed to, and other processes wait for it', async () => {
  const { url } = await createTestDatabase({ template: 'template0' })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '0001_slow.sql'), 'create table slow (n int); select pg_sleep(1.5)')
  const limits = { statement_timeout: 500, query_timeout: 500, idle_in_transaction_session_timeout: 500 }
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url, ...limits }))
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))))
  const done = await Promise.all(pools.map((pool) => migrate(pool, folder)))
  expect(done.flat()).toEqual(['0001_slow.sql'])
})
