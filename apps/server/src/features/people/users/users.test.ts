import { Person } from '@trailwarden/domain'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

test('USR-02 managers can list all users with role, email address and phone number, sorted by name', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2, displayName: 'mia' })
  await createPerson(database.db, { displayName: 'Zoe', phone: '0400 000 000' })
  await createPerson(database.db, { displayName: 'Åke' })
  const { users } = (await browser.get('/api/users')).json()
  expect(users.map((user: { displayName: string }) => user.displayName)).toEqual(['Åke', 'mia', 'Zoe'])
  expect(Object.keys(users[0]).sort()).toEqual(['createdAt', 'disabled', 'displayName', 'email', 'id', 'phone', 'pictureId', 'role'])
})

test('USR-03 a manager adds a user, who receives a link, chooses a password and logs in with role 1', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const { person: manager, browser } = await as(app, database.db, { role: 2 })
  const reply = await browser.post('/api/users', { displayName: 'Ann', email: 'ann@example.org' })
  expect([reply.statusCode, reply.json().user.role]).toEqual([201, 1])
  const visitor = createBrowser(app)
  expect((await visitor.post('/api/account/login', { email: 'ann@example.org', password: 'anything' })).statusCode).toBe(401)
  const token = tokenIn(await mailServer.emailTo('ann@example.org'))
  expect((await visitor.post('/api/account/set-password', { token, password: 'berms and jumps' })).statusCode).toBe(204)
  expect((await visitor.post('/api/account/login', { email: 'ann@example.org', password: 'berms and jumps' })).statusCode).toBe(200)
  const row = await database.db.selectFrom('people').select('createdBy').where('email', '=', 'ann@example.org').executeTakeFirst()
  expect(row?.createdBy).toBe(manager.id)
  expect((await browser.post('/api/users', { displayName: 'Ann', email: 'ann@example.org' })).json().code).toBe('email-unavailable')
})

test('USR-04 SEC-N2 a lowered role applies immediately, a raised one at the next login; both are logged and emailed', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const { person: manager, browser } = await as(app, database.db, { role: 3 })
  const { person, browser: theirs } = await as(app, database.db)
  expect((await theirs.get('/api/users')).statusCode).toBe(403)
  expect((await browser.patch(`/api/users/${person.id}`, { role: 2, phone: '0400 1' })).json().user).toMatchObject({
    role: 2,
    phone: '0400 1',
  })
  expect((await theirs.get('/api/users')).statusCode).toBe(403)
  expect((await mailServer.emailTo(person.email)).text).toContain('Your role is now Manager. Log in again')
  await theirs.post('/api/account/login', { email: person.email, password: PASSWORD })
  expect((await theirs.get('/api/users')).statusCode).toBe(200)
  await browser.patch(`/api/users/${person.id}`, { role: 1 })
  expect((await theirs.get('/api/users')).statusCode).toBe(403)
  const log = await database.db.selectFrom('auditLog').selectAll().where('event', '=', 'role-changed').orderBy('id').execute()
  expect(log).toMatchObject([
    { actorId: manager.id, subjectId: person.id, details: { from: 1, to: 2 } },
    { actorId: manager.id, subjectId: person.id, details: { from: 2, to: 1 } },
  ])
})

test('USR-04 when two managers demote each other at the same moment, one remains a manager', async () => {
  const { app, database } = await createTestServer()
  for (let round = 0; round < 5; round++) {
    await database.db.deleteFrom('people').execute()
    const [a, b] = [await as(app, database.db, { role: 2 }), await as(app, database.db, { role: 2 })]
    const replies = await Promise.all([
      a.browser.patch(`/api/users/${b.person.id}`, { role: 1 }),
      b.browser.patch(`/api/users/${a.person.id}`, { role: 1 }),
    ])
    expect(replies.map((reply) => reply.statusCode).sort()).toContain(200)
    const left = await database.db.selectFrom('people').select('id').where('role', '>=', 2).execute()
    expect(left.length).toBe(1)
  }
})

test('a disabled user is logged out immediately and can’t log in again', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const { person, browser: theirs } = await as(app, database.db)
  expect((await browser.patch(`/api/users/${person.id}`, { disabled: true })).statusCode).toBe(200)
  expect((await theirs.get('/api/me')).json().person).toBeNull()
  expect(await database.db.selectFrom('sessions').select('id').where('personId', '=', person.id).execute()).toEqual([])
})

test('USR-05 a manager deletes another account, and no request returns it afterwards', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const { person, browser: theirs } = await as(app, database.db)
  expect((await browser.remove(`/api/users/${person.id}`)).statusCode).toBe(204)
  expect((await browser.remove(`/api/users/${person.id}`)).statusCode).toBe(404)
  expect((await browser.get(`/api/users/${person.id}`)).statusCode).toBe(404)
  expect((await theirs.get('/api/me')).json().person).toBeNull()
})

test('the people table has only the fields of a person', async () => {
  const { database } = await createTestServer()
  const { rows } = await database.pool.query("select column_name as name from information_schema.columns where table_name = 'people'")
  const camelCase = (name: string) => name.replace(/_(.)/g, (_, first: string) => first.toUpperCase())
  expect(rows.map(({ name }) => camelCase(name)).sort()).toEqual([...Object.keys(Person.shape), 'createdBy'].sort())
})
