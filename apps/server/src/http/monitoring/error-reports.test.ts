import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { as } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { openErrorReports, withoutWords } from './error-reports.ts'

type Event = {
  transaction: string
  release: string
  tags: Record<string, string>
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
}

async function createCollector({ status = 200 } = {}) {
  const received: { path: string; auth: string; text: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), text })
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const dsn = `http://akey@127.0.0.1:${(server.address() as AddressInfo).port}/7`
  const events = () => received.map(({ text }) => JSON.parse(text.split('\n')[2] ?? '') as Event)
  return { dsn, received, events }
}

const silent = { warn: () => undefined }

test('OPS-ERRORS reports where in the code a server error occurred, without any personal data', async () => {
  const collector = await createCollector()
  const { app, database } = await createTestServer({ environment: { ERROR_DSN: collector.dsn } })
  const { browser, person } = await as(app, database.db, { role: 2, displayName: 'Unforgettable', email: 'find.me@example.org' })
  await database.pool.query('alter table people rename column phone to phone_gone')
  expect((await browser.patch('/api/me', { phone: '0499 123 456' })).statusCode).toBe(500)
  await expect.poll(() => collector.received.length, { timeout: 20_000 }).toBe(1)
  const [event] = collector.events()
  expect(event).toMatchObject({ transaction: 'PATCH /api/me', tags: { code: '42703' } })
  expect(event?.exception.values[0]?.stacktrace.frames.length).toBeGreaterThan(0)
  expect(collector.received[0]).toMatchObject({ path: '/api/7/envelope/', auth: 'Sentry sentry_version=7, sentry_key=akey' })
  for (const trace of ['find.me', '0499', 'Unforgettable', person.id, '127.0.0.1:', process.cwd()])
    expect(collector.received[0]?.text.split('\n').slice(1).join('\n'), trace).not.toContain(trace)
  expect((await browser.patch('/api/me', { phone: 'no phone' })).statusCode).toBe(422)
  expect(collector.received).toHaveLength(1)
})

test('OPS-ERRORS reports each place in the code once a minute, at most 30 places, and tolerates an unreachable collector', async () => {
  const collector = await createCollector()
  const settings = { dsn: collector.dsn, release: '2.9', environment: 'test', site: 'demo-park' }
  const reports = openErrorReports(settings, silent)
  const one = new Error('again')
  for (let n = 0; n < 100; n++) reports.report(one, { route: '/api/push', method: 'POST' })
  for (let n = 0; n < 100; n++) reports.report(new Error('elsewhere'), { task: `task ${n}` })
  await reports.stop()
  expect(collector.received).toHaveLength(30)
  const warned: string[] = []
  const log = { warn: (_: object, message: string) => void warned.push(message) }
  const away = openErrorReports({ ...settings, dsn: 'http://akey@127.0.0.1:9/7' }, log)
  for (let n = 0; n < 5; n++) away.report(one, { task: `task ${n}` })
  await away.stop()
  expect(warned).toHaveLength(1)
})

test('OPS-ERRORS removes any part of a message that may come from a user', () => {
  expect(withoutWords('duplicate key (email)=(find.me@example.org) of "Unforgettable", 0499 123 456')).toBe('duplicate key …=… of …, … … …')
  expect(withoutWords('connect ECONNREFUSED 10.1.2.3:5432')).toBe('connect ECONNREFUSED …')
})

test('OPS-ERRORS rejects a collector address that doesn’t use https', async () => {
  await expect(createTestServer({ environment: { ERROR_DSN: 'http://key@collector.example.org/7' } })).rejects.toThrow('ERROR_DSN is wrong')
})
