/**
 * A reporter's address must really be deleted after its retention period. Searches every table, queue, log line and backup, and the raw
 * database files, as someone with access to the disk could.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, startCluster } from '@trailwarden/testkit/database/postgres'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createMailServer } from '#testing/mail-server.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'
import { openDatabase } from '../../db/database.ts'
import { postgresProgram } from '../../ops/programs.ts'
import { prepareDatabase } from '../../prepare-database.ts'

const DAY_MS = 86_400_000
const PEOPLE = ['declined', 'fixed', 'merged', 'unsent'] as const
/** All their addresses start with this text, which occurs nowhere else. */
const TRACE = 'quietrider.'
const addressOf = (who: string) => `${TRACE}${who}@example.org`

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function tracesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const text = (entry: (typeof files)[number]) => readFileSync(join(entry.parentPath, entry.name), 'latin1')
  return files.reduce((sum, entry) => sum + text(entry).split(TRACE).length - 1, 0)
}

test('SEC-PRIV after the retention period, no table, queue, log or newer backup contains the address', async () => {
  const directory = createFolder()
  const cluster = await startCluster({ directory, durable: true })
  onTestFinished(() => cluster.destroy())
  await createDatabase(cluster.url, 'privacy')
  const url = databaseUrl(cluster, 'privacy')
  await prepareDatabase({ DATABASE_URL: url })
  const database = { ...openDatabase(url, 4), url }
  onTestFinished(() => database.close())
  const lines: string[] = []
  // The mail server doesn't accept the last email, so the email stays in the queue with its address.
  const mailServer = await createMailServer({ answer: (count) => (count > 3 ? new Error('later') : null) })
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org', LOG_LEVEL: 'debug', DEV_MAIL: 'false' }
  const server = await createTestServer({ database, environment, logTo: { write: (line) => void lines.push(line) }, sendsMail: true })
  const browser = createBrowser(server.app)
  const mara = await createTestDevice(server.app, database.db, { role: 2 })
  const jo = createReporter(browser)
  const reports = Object.fromEntries(
    await Promise.all(PEOPLE.map(async (who) => [who, await jo.report({ contact: addressOf(who), words: 'A tree is down' })] as const)),
  )
  const decide = async (who: string, patch: object) =>
    expect((await mara.do('report', reports[who]?.recordId ?? '', { ...patch }, { baseVersion: 1 })).outcome).toBe('applied')
  const actionId = randomUUID()
  await decide('fixed', { accept: { actionId, rating: 'High', description: 'Log across', area: 'St Helens', trail: null } })
  await decide('merged', { merge: { actionId } })
  await mara.do('action', actionId, { status: 'Resolved', fix: 'Cut and moved' }, { baseVersion: 1 })
  await decide('declined', { decline: { reason: 'Not a hazard', answer: 'It is meant to be there.' } })
  await expect.poll(() => mailServer.emails.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  await decide('unsent', { decline: { reason: 'Not a hazard', answer: '' } })

  const backups = createFolder()
  const settings = { DATABASE_URL: url, PHOTOS_DIR: createFolder(), BACKUP_DIR: backups, NODE_ENV: 'test', DEV_MAIL: 'true', HOME: '/' }
  const script = resolve(import.meta.dirname, '../../ops.ts')
  function inBackup(): string[] {
    execFileSync(process.execPath, [script, 'backup'], { env: { PATH: process.env.PATH, ...settings } })
    const dump = readdirSync(backups).filter((name) => name.endsWith('.dump'))
    const text = execFileSync(postgresProgram('pg_restore'), ['-f', '-', join(backups, dump.sort().at(-1) ?? '')], { encoding: 'utf8' })
    return text.split('\n').filter((line) => line.includes(TRACE))
  }
  expect(inBackup().length).toBeGreaterThan(4)

  const now = new Date(Date.now() + 91 * DAY_MS)
  await database.pool.query(
    `insert into retention_clock (only_row, checked_at, steady_since) values (true, $1, $2)
     on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`,
    [new Date(now.getTime() - DAY_MS), new Date(now.getTime() - 30 * DAY_MS)],
  )
  expect(await server.sweep(now)).toBe(true)
  expect(inBackup()).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => line.includes(TRACE))).toEqual([])

  // PostgreSQL doesn't erase the space of a deleted row until it's reused, so the raw files are searched too.
  await database.pool.query('checkpoint')
  const raw = [tracesIn(join(directory, 'data/base'))]
  for (const statement of ['vacuum', 'vacuum full']) {
    await database.pool.query(statement)
    await database.pool.query('checkpoint')
    raw.push(tracesIn(join(directory, 'data/base')))
  }
  console.log(`raw files: ${raw[0]} traces after the sweep, ${raw[1]} after vacuum, ${raw[2]} after vacuum full`)
  expect(raw[2]).toBe(0)
}, 180_000)
