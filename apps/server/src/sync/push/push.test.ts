import { randomUUID } from 'node:crypto'
import { EPOCH_HEADER, OLDEST_PROTOCOL, PERSON_HEADER, PROTOCOL, PROTOCOL_HEADER, PUSH_LIMIT } from '@trailwarden/api'
import { SETTINGS_ID, Settings, TrailUpdateDocument } from '@trailwarden/domain'
import { createBrowser, OUR_PAGES } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const count = async (pool: { query(sql: string): Promise<{ rows: { n: number }[] }> }, table: string) =>
  (await pool.query(`select count(*) as n from ${table}`)).rows[0]?.n

test('a push requires a session, a request from the app’s own pages and a valid body', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const body = { deviceId: phone.deviceId, commands: [phone.command('action', randomUUID(), REPORT)] }
  expect((await createBrowser(app).post('/api/push', body)).statusCode).toBe(401)
  expect((await phone.browser.call('POST', '/api/push', body, { ...OUR_PAGES, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await phone.browser.call('POST', '/api/push', body, { ...OUR_PAGES, 'content-type': 'text/plain' })).statusCode).toBe(403)
  expect((await phone.browser.post('/api/push', { commands: [] })).statusCode).toBe(422)
  expect((await phone.browser.post('/api/push', { deviceId: phone.deviceId, commands: [{}] })).statusCode).toBe(422)
  const tooMany = Array.from({ length: PUSH_LIMIT + 1 }, () => phone.command('action', randomUUID(), REPORT))
  expect((await phone.browser.post('/api/push', { deviceId: phone.deviceId, commands: tooMany })).statusCode).toBe(422)
  expect(await count(database.pool, 'actions')).toBe(0)
})

test('SYNC-03 a command sent twice, even at the same time, has one effect and one answer', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const [made, edited] = [randomUUID(), await phone.report()]
  const commands = [
    phone.command('action', made, REPORT),
    phone.command('action', edited, { addNote: { id: randomUUID(), text: 'still there' } }, { baseVersion: 1 }),
    phone.command('action', edited, { rating: 'High' }, { baseVersion: 1 }),
    phone.command('action', randomUUID(), { description: '' }),
  ]
  const answers = await Promise.all(Array.from({ length: 8 }, () => phone.send(commands)))
  expect(answers[0]?.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'forbidden', 'invalid'])
  for (const repeat of [...answers, await phone.send(commands)]) expect(repeat).toEqual(answers[0])
  expect(await count(database.pool, 'actions')).toBe(2)
  expect(await count(database.pool, 'history')).toBe(3)
  // The server refuses the invalid command each time and doesn't store it (SEC-M5).
  expect(await count(database.pool, 'commands')).toBe(4)
  expect((await phone.action(edited))?.notes).toHaveLength(1)
})

test('rejects a queue from another user or epoch without storing any of it', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const { epoch } = await phone.page('')
  const commands = [phone.command('action', randomUUID(), REPORT)]
  const send = (headers: Record<string, string>) =>
    phone.browser.call('POST', '/api/push', { deviceId: phone.deviceId, commands }, { ...OUR_PAGES, ...headers })
  const [person, past] = [await send({ [PERSON_HEADER]: randomUUID() }), await send({ [EPOCH_HEADER]: randomUUID() })]
  expect([person.statusCode, person.json().code]).toEqual([409, 'other-person'])
  expect([past.statusCode, past.json().code]).toEqual([409, 'other-epoch'])
  expect(await count(database.pool, 'commands')).toBe(0)
  expect((await send({ [PERSON_HEADER]: phone.person.id, [EPOCH_HEADER]: epoch })).json().answers).toMatchObject([{ outcome: 'applied' }])
})

test('R14 tells devices with an older protocol to update and those with a newer one to wait, and accepts no changes from either', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const commands = [phone.command('action', randomUUID(), REPORT)]
  for (const [protocol, status, code] of [
    [OLDEST_PROTOCOL - 1, 426, 'app-too-old'],
    [PROTOCOL + 1, 503, 'unavailable'],
  ] as const) {
    const headers = { ...OUR_PAGES, [PROTOCOL_HEADER]: String(protocol) }
    const pushed = await phone.browser.call('POST', '/api/push', { deviceId: phone.deviceId, commands }, headers)
    const pulled = await app.inject({ url: '/api/pull', headers: { ...headers, cookie: phone.browser.cookie } })
    for (const reply of [pushed, pulled]) expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  }
  expect(await count(database.pool, 'commands')).toBe(0)
})

