import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createBrowser, createPerson } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { addSampleData, SAMPLE_PASSWORD } from './sample-data.ts'
import { createTestServer } from './testing/test-server.ts'

const admin = resolve(import.meta.dirname, 'admin.ts')

test('a command creates the first administrator, who sets a password through a link and logs in', { timeout: 90_000 }, async () => {
  const { app, database } = await createTestServer()
  const run = (...args: string[]) => {
    const environment = {
      ...process.env,
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://trails.example.org',
    }
    return spawnSync(process.execPath, [admin, ...args], { env: environment, encoding: 'utf8' })
  }
  const { status, stdout } = run('create', 'Boss@example.org')
  expect(status).toBe(0)
  const token = /https:\/\/trails\.example\.org\/reset-password#token=([\w-]{43})\n/.exec(stdout)?.[1] ?? ''
  const browser = createBrowser(app)
  expect((await browser.post('/api/account/set-password', { token, password: 'short one' })).json().code).toBe('weak-password')
  expect((await browser.post('/api/account/set-password', { token, password: 'keeper of the keys' })).statusCode).toBe(204)
  const login = await browser.post('/api/account/login', { email: 'boss@example.org', password: 'keeper of the keys' })
  expect(login.json().person.role).toBe(4)

  const person = await createPerson(database.db, { disabled: true })
  expect(run('create', person.email).status).toBe(0)
  expect(await database.db.selectFrom('people').select(['role', 'disabled']).where('id', '=', person.id).execute()).toEqual([
    { role: 4, disabled: false },
  ])
  for (const args of [[], ['create', 'nobody'], ['delete', 'a@example.org'], ['import-updates']])
    expect(run(...args).stderr, args.join(' ')).toContain('Usage')
})

test('sample users of every role can log in with the documented password, and are added once, and only to an empty database', async () => {
  const { app, database, site } = await createTestServer()
  await addSampleData(database.db, site, new Date())
  await addSampleData(database.db, site, new Date())
  const roles = []
  for (const name of ['member', 'manager', 'admin']) {
    const reply = await createBrowser(app).post('/api/account/login', { email: `${name}@example.org`, password: SAMPLE_PASSWORD })
    roles.push(reply.json().person.role)
  }
  expect(roles).toEqual([1, 2, 4])
  const production = { NODE_ENV: 'production', SAMPLE_DATA: 'true', SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: 'https://trails.example.org' }
  await expect(createTestServer({ environment: production })).rejects.toThrow('SAMPLE_DATA')
})
