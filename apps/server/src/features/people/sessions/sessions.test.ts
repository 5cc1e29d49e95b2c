import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { deviceOf } from './device.ts'
import { sweepSessions } from './sessions.ts'

test('ACC-10 a session survives browser restarts, and ends when it’s unused or too old', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db)
  const isAlive = async (createdDaysAgo: number, seenDaysAgo: number) => {
    await database.pool.query(
      `update sessions set created_at = now() - make_interval(days => $1), last_seen_at = now() - make_interval(days => $2)`,
      [createdDaysAgo, seenDaysAgo],
    )
    return (await browser.get('/api/me')).json().person !== null
  }
  expect([await isAlive(179, 29), await isAlive(29, 0)]).toEqual([true, true])
  await database.db.updateTable('people').set({ role: 2 }).where('id', '=', person.id).execute()
  expect(await isAlive(31, 0)).toBe(false)
})

test('SEC-M2 a clock that jumps forty days ahead and back logs nobody out; sessions that remain too old are deleted', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  const isSignedIn = async () => (await browser.get('/api/me')).json().person !== null
  // Fake timers only change the server's clock. The sweep uses the database's clock, which the test simulates by changing the times in the
  // rows.
  const moveDatabaseClock = (days: number) =>
    database.pool.query(
      `update sessions set created_at = created_at - make_interval(days => $1), last_seen_at = last_seen_at - make_interval(days => $1),
         expired_at = expired_at - make_interval(days => $1)`,
      [days],
    )
  const days = 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * days })
  onTestFinished(() => void vi.useRealTimers())
  expect(await isSignedIn()).toBe(false)
  vi.useRealTimers()
  expect(await isSignedIn()).toBe(true)
  await moveDatabaseClock(40)
  await sweepSessions(database.db)
  expect(await isSignedIn()).toBe(false)
  await moveDatabaseClock(-40)
  await sweepSessions(database.db)
  expect(await isSignedIn()).toBe(true)
  expect(await database.db.selectFrom('sessions').select('expiredAt').execute()).toEqual([{ expiredAt: null }])
  for (const [moved, left] of [
    [40, 1],
    [6, 1],
    [2, 0],
  ] as const) {
    await moveDatabaseClock(moved)
    await sweepSessions(database.db)
    expect(await database.db.selectFrom('sessions').select('id').execute()).toHaveLength(left)
  }
})

test('records the last use of a session at most once an hour', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  const seenAt = async () => (await database.db.selectFrom('sessions').select('lastSeenAt').executeTakeFirstOrThrow()).lastSeenAt.getTime()
  const fresh = await seenAt()
  await browser.get('/api/me')
  expect(await seenAt()).toBe(fresh)
  await database.pool.query("update sessions set last_seen_at = now() - interval '2 hours'")
  await browser.get('/api/me')
  expect(await seenAt()).toBeGreaterThan(Date.now() - 60_000)
})

test('people can list and end their own sessions, one by one or all others together, but not those of other people', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db)
  const stranger = await createPerson(database.db)
  const [tablet, laptop] = [createBrowser(app), createBrowser(app)]
  for (const other of [tablet, laptop]) await other.post('/api/account/login', { email: person.email, password: PASSWORD })
  const list = async () => (await browser.get('/api/me/sessions')).json().sessions as { id: string; current: boolean; device: string }[]
  expect((await list()).map((session) => session.current).sort()).toEqual([false, false, true])
  expect(JSON.stringify(await list())).not.toContain(browser.cookie.slice(10))
  expect((await browser.remove(`/api/me/sessions/${stranger.sessionId}`)).statusCode).toBe(404)
  const other = (await list()).find((session) => !session.current)
  expect((await browser.remove(`/api/me/sessions/${other?.id}`)).statusCode).toBe(204)
  expect(await list()).toHaveLength(2)
  expect((await browser.remove('/api/me/sessions')).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ current: true }])
  expect((await createBrowser(app, { cookie: stranger.cookie }).get('/api/me')).json().person.id).toBe(stranger.id)
})

test('stores only a short description of a device', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36')).toBe(
    'Chrome on Android',
  )
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe('Safari on iOS')
  expect(deviceOf('curl/8')).toBe('Unknown device')
})
