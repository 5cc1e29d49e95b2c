import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ping } from '@trailwarden/api'
import { actorOf } from '@trailwarden/domain'
import { createPerson } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { openEvents, STREAMS_PER_PERSON } from './events.ts'
import { openPings } from './pings.ts'

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

async function createListeningServer() {
  const server = await createTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return server
}

async function createStream(server: Server, cookie = '') {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  const reply = await new Promise<IncomingMessage>((answered, failed) => {
    const request = get({ host: '127.0.0.1', port: address.port, path: '/api/events', headers: { cookie } }, answered)
    request.on('error', failed)
    onTestFinished(() => void request.destroy())
  })
  let text = ''
  let endedAt: number | null = null
  reply.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  reply
    .on('error', () => undefined)
    .on('close', () => {
      endedAt = Date.now()
    })
  const pings = () => Array.from(text.matchAll(/^data: (.*)$/gm), (match) => Ping.parse(JSON.parse(match[1] ?? '')))
  return {
    reply,
    pings,
    async until(condition: () => boolean, limitMs = 10_000) {
      const started = Date.now()
      while (!condition()) {
        if (Date.now() - started > limitMs) throw new Error(`not within ${limitMs} ms; received ${text}`)
        await pause(20)
      }
      return Date.now() - started
    },
    hasEnded: () => endedAt !== null,
    close: () => reply.destroy(),
  }
}

test('SEC-FUZZ a stream has the same security headers as every other response', async () => {
  const { app, database } = await createListeningServer()
  const { person } = await createTestDevice(app, database.db)
  const { headers } = (await createStream(app.server, person.cookie)).reply
  const { headers: others } = await app.inject('/api/me')
  for (const name of ['content-security-policy', 'strict-transport-security', 'x-content-type-options']) {
    expect(headers[name], name).toBeDefined()
    expect(headers[name], name).toBe(others[name])
  }
})

test('SEC-FUZZ a HEAD request for a stream returns immediately', async () => {
  const { app, database } = await createListeningServer()
  const { person } = await createTestDevice(app, database.db)
  const { port } = app.server.address() as AddressInfo
  const signal = AbortSignal.timeout(10_000)
  const reply = await fetch(`http://127.0.0.1:${port}/api/events`, { method: 'HEAD', headers: { cookie: person.cookie }, signal })
  expect(reply.status).toBe(404)
})

