import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const DAY_MS = 86_400_000
const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)
const NOW = new Date()
const TEXT = 'Somebody wrote this and wants it gone'

/** Sweeps have run every day until now, so the server trusts the clock. */
async function createSweptServer(environment: Record<string, string> = {}) {
  const server = await createTestServer({ environment })
  const { db, pool } = server.database
  return {
    ...server,
    async sweepAt(time: Date) {
      await pool.query(
        `insert into retention_clock (checked_at, steady_since) values ($1, $2)
         on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`,
        [daysAfter(time, -1), daysAfter(time, -30)],
      )
      expect(await server.sweep(time)).toBe(true)
    },
    async lastActive(personId: string, days: number) {
      await pool.query('update person_activity set last_active_at = $2 where person_id = $1', [personId, daysAfter(NOW, -days)])
    },
    people: async () => (await db.selectFrom('people').select('id').execute()).map(({ id }) => id),
    emails: async () =>
      (await db.selectFrom('emails').select(['kind', 'recipient']).execute()).map(({ kind, recipient }) => `${kind} ${recipient}`),
  }
}

test('SEC-RETENTION an account that has been unused for 12 months gets one email, and is deleted after 24 months', async () => {
  const { app, database, lastActive, sweepAt, people, emails } = await createSweptServer()
  const admin = await createPerson(database.db, { role: 4 })
  const device = await createTestDevice(app, database.db)
  const action = await device.report()
  const { rows } = await database.pool.query<{ id: string; email: string }>('select id, email from people where role = 1')
  const { id = '', email = '' } = rows[0] ?? {}
  await lastActive(id, 360)
  await sweepAt(NOW)
  expect(await emails()).toEqual([])
  await sweepAt(daysAfter(NOW, 10))
  await sweepAt(daysAfter(NOW, 11))
  expect(await emails()).toEqual([`inactive-account ${email}`])
  await sweepAt(daysAfter(NOW, 360))
  expect(await people()).toContain(id)
  await sweepAt(daysAfter(NOW, 375))
  expect(await people()).toEqual([admin.id])
  const stored = await database.db
    .selectFrom('actions')
    .select(['description', 'createdByName'])
    .where('id', '=', action)
    .executeTakeFirst()
  expect(stored).toEqual({ description: 'Tree across the track', createdByName: 'Former user' })
  const dump = await database.pool.query(
    'select to_jsonb(l)::text as line from emails l union all select to_jsonb(a)::text from audit_log a',
  )
  expect(dump.rows.filter(({ line }) => line.includes(email))).toEqual([])
})

test('SEC-RETENTION a login or sync after the notice restarts the period; nobody is removed within 30 days of the notice', async () => {
  const { app, database, lastActive, sweepAt, people, emails } = await createSweptServer()
  await createPerson(database.db, { role: 4 })
  const back = await as(app, database.db)
  const syncs = await createTestDevice(app, database.db)
  const gone = await createPerson(database.db)
  const { rows } = await database.pool.query<{ id: string }>('select id from people where role = 1 and id not in ($1, $2)', [
    back.person.id,
    gone.id,
  ])
  const syncsId = rows[0]?.id ?? ''
  // The server updates this time only once in a while. An earlier time makes the next request count.
  await database.pool.query("update sessions set last_seen_at = last_seen_at - interval '2 hours'")
  // These accounts are far past the limit, as after an upgrade. Even then, the server must send the notice first.
  for (const id of [back.person.id, syncsId, gone.id]) await lastActive(id, 1000)
  await sweepAt(NOW)
  expect(await emails()).toHaveLength(3)
  expect(await people()).toHaveLength(4)
  expect((await createBrowser(app).post('/api/account/login', { email: back.person.email, password: PASSWORD })).statusCode).toBe(200)
  await syncs.fetch()
  await sweepAt(daysAfter(NOW, 29))
  expect(await people()).toHaveLength(4)
  await sweepAt(daysAfter(NOW, 31))
  expect((await people()).includes(gone.id)).toBe(false)
  expect(await people()).toEqual(expect.arrayContaining([back.person.id, syncsId]))
})

test('SEC-RETENTION the email states the removal date and how to prevent it; people who return before then get no email', async () => {
  const mailServer = await createMailServer()
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org' }
  const { database, lastActive, sweepAt, mail } = await createSweptServer(environment)
  await createPerson(database.db, { role: 4 })
  const [jo, kim] = [await createPerson(database.db), await createPerson(database.db)]
  for (const { id } of [jo, kim]) await lastActive(id, 400)
  await sweepAt(NOW)
  await database.pool.query('update sessions set last_seen_at = now() where person_id = $1', [kim.id])
  await mail.startSending()
  const { subject, text } = await mailServer.emailTo(jo.email)
  expect(subject).toBe('Your account for St Helens Trails will be deleted')
  expect(text).toMatch(/delete your account on or after \d{1,2} \w+ 20\d\d/)
  expect(text).toContain('https://trails.example.org/login')
  await expect.poll(async () => (await database.db.selectFrom('emails').select('id').execute()).length, { timeout: 15_000 }).toBe(0)
  expect(mailServer.emails).toHaveLength(1)
})

test('SEC-RETENTION the last manager and the last administrator are never removed, however long they’re inactive', async () => {
  const { database, lastActive, sweepAt, people } = await createSweptServer()
  const admin = await createPerson(database.db, { role: 4 })
  const managers = [await createPerson(database.db, { role: 2 }), await createPerson(database.db, { role: 2 })]
  for (const { id } of [admin, ...managers]) await lastActive(id, 2000)
  await sweepAt(NOW)
  await sweepAt(daysAfter(NOW, 40))
  expect(await people()).toEqual([admin.id])
  await database.pool.query('update people set role = 2')
  await sweepAt(daysAfter(NOW, 41))
  expect(await people()).toEqual([admin.id])
})

