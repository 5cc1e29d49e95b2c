/** Events that have no separate route or occur only under some conditions. permission-matrix.test.ts checks the others. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AUDIT_EVENT_NAMES, SETTINGS_ID } from '@trailwarden/domain'
import { aBrowser, aPerson, as, PASSWORD } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { aDevice, REPORT } from '#testing/devices.ts'
import { aReporter } from '#testing/reporters.ts'
import { aServer } from '#testing/test-server.ts'

const eventsBy = async (db: Db, actorId: string | null) => {
  const rows = await db.selectFrom('auditLog').select(['event', 'actorId']).orderBy('id').execute()
  return rows.filter((row) => row.actorId === actorId).map(({ event }) => event)
}

test('NET-5 logs settings changes, blurring a photo, viewing its original, and deleting a contact address', async () => {
  const { app, database } = await aServer()
  const { db } = database
  const manager = await aDevice(app, db, { role: 2 })
  await manager.fetch()
  const settings = manager.mirror.get(`settings ${SETTINGS_ID}`) as { version: number }
  await manager.do('settings', SETTINGS_ID, { reviewerId: manager.person.id }, { baseVersion: settings.version })
  expect(await eventsBy(db, manager.person.id)).toEqual(['settings-changed'])

  const [photoId, actionId] = [randomUUID(), randomUUID()]
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  await manager.browser.putPhoto(photoId, picture)
  await manager.do('action', actionId, { ...REPORT, photoId })
  const boxes = [{ x: 0.1, y: 0.1, width: 0.3, height: 0.3 }]
  const blurred = await manager.do('action', actionId, { blurPhotos: [{ id: photoId, boxes }] }, { baseVersion: 1 })
  expect(blurred.outcome).toBe('applied')
  expect((await manager.browser.get(`/api/photos/${photoId}?size=original`)).statusCode).toBe(200)
  expect((await eventsBy(db, manager.person.id)).slice(1)).toEqual(['photo-blurred', 'photo-original-opened'])

  const { code } = await aReporter(aBrowser(app)).report({ contact: 'jo@example.org' })
  expect((await aBrowser(app).post('/api/report-links/forget-contact', { code })).statusCode).toBe(204)
  expect(await eventsBy(db, null)).toEqual(['report-contact-deleted'])
}, 60_000)

test('NET-5 logs enabling a disabled account and resuming a webhook', async () => {
  const { app, database } = await aServer()
  const { db } = database
  const [boss, other] = [await as(app, db, { role: 4 }), await aPerson(db, { role: 2 })]
  for (const disabled of [true, false]) expect((await boss.browser.patch(`/api/users/${other.id}`, { disabled })).statusCode).toBe(200)
  const input = { name: 'Sign', url: 'https://sign.example.org/x', events: ['action'], proof: { password: PASSWORD } }
  const { id } = (await boss.browser.post('/api/webhooks', input)).json().webhook
  for (const paused of [true, false]) expect((await boss.browser.patch(`/api/webhooks/${id}`, { paused })).statusCode).toBe(200)
  expect(await eventsBy(db, boss.person.id)).toEqual(['disabled', 'enabled', 'webhook-added', 'webhook-paused', 'webhook-resumed'])
})

test('NET-5 every event of the audit log is covered by a test', () => {
  const source = resolve(import.meta.dirname, '../../..')
  const tests = globSync(['**/*.test.ts', 'testing/cases/audited-acts.ts'], { cwd: source }).map((file) =>
    readFileSync(join(source, file), 'utf8'),
  )
  // A name with a hyphen is quoted even as a key.
  const isExpected = (event: string) => tests.some((text) => text.includes(`'${event}'`))
  expect(AUDIT_EVENT_NAMES.filter((event) => !isExpected(event))).toEqual([])
})

test('NET-5 logs every account request', async () => {
  const { app, database, site } = await aServer({ site: { signIn: { passkeyFromRole: null, registration: 'confirmed' } } })
  expect(site.signIn.registration).toBe('confirmed')
  expect((await aBrowser(app).post('/api/account/request', { displayName: 'Jo', email: 'jo@example.org' })).statusCode).toBe(202)
  expect(await eventsBy(database.db, null)).toEqual(['account-requested'])
})

test('NET-5 logs exports and restores run from the command line', async () => {
  const { database, config } = await aServer()
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [resolve(import.meta.dirname, `../../../${program}.ts`), ...args], {
      env: { ...process.env, DATABASE_URL: database.url, PHOTOS_DIR: config.PHOTOS_DIR, NODE_ENV: 'test', DEV_MAIL: 'true' },
    })
  run('ops', 'export', join(folder, 'all'))
  run('admin', 'new-epoch')
  expect(await eventsBy(database.db, null)).toEqual(['exported', 'restored'])
}, 60_000)