test('ACT-15 a stream reports immediately that it’s open, and then reports every change once it can be pulled', async () => {
  const { app, database } = await createListeningServer()
  const [listener, writer] = await Promise.all([createTestDevice(app, database.db), createTestDevice(app, database.db)])
  const stream = await createStream(app.server, listener.person.cookie)
  expect(stream.reply).toMatchObject({ statusCode: 200 })
  expect(stream.reply.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  await stream.until(() => stream.pings().length >= 1)
  // The first stream opens the listening connection to PostgreSQL. It receives a ping once that connection is ready.
  await stream.until(() => stream.pings().length >= 2)
  await listener.fetch()
  const received = stream.pings().length
  // An open transaction delays the change and therefore the ping.
  const slow = await database.pool.connect()
  await slow.query('begin; select pg_current_xact_id()')
  const id = await writer.report()
  await pause(300)
  expect(stream.pings().length).toBe(received)
  await listener.fetchWhatIsThere()
  expect(listener.actions()).toEqual([])
  await slow.query('commit')
  slow.release()
  const tookMs = await stream.until(() => stream.pings().length > received)
  expect(tookMs).toBeLessThan(3000)
  await listener.fetchWhatIsThere()
  expect(listener.actions()).toMatchObject([{ id }])
})

test('a stream ends within 5 s when its session ends, or its user’s role is lowered or account disabled or deleted', async () => {
  const { app, database } = await createListeningServer()
  const { db } = database
  const ends = {
    'session ended': (id: string) => db.deleteFrom('sessions').where('personId', '=', id).execute(),
    'role lowered': (id: string) => db.updateTable('people').set({ role: 1 }).where('id', '=', id).execute(),
    disabled: (id: string) => db.updateTable('people').set({ disabled: true }).where('id', '=', id).execute(),
    deleted: (id: string) => db.deleteFrom('people').where('id', '=', id).execute(),
    'session too old': (id: string) =>
      db
        .updateTable('sessions')
        .set({ createdAt: new Date(0) })
        .where('personId', '=', id)
        .execute(),
  }
  const stays = await createStream(app.server, (await createTestDevice(app, db)).person.cookie)
  const ended = Object.entries(ends).map(async ([reason, end]) => {
    const { person } = await createTestDevice(app, db, { role: 2 })
    const stream = await createStream(app.server, person.cookie)
    await end(person.id)
    return [reason, await stream.until(stream.hasEnded)] as const
  })
  for (const [reason, tookMs] of await Promise.all(ended)) expect(tookMs, reason).toBeLessThan(5000)
  expect(stays.hasEnded()).toBe(false)
})

test('a stream that was opened while the rights of others were being checked stays open', async () => {
  const database = await createTestDatabase()
  const pings = openPings(database.url, { warn: () => undefined })
  const events = openEvents(database.db, pings, {
    onError: (error) => {
      throw error
    },
  })
  const people = await Promise.all([createPerson(database.db), createPerson(database.db)])
  const server = createServer((_request, response) => {
    const person = people.pop()
    if (person) events.open(actorOf(person), person.sessionId, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    events.close()
    await pings.stop()
    server.close()
  })
  await once(server, 'listening')
  const first = await createStream(server)
  const slow = await database.pool.connect()
  await slow.query('begin; lock table sessions in access exclusive mode')
  const isLookedUp = async () =>
    (await slow.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount === 1
  for (let tries = 0; tries < 500 && !(await isLookedUp()); tries++) await pause(20)
  expect(await isLookedUp()).toBe(true)
  const second = await createStream(server)
  await slow.query('commit')
  slow.release()
  await pause(1000)
  expect([first.hasEnded(), second.hasEnded()]).toEqual([false, false])
})

test('visitors get no stream, users get at most five, and all streams end when the server stops', async () => {
  const { app, database } = await createListeningServer()
  expect((await createStream(app.server)).reply.statusCode).toBe(401)
  const { person } = await createTestDevice(app, database.db)
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, () => createStream(app.server, person.cookie)))
  expect(streams.map(({ reply }) => reply.statusCode)).toEqual(Array(STREAMS_PER_PERSON).fill(200))
  const tooMany = await createStream(app.server, person.cookie)
  expect(tooMany.reply.statusCode).toBe(429)
  expect(tooMany.reply.headers['retry-after']).toBe('30')
  streams[0]?.close()
  await pause(100)
  expect((await createStream(app.server, person.cookie)).reply.statusCode).toBe(200)
  const started = Date.now()
  await app.close()
  expect(Date.now() - started).toBeLessThan(3000)
  await streams[1]?.until(streams[1].hasEnded)
})

test('reopens a lost listening connection, and sends the changes that were missed', async () => {
  const { app, database } = await createListeningServer()
  const [listener, writer] = await Promise.all([createTestDevice(app, database.db), createTestDevice(app, database.db)])
  const stream = await createStream(app.server, listener.person.cookie)
  await stream.until(() => stream.pings().length >= 2)
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trailwarden pings' and datname = current_database()`,
  )
  const received = stream.pings().length
  await writer.report()
  await stream.until(() => stream.pings().length > received)
  await stream.until(() => stream.pings().at(-1)?.upTo === '' || stream.pings().length > received + 1)
})

test('SCALE-PINGS combines changes that arrive faster than the streams can be notified, including the last change', async () => {
  const database = await createTestDatabase()
  const pings = openPings(database.url, { warn: () => undefined })
  const fail = (error: unknown) => {
    throw error
  }
  const events = openEvents(database.db, pings, { onError: fail })
  const people = await Promise.all(Array.from({ length: 60 }, () => createPerson(database.db)))
  let opened = 0
  const server = createServer((_request, response) => {
    const person = people[Math.floor(opened++ / STREAMS_PER_PERSON)]
    if (person) events.open(actorOf(person), person.sessionId, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    events.close()
    await pings.stop()
    server.close()
  })
  await once(server, 'listening')
  const streams = await Promise.all(Array.from({ length: 300 }, () => createStream(server)))
  const [first] = streams
  if (!first) throw new Error('no stream')
  await first.until(() => first.pings().length >= 2)
  const [before, from] = [first.pings().length, performance.now()]
  let last = 0n
  for (let n = 0; n < 40; n++) {
    const { rows } = await database.pool.query<{ xid: string }>(
      `select note_change('action', gen_random_uuid()), pg_current_xact_id()::text as xid`,
    )
    last = BigInt(rows[0]?.xid ?? 0)
  }
  for (const stream of streams) await stream.until(() => BigInt(stream.pings().at(-1)?.upTo || 0) >= last)
  // At 5,000 pings per second, each round of 300 pings takes 60 ms. The limit also allows for one round in progress and one that is sent
  // immediately.
  expect(first.pings().length - before).toBeLessThanOrEqual((performance.now() - from) / 60 + 2)
})