test('when two devices create the same record at the same time, only one record is created', async () => {
  const { app, database } = await createTestServer()
  const [ann, ben] = await Promise.all([createTestDevice(app, database.db), createTestDevice(app, database.db)])
  const id = randomUUID()
  const [first, second] = await Promise.all([ann.do('action', id, REPORT), ben.do('action', id, { ...REPORT, description: 'Tree' })])
  expect([first.outcome, second.outcome].sort()).toEqual(['applied', 'merged'])
  expect(await ann.action(id)).toMatchObject({ version: 2 })
})

test('doesn’t reveal the answer to a command to another user who knows its ID', async () => {
  const { app, database } = await createTestServer()
  const [ann, ben] = await Promise.all([createTestDevice(app, database.db), createTestDevice(app, database.db)])
  const command = ann.command('action', randomUUID(), REPORT)
  await ann.send([command])
  expect(await ben.send([command])).toMatchObject([{ outcome: 'invalid', version: null }])
})

test('commands from one device for one record are applied in the order in which they were made, however they were sent', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const id = await phone.report()
  const edit = (detail: string, more = {}) => phone.command('action', id, { detail, ...more }, { baseVersion: 1 })
  const [first, second, third] = [edit('first', { description: 'Only the first says so' }), edit('second'), edit('third')]
  await phone.send([third])
  await Promise.all([phone.send([first]), phone.send([second])])
  expect(await phone.action(id)).toMatchObject({ detail: 'third', description: 'Only the first says so' })
  const lines = await database.db.selectFrom('history').select('changes').where('recordId', '=', id).execute()
  expect(lines.map(({ changes }) => changes.detail)).toEqual(
    expect.arrayContaining([
      { before: '', after: 'third' },
      { before: 'first', after: 'third' },
      { before: 'second', after: 'third' },
    ]),
  )
})

test('a refused command doesn’t block those after it', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const id = randomUUID()
  const answers = await phone.send([
    phone.command('action', id, REPORT),
    phone.command('action', id, { status: 'Resolved' }),
    phone.command('person', phone.person.id, { role: 4 }),
    phone.command('action', id, { detail: 'after the refusals' }),
  ])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'forbidden', 'forbidden', 'applied'])
  expect(await phone.action(id)).toMatchObject({ detail: 'after the refusals', version: 2 })
})

test('while the database fails, every answer is retry and no change is partly applied; afterwards the push succeeds', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const id = randomUUID()
  const commands = [
    phone.command('action', id, REPORT),
    phone.command('action', id, { detail: 'x' }),
    phone.command('action', randomUUID(), REPORT),
  ]
  // Simulates a standby that rejects writes in the middle of the transaction.
  await database.pool.query(
    `create function away() returns trigger language plpgsql as $$ begin raise exception 'away' using errcode = '25006'; end $$`,
  )
  await database.pool.query('create trigger away before insert on history for each row execute function away()')
  expect((await phone.send(commands)).map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'retry'])
  expect([await count(database.pool, 'actions'), await count(database.pool, 'commands'), await count(database.pool, 'emails')]).toEqual([
    0, 0, 0,
  ])
  await database.pool.query('drop trigger away on history')
  expect((await phone.send(commands)).map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
})

test('a server error blocks only the affected record', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const [broken, whole] = [randomUUID(), randomUUID()]
  await database.pool.query(`create function broken() returns trigger language plpgsql as $$ begin
    if new.record_id = '${broken}' then raise exception 'an error' using errcode = 'XX000'; end if; return new; end $$`)
  await database.pool.query('create trigger broken before insert on history for each row execute function broken()')
  const answers = await phone.send([
    phone.command('action', broken, REPORT),
    phone.command('action', broken, { detail: 'x' }),
    phone.command('action', whole, REPORT),
  ])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'applied'])
})

test('SEC-M11 a queue of 2,000 commands drains without a pause, and a longer queue has to wait', { timeout: 240_000 }, async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  for (let sent = 0; sent < 500; sent += PUSH_LIMIT) {
    const id = randomUUID()
    const notes = Array.from({ length: PUSH_LIMIT - 1 }, (_, i) => ({ addNote: { id: randomUUID(), text: `note ${i}` } }))
    const answers = await phone.send([REPORT, ...notes].map((patch) => phone.command('action', id, patch)))
    expect(answers.every(({ outcome }) => outcome === 'applied')).toBe(true)
  }
  await phone.fetch()
  const texts = Array.from({ length: PUSH_LIMIT - 1 }, (_, i) => `note ${i}`)
  expect(phone.actions().map(({ notes }) => notes.map(({ text }) => text))).toEqual(Array.from({ length: 10 }, () => texts))
  // The server refuses commands of this kind. They need less work but still count towards the limit.
  const send = () => {
    const commands = Array.from({ length: PUSH_LIMIT }, () => phone.command('person', randomUUID(), {}))
    return phone.browser.post('/api/push', { deviceId: phone.deviceId, commands })
  }
  for (let sent = 500; sent < 2000; sent += PUSH_LIMIT) expect((await send()).statusCode).toBe(200)
  let reply = await send()
  for (let tries = 0; tries < 20 && reply.statusCode === 200; tries++) reply = await send()
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})

