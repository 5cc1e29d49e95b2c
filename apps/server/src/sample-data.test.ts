import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from './sample-data.ts'
import { createTestServer } from './testing/test-server.ts'

const command = resolve(import.meta.dirname, '../../../tools/site/sample-data.ts')
const addSample = (environment: Record<string, string>) =>
  spawnSync(process.execPath, [command], { env: { ...process.env, ...environment }, encoding: 'utf8' })

const YEAR_MS = 365 * 86_400_000
const countBy = <T>(all: readonly T[], key: (one: T) => unknown) => Map.groupBy(all, key)

test('UX-3.2 fills an empty database with two years of valid, back-dated sample Actions, updates and people', async () => {
  const { app, database, config } = await createTestServer()
  const { db } = database
  const environment = { DATABASE_URL: database.url, PHOTOS_DIR: config.PHOTOS_DIR, NODE_ENV: 'development' }
  const first = addSample(environment)
  expect(first.stderr).toBe('')
  expect(first.stdout).toMatch(/8 people, 12 trail updates, 1 notices, 4\d actions, \d\d pictures/)

  const actions = await db.selectFrom('actions').selectAll().orderBy('number').execute()
  expect(actions.length).toBeGreaterThanOrEqual(40)
  expect([...countBy(actions, ({ rating }) => rating).keys()].sort()).toEqual(['Extreme', 'High', 'Low', 'Medium', 'Unrated'])
  const byStatus = countBy(actions, ({ status }) => status)
  for (const status of ['Unresolved', 'Resolved']) expect(byStatus.get(status)?.length).toBeGreaterThan(10)
  expect(actions.map(({ number }) => Number(number))).toEqual(actions.map((_, i) => i + 1))
  const times = actions.map(({ createdAt }) => new Date(createdAt).getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Date.now() - (times[0] ?? 0)).toBeGreaterThan(1.9 * YEAR_MS)
  expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(86_400_000)
  expect(Math.max(...actions.map(({ updatedAt }) => new Date(updatedAt).getTime()))).toBeLessThanOrEqual(Date.now())
  expect(new Set(actions.map(({ area }) => area)).size).toBe(4)
  expect(actions.filter(({ place }) => place !== null).length).toBeGreaterThan(35)
  expect(actions.filter(({ place }) => place === null).length).toBeGreaterThan(0)
  expect(actions.flatMap(({ notes }) => notes).length).toBeGreaterThan(30)
  expect(actions.filter(({ assignedTo }) => assignedTo === null).length).toBeGreaterThan(1)
  const lines = await db.selectFrom('history').selectAll().where('kind', '=', 'action').execute()
  expect(lines.some(({ changes }) => changes.status?.before === 'Resolved' && changes.status.after === 'Unresolved')).toBe(true)
  expect(lines.length).toBeGreaterThan(2 * actions.length)

  expect(
    await db
      .selectFrom('people')
      .select('role')
      .orderBy('role')
      .execute()
      .then((all) => all.map(({ role }) => role)),
  ).toEqual([1, 1, 1, 1, 2, 2, 3, 4])
  const updates = await db.selectFrom('trailUpdates').selectAll().orderBy('orderNumber').execute()
  expect(updates).toHaveLength(12)
  expect(new Set(updates.flatMap(({ networks }) => Object.values(networks).map(({ status }) => status))).size).toBe(3)
  expect(await db.selectFrom('emails').select('id').execute()).toEqual([])
  const status = (await app.inject('/api/public/status')).json()
  expect(status.closures.map(({ startsAt }: { startsAt: string }) => Date.parse(startsAt) > Date.now())).toEqual([false, true])
  expect(status.notices).toMatchObject([{ title: 'Total fire ban today', level: 'Fire' }])

  const manager = createBrowser(app)
  await manager.post('/api/account/login', { email: 'manager@example.org', password: SAMPLE_PASSWORD })
  const photos = actions.flatMap(({ photoId }) => photoId ?? [])
  expect(photos.length).toBeGreaterThan(25)
  for (const id of photos) {
    const reply = await manager.get(`/api/photos/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 338 })
  }

  // The second run does nothing, so it never overwrites users' changes.
  expect(addSample(environment).stdout).toContain('not empty')
  expect(await db.selectFrom('actions').select('id').execute()).toHaveLength(actions.length)
}, 120_000)

test('UX-3.2 refuses sample data in production and when NODE_ENV isn’t set', async () => {
  const { database, config } = await createTestServer()
  const settings = {
    DATABASE_URL: database.url,
    PHOTOS_DIR: config.PHOTOS_DIR,
    PUBLIC_URL: 'https://trails.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  for (const NODE_ENV of ['production', undefined]) {
    const { NODE_ENV: _, ...environment } = process.env
    const run = spawnSync(process.execPath, [command], {
      env: { ...environment, ...settings, ...(NODE_ENV && { NODE_ENV }) },
      encoding: 'utf8',
    })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('SAMPLE_DATA creates accounts with a public password')
  }
  expect(await database.db.selectFrom('people').select('id').execute()).toEqual([])
}, 60_000)
