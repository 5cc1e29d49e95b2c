import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const SOON = { timeout: 10_000 }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const BAN = { title: 'Total fire ban <today>', text: 'No fires & no stoves.', level: 'Fire', endsAt: inHours(5) }

async function createNetwork() {
  const server = await createTestServer()
  const { app, database } = server
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const status = async () => (await app.inject('/api/public/status')).json()
  const titles = async () => (await status()).notices.map(({ title }: { title: string }) => title)
  return { ...server, mara, status, titles }
}

test('NO1 NO5 NOTICE-1 a new notice appears in everyone’s trail status on every server, newest first, without its author', async () => {
  const { app, database, mara, status, titles } = await createNetwork()
  const other = await createTestServer({ database })
  expect((await status()).notices).toEqual([])
  const before = await app.inject('/api/public/status')
  const id = randomUUID()
  expect((await mara.do('notice', id, BAN)).outcome).toBe('applied')
  expect((await mara.do('notice', randomUUID(), { ...BAN, title: 'Race day', level: 'Caution' })).outcome).toBe('applied')
  await expect.poll(titles, SOON).toEqual(['Race day', 'Total fire ban <today>'])
  const [, ban] = (await status()).notices
  expect(ban).toEqual({ id, ...BAN, postedAt: expect.any(String) })
  await expect.poll(async () => (await other.app.inject('/api/public/page-data')).json().status.notices.length, SOON).toBe(2)
  // A client whose copy is older than the notice must not get "not modified".
  const tag = { 'if-none-match': String(before.headers.etag) }
  expect((await app.inject({ url: '/api/public/status', headers: tag })).statusCode).toBe(200)
})

test('NO4 NO6 a notice disappears when it’s ended or when its end passes by the database’s clock, and can be posted again', async () => {
  const { database, mara, titles } = await createNetwork()
  const id = randomUUID()
  await mara.do('notice', id, BAN)
  await expect.poll(titles, SOON).toEqual([BAN.title])
  await sql`update notices set ends_at = now() where id = ${id}`.execute(database.db)
  await expect.poll(titles, SOON).toEqual([])
  expect((await mara.do('notice', id, { endsAt: inHours(9) }, { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(titles, SOON).toEqual([BAN.title])
  expect((await mara.do('notice', id, { isEnded: true }, { baseVersion: 2 })).outcome).toBe('applied')
  await expect.poll(titles, SOON).toEqual([])
  expect((await mara.do('notice', id, { text: 'Stoves too.' }, { baseVersion: 3 })).outcome).toBe('applied')
  expect((await mara.do('notice', id, { isEnded: false }, { baseVersion: 4 })).outcome).toBe('applied')
  await expect.poll(titles, SOON).toEqual([BAN.title])
})

test('NO2 NO3 the server and the database refuse invalid notices; a notice that arrives after its end is accepted but not shown', async () => {
  const { database, mara, titles } = await createNetwork()
  const refused = [
    { title: '' },
    { title: 'x'.repeat(41) },
    { text: 'x'.repeat(141) },
    { level: 'Fatal' },
    { endsAt: inHours(24 * 400) },
    { endsAt: '' },
  ]
  for (const part of refused)
    expect((await mara.do('notice', randomUUID(), { ...BAN, ...part })).outcome, JSON.stringify(part)).toBe('invalid')
  expect((await mara.do('notice', randomUUID(), { ...BAN, endsAt: inHours(-1) })).outcome).toBe('applied')
  expect(await titles()).toEqual([])
  const broken = sql`insert into notices values (${randomUUID()}, '', '', 'Fire', now(), false, 1, now(), now(), ${randomUUID()}, 'x', now(), ${randomUUID()}, 'x')`
  await expect(broken.execute(database.db)).rejects.toThrow('notices_title_check')
})

test('NOTICE-1 feeds list escaped notices after the updates, with their end times', async () => {
  const { app, mara } = await createNetwork()
  await mara.do('notice', randomUUID(), BAN)
  const items = async () => (await app.inject('/feeds/status.json')).json().items
  await expect.poll(async () => (await items()).at(-1)?.title, SOON).toBe(BAN.title)
  const last = (await items()).at(-1)
  expect(last.content_text).toMatch(/^No fires & no stoves\.\nUntil .+\.$/)
  expect(last._trailwarden).toEqual({ level: 'Fire', ends_at: BAN.endsAt })
  const atom = (await app.inject('/feeds/status.atom')).body
  expect(atom).toContain('<title>Total fire ban &#60;today&#62;</title>')
  expect(atom).not.toContain('<today>')
})