test('UPD-01 trail status posted from a device reaches the public and every device, but only managers see its author', async () => {
  const { app, database, site } = await createTestServer()
  const [member, manager] = [await createTestDevice(app, database.db), await createTestDevice(app, database.db, { role: 2 })]
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Closed', message: 'Storm' }]))
  const id = randomUUID()
  expect((await member.do('trail-update', id, { networks })).outcome).toBe('forbidden')
  expect((await manager.do('trail-update', id, { networks: {} })).outcome).toBe('invalid')
  expect((await manager.do('trail-update', id, { networks })).outcome).toBe('applied')
  expect((await manager.do('trail-update', id, { networks })).outcome).toBe('forbidden')
  expect((await app.inject('/api/public/status')).json().networks[0]).toMatchObject({ status: 'Closed', message: 'Storm' })
  await Promise.all([member.fetch(), manager.fetch()])
  const [seen, logged] = [member, manager].map(({ mirror }) => TrailUpdateDocument.parse(mirror.get(`trail-update ${id}`)))
  expect(seen).toMatchObject({ networks, createdBy: null, createdByName: null })
  expect(logged).toMatchObject({ networks, createdBy: manager.person.id })
})

test('SET-01 the default hazard reviewer must be a manager; everyone gets the name, but only managers get the address', async () => {
  const { app, database } = await createTestServer()
  const [member, manager] = [
    await createTestDevice(app, database.db),
    await createTestDevice(app, database.db, { role: 2, displayName: 'Rae' }),
  ]
  const choose = (phone: typeof member, reviewerId: string, baseVersion = 0) =>
    phone.do('settings', SETTINGS_ID, { reviewerId }, { baseVersion })
  expect((await choose(member, manager.person.id)).outcome).toBe('forbidden')
  expect((await choose(manager, member.person.id)).outcome).toBe('invalid')
  expect((await choose(manager, randomUUID())).outcome).toBe('invalid')
  expect((await manager.do('settings', randomUUID(), { reviewerId: manager.person.id })).outcome).toBe('gone')
  expect(await choose(manager, manager.person.id)).toMatchObject({ outcome: 'applied', version: 1 })
  const administrator = await createTestDevice(app, database.db, { role: 4 })
  expect(await choose(administrator, administrator.person.id)).toMatchObject({ outcome: 'merged', replaced: ['reviewerId'], version: 2 })
  expect(await choose(manager, manager.person.id, 2)).toMatchObject({ outcome: 'applied', version: 3 })
  await Promise.all([member.fetch(), manager.fetch()])
  const [seen, held] = [member, manager].map(({ mirror }) => Settings.parse(mirror.get(`settings ${SETTINGS_ID}`)))
  expect(seen).toMatchObject({ reviewerName: 'Rae', reviewerEmail: null })
  expect(held).toMatchObject({ reviewerName: 'Rae', reviewerEmail: manager.person.email })
})

test('SEC-FUZZ permanently refuses a command nested too deeply for the stack, so that it isn’t retried forever', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await createTestDevice(app, database.db)
  const command = {
    id: randomUUID(),
    n: 1,
    kind: 'action',
    recordId: randomUUID(),
    baseVersion: null,
    recordedAt: new Date().toISOString(),
  }
  const send = (depth: number) => {
    const commands = `[${JSON.stringify({ ...command, patch: {} }).replace('"patch":{}', `"patch":{"detail":${'['.repeat(depth)}${']'.repeat(depth)}}`)}]`
    return app.inject({
      method: 'POST',
      url: '/api/push',
      headers: { ...OUR_PAGES, cookie: browser.cookie },
      payload: `{"deviceId":"${randomUUID()}","commands":${commands}}`,
    })
  }
  for (const depth of [100, 6000, 100_000]) expect((await send(depth)).statusCode, String(depth)).toBe(400)
  expect((await send(20)).json().answers).toMatchObject([{ outcome: 'invalid' }])
})
