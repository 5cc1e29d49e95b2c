import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@trailwarden/api'
import { type AuditEvent, FORMER_USER } from '@trailwarden/domain'
import { as, type Browser } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { audit } from '#db/audit.ts'
import { createTestServer } from '#testing/test-server.ts'

const read = async (browser: Browser, query = ''): Promise<{ entries: AuditEntry[]; next: number | null }> => {
  const page = (await browser.get(`/api/audit-log${query}`)).json() as { entries: AuditEntry[]; next: number | null }
  return { ...page, entries: page.entries.filter(({ event }) => event !== 'audit-log-read') }
}

const eventsOf = async (browser: Browser, query = '') => (await read(browser, query)).entries.map(({ event }) => event)

test('SEC-AUDIT managers read only their own entries; coordinators and administrators read all entries', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const manager = await as(app, db, { role: 2, displayName: 'Mia Manager' })
  const other = await as(app, db, { role: 2, displayName: 'Olaf Other' })
  const former = await as(app, db, { role: 2, displayName: 'Sam Former' })
  await manager.browser.patch(`/api/users/${former.person.id}`, { role: 1 })
  await other.browser.post('/api/exports', { collection: 'users', rows: 3 })
  await audit(db, 'sign-in-refused', { subjectId: manager.person.id }, new Date())

  const own = await read(manager.browser)
  expect(own).toMatchObject({
    entries: [
      {
        event: 'role-changed',
        actor: { id: manager.person.id, name: 'Mia Manager' },
        subject: { id: former.person.id, name: 'Sam Former' },
        details: { from: 2, to: 1 },
      },
    ],
    next: null,
  })
  for (const person of [other.person.id, manager.person.id])
    for (const entry of (await read(manager.browser, `?person=${person}`)).entries) expect(entry.actor?.id).toBe(manager.person.id)
  expect(await eventsOf(manager.browser, '?event=exported')).toEqual([])

  for (const role of [3, 4]) {
    const { browser } = await as(app, db, { role })
    expect(await eventsOf(browser)).toEqual(['sign-in-refused', 'exported', 'role-changed'])
  }
})

test('SEC-AUDIT shows a deleted user as “Former user”, and no name for events that aren’t about a person', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const { browser } = await as(app, db, { role: 4 })
  const gone = randomUUID()
  await audit(db, 'account-deleted', { actorId: gone, subjectId: gone, details: { role: 1 } }, new Date())
  await audit(db, 'brief-link-opened', { subjectId: randomUUID(), details: { code: 'BF17' } }, new Date())
  await audit(db, 'sign-in-refused', {}, new Date())
  const former = { id: gone, name: FORMER_USER }
  expect((await read(browser)).entries).toMatchObject([
    { event: 'sign-in-refused', actor: null, subject: null, details: {} },
    { event: 'brief-link-opened', actor: null, subject: null, details: { code: 'BF17' } },
    { event: 'account-deleted', actor: former, subject: former },
  ])
})

test('SEC-AUDIT filters by event, by actor or subject, and by whole days in the site’s time zone', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const { browser } = await as(app, db, { role: 3 })
  const [a, b] = [randomUUID(), randomUUID()]
  const log = (event: AuditEvent, at: string, about: { actorId?: string; subjectId?: string }) => audit(db, event, about, new Date(at))
  // Hobart is 11 hours ahead, so the 14th ends there at 13:00Z.
  await log('signed-in', '2025-11-14T12:59:59Z', { actorId: a, subjectId: a })
  await log('exported', '2025-11-14T13:00:00Z', { actorId: a })
  await log('disabled', '2025-11-15T13:00:00Z', { actorId: b, subjectId: a })
  await log('signed-in', '2025-11-16T13:00:00Z', { actorId: b, subjectId: b })

  expect(await eventsOf(browser, '?event=signed-in')).toEqual(['signed-in', 'signed-in'])
  expect(await eventsOf(browser, `?person=${a}`)).toEqual(['disabled', 'exported', 'signed-in'])
  expect(await eventsOf(browser, `?person=${b}&event=disabled`)).toEqual(['disabled'])
  expect(await eventsOf(browser, '?from=2025-11-15')).toEqual(['signed-in', 'disabled', 'exported'])
  expect(await eventsOf(browser, '?to=2025-11-14')).toEqual(['signed-in'])
  expect(await eventsOf(browser, '?from=2025-11-15&to=2025-11-16')).toEqual(['disabled', 'exported'])
  for (const query of [
    '?event=nothing',
    '?person=Sam',
    '?from=0000-01-01',
    '?to=2025-02-30',
    '?before=-1',
    '?limit=501',
    "?person=' or 1=1",
  ])
    expect((await browser.get(`/api/audit-log${query.replaceAll(' ', '%20')}`)).statusCode, query).toBe(422)
})

test('SEC-AUDIT pages of 50 entries list each entry once, even while the log grows', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const { person, browser } = await as(app, db, { role: 2 })
  const rows = (count: number) =>
    Array.from({ length: count }, () => ({ at: new Date(), event: 'signed-in', actorId: person.id, details: {} }))
  await db.insertInto('auditLog').values(rows(120)).execute()
  const seen: number[] = []
  const sizes: number[] = []
  for (let before = ''; ; ) {
    const { entries, next } = await read(browser, before)
    sizes.push(entries.length)
    seen.push(...entries.map(({ id }) => id))
    await db.insertInto('auditLog').values(rows(3)).execute()
    if (next === null) break
    before = `?before=${next}`
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(seen).toEqual([...new Set(seen)].sort((one, another) => another - one))
  expect(seen.length).toBe(120)
  expect((await read(browser, '?limit=500')).entries.length).toBe(129)
  expect(await read(browser, `?limit=2&before=${seen.at(-3) ?? 0}`)).toMatchObject({ next: null, entries: [{}, {}] })
})

test('SEC-AUDIT nobody can change the log, not even administrators', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db, { role: 4 })
  await browser.post('/api/exports', { collection: 'audit-log', rows: 1 })
  const before = await read(browser)
  const [entry] = before.entries
  expect(entry).toMatchObject({ event: 'exported', actor: { id: person.id }, details: { collection: 'audit-log', rows: 1 } })
  for (const path of ['/api/audit-log', `/api/audit-log/${entry?.id}`])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await browser.call(method, path, { event: 'signed-in' })).statusCode, `${method} ${path}`).toBe(404)
  for (const statement of ["update audit_log set event = 'signed-in'", 'delete from audit_log', 'truncate audit_log'])
    await expect(database.pool.query(statement)).rejects.toThrow()
  expect(await read(browser)).toEqual(before)
})