test('SEC-RETENTION after 90 days a deleted Action loses its text, notes, location and photo, and devices are told it’s gone', async () => {
  const { app, database, config, sweepAt } = await createSweptServer()
  const [owner, manager] = [await createTestDevice(app, database.db), await createTestDevice(app, database.db, { role: 2 })]
  const photoId = randomUUID()
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 5 }
  const id = await owner.report({ description: TEXT, detail: TEXT, addPhotos: [{ id: photoId, note: TEXT }], place })
  const other = await owner.report()
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#356a3c' } })
    .jpeg()
    .toBuffer()
  expect((await owner.browser.putPhoto(photoId, jpeg)).statusCode).toBe(204)
  await owner.do('action', id, { addNote: { id: randomUUID(), text: TEXT } }, { baseVersion: 1 })
  await owner.fetch()
  expect((await manager.do('action', id, { deleted: true }, { baseVersion: 2 })).outcome).toBe('applied')
  const files = async () => (await readdir(config.PHOTOS_DIR, { recursive: true })).filter((name) => /[0-9a-f]{12}\.jpg$/.test(name))
  const tracesIn = async () => {
    const tables = ['actions', 'history', 'commands', 'emails', 'photos']
    const dumps = await Promise.all(tables.map((table) => database.pool.query(`select to_jsonb(t)::text as line from ${table} t`)))
    return dumps.flatMap(({ rows }) => rows).filter(({ line }) => line.includes(TEXT) || line.includes('148.2') || line.includes(photoId))
      .length
  }
  const history = () => database.pool.query('select version, created_by, changes from history where record_id = $1 order by id', [id])
  const before = (await history()).rows
  await sweepAt(daysAfter(NOW, 89))
  expect([(await files()).length, (await tracesIn()) > 3]).toEqual([1, true])
  await sweepAt(daysAfter(NOW, 91))
  await sweepAt(daysAfter(NOW, 92))
  expect([await files(), await tracesIn()]).toEqual([[], 0])
  const after = (await history()).rows
  expect(after.map(({ version, created_by, changes }) => [version, created_by, Object.keys(changes).sort()])).toEqual(
    before.map(({ version, created_by, changes }) => [version, created_by, Object.keys(changes).sort()]),
  )
  await owner.fetch()
  expect(owner.mirror.has(`action ${id}`)).toBe(false)
  expect(owner.mirror.has(`action ${other}`)).toBe(true)
  expect((await owner.do('action', id, { description: 'late' })).refusal?.code).toBe('gone')
  await expect(database.pool.query(`update history set changes = '{}' where record_id = $1`, [other])).rejects.toThrow('append only')
})

test('SEC-RETENTION after a clock jumps ahead by years, nothing is removed until it has run steadily for a week', async () => {
  const { database, sweep } = await createTestServer()
  const admin = await createPerson(database.db, { role: 4 })
  const member = await createPerson(database.db)
  const sessions = async () => (await database.db.selectFrom('sessions').select('id').execute()).length
  for (let day = 0; day <= 8; day++) expect(await sweep(daysAfter(NOW, day))).toBe(day >= 7)
  const far = daysAfter(NOW, 800)
  for (let hour = 0; hour < 100; hour++) expect(await sweep(new Date(far.getTime() + hour * 3_600_000))).toBe(false)
  // Correcting the clock also counts as a jump.
  expect(await sweep(daysAfter(NOW, 12))).toBe(false)
  expect(await sessions()).toBe(2)
  expect((await database.db.selectFrom('people').select('id').execute()).map(({ id }) => id).sort()).toEqual([admin.id, member.id].sort())
  expect(await database.db.selectFrom('emails').select('id').execute()).toEqual([])
})

test('SEC-RETENTION removes expired links and keeps valid ones', async () => {
  const { database, sweepAt } = await createSweptServer()
  const [old, fresh] = [await createPerson(database.db), await createPerson(database.db)]
  const hash = (n: number) => Buffer.alloc(32, n)
  await database.pool.query(
    `insert into account_links (person_id, purpose, token_hash, expires_at) values ($1, 'set-password', $3, $5), ($2, 'set-password', $4, $6)`,
    [old.id, fresh.id, hash(1), hash(2), daysAfter(NOW, -1), daysAfter(NOW, 1)],
  )
  await database.pool.query(
    `insert into brief_links (id, token_hash, marker_code, created_at, created_by, expires_at) values
       (gen_random_uuid(), $1, 'BF1', $3::timestamptz - interval '32 days', gen_random_uuid(), $3::timestamptz - interval '31 days'),
       (gen_random_uuid(), $2, 'BF1', $3::timestamptz - interval '2 days', gen_random_uuid(), $3::timestamptz - interval '1 day')`,
    [hash(3), hash(4), NOW],
  )
  await database.pool.query(
    `insert into take_back_links (person_id, token_hash, email, created_at, expires_at) values ($1, $3, 'a', $5, $5), ($2, $4, 'b', $6, $6)`,
    [old.id, fresh.id, hash(5), hash(6), daysAfter(NOW, -1), daysAfter(NOW, 1)],
  )
  await sweepAt(NOW)
  const count = async (table: string) => Number((await database.pool.query(`select count(*) as n from ${table}`)).rows[0]?.n)
  expect([await count('account_links'), await count('brief_links'), await count('take_back_links')]).toEqual([1, 1, 1])
})

test('SEC-RETENTION two processes don’t delete old data at the same time', async () => {
  const { database, sweep, sweepAt } = await createSweptServer()
  await sweepAt(NOW)
  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock(7206020)')
    expect(await sweep(daysAfter(NOW, 1))).toBe(false)
  } finally {
    client.release(true)
  }
})
