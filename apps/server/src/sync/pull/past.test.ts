/** Nobody ran the restore command after these restores. */

import { randomUUID } from 'node:crypto'
import { CURSOR_HEADER, EPOCH_HEADER, PushReply, RECEIPT_HEADER } from '@trailwarden/api'
import { createSession, OUR_PAGES } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { before, writeCursor } from './cursor.ts'
import { renewEpoch } from './epoch.ts'
import { isSigned, sign } from './signature.ts'

const cursorAhead = (epoch: string, personId: string) =>
  ({ epoch, personId, role: 1, phase: 'changes', horizon: '900000000000', after: before('1'), protocol: 1 }) as const

async function createServerWithDevice() {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  await phone.fetch()
  const pull = async (cursor: string, receipt?: string) => {
    const headers = { cookie: phone.browser.cookie, ...(receipt && { [RECEIPT_HEADER]: receipt }) }
    return (await app.inject({ url: `/api/pull?cursor=${encodeURIComponent(cursor)}`, headers })).json()
  }
  const push = (headers: Record<string, string>, id: string = randomUUID()) => {
    const body = { deviceId: phone.deviceId, commands: [phone.command('action', id, REPORT)] }
    return phone.browser.call('POST', '/api/push', body, { ...OUR_PAGES, ...headers })
  }
  const row = async (): Promise<{ epoch: string; secret: string; number: number }> =>
    (
      await database.pool.query(
        `select epoch, encode(secret, 'hex') as secret, (select last_value::int from action_number) as number from sync_epoch`,
      )
    ).rows[0]
  const forget = (id: string) => database.pool.query('delete from commands where record_id = $1', [id])
  /** A restore ends every session. */
  const logInAgain = async () => {
    phone.browser.cookie = (await createSession(database.db, phone.person)).cookie
  }
  return { app, database, phone, pull, push, row, forget, logInAgain }
}

test('SEC-H4 rows loaded from a dump begin a new epoch automatically, and numbering continues above assigned numbers', async () => {
  const { database, phone, push, row, logInAgain } = await createServerWithDevice()
  await phone.report()
  const { epoch, number } = await row()
  expect((await push({ [EPOCH_HEADER]: epoch })).statusCode).toBe(200)
  await database.pool.query('create temp table dump as table sync_epoch; delete from sync_epoch; insert into sync_epoch table dump')
  const refused = await push({ [EPOCH_HEADER]: epoch })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'other-epoch'])
  const after = await row()
  expect(after.epoch).not.toBe(epoch)
  expect(after.number).toBeGreaterThan(number + 100)
  expect((await push({ [EPOCH_HEADER]: after.epoch })).statusCode).toBe(401)
  await logInAgain()
  expect((await phone.fetch())[0]).toMatchObject({ reset: true, epoch: after.epoch })
  expect((await push({ [EPOCH_HEADER]: after.epoch })).statusCode).toBe(200)
  expect((await row()).epoch).toBe(after.epoch)
})

test('SEC-H4 numbers are consecutive if nothing was restored, and no receipt contains an unassigned number', async () => {
  const { database, phone, push, row } = await createServerWithDevice()
  const { epoch } = await row()
  let receipt = ''
  for (let count = 0; count < 3; count++) {
    const id = randomUUID()
    const headers = { [EPOCH_HEADER]: epoch, ...(receipt && { [RECEIPT_HEADER]: receipt }) }
    receipt = PushReply.parse((await push(headers, id)).json()).receipt ?? ''
    // Editing an Action assigns no new number but still returns a receipt.
    const edit = {
      deviceId: phone.deviceId,
      commands: [phone.command('action', id, { detail: `Two metres ${count}` }, { baseVersion: 1 })],
    }
    const reply = await phone.browser.call('POST', '/api/push', edit, { ...OUR_PAGES, ...headers, [RECEIPT_HEADER]: receipt })
    receipt = PushReply.parse(reply.json()).receipt ?? ''
  }
  const { rows } = await database.pool.query<{ number: string }>('select number from actions order by number')
  expect(rows.map(({ number }) => number)).toEqual(['0001', '0002', '0003'])
})

test('SEC-H4 a repeated answer doesn’t replace a receipt from the current epoch', async () => {
  const { phone, row } = await createServerWithDevice()
  const { epoch } = await row()
  const [first, second] = [phone.command('action', randomUUID(), REPORT), phone.command('action', randomUUID(), REPORT)]
  const send = async (command: typeof first, receipt?: string) => {
    const headers = { ...OUR_PAGES, [EPOCH_HEADER]: epoch, ...(receipt && { [RECEIPT_HEADER]: receipt }) }
    const reply = await phone.browser.call('POST', '/api/push', { deviceId: phone.deviceId, commands: [command] }, headers)
    return PushReply.parse(reply.json()).receipt
  }
  const old = await send(first)
  const newest = await send(second, old)
  expect(newest).toContain(second.id)
  // An older backup may contain the first command, so its receipt would prove nothing about the second.
  expect(await send(first, newest)).toBeUndefined()
  expect(await send(first)).toContain(first.id)
})

test('SEC-H4 a receipt for a command that the database doesn’t have begins a new epoch, on both push and pull', async () => {
  for (const way of ['push', 'pull']) {
    const { phone, pull, push, row, forget, logInAgain } = await createServerWithDevice()
    const { epoch } = await row()
    const id = randomUUID()
    const { receipt } = PushReply.parse((await push({ [EPOCH_HEADER]: epoch }, id)).json())
    if (!receipt) throw new Error('no receipt')
    const { cursor } = (await phone.fetch()).at(-1) ?? { cursor: '' }
    expect(await pull(cursor, receipt)).toMatchObject({ reset: false, epoch })
    await forget(id)
    if (way === 'push') expect((await push({ [EPOCH_HEADER]: epoch, [RECEIPT_HEADER]: receipt })).statusCode).toBe(409)
    else expect(await pull(cursor, receipt)).toMatchObject({ reset: true })
    const renewed = (await row()).epoch
    expect(renewed).not.toBe(epoch)
    await logInAgain()
    await pull('', receipt)
    expect((await row()).epoch).toBe(renewed)
  }
})

test('SEC-H4 a cursor with a position or transaction that the database doesn’t have begins a new epoch', async () => {
  const { database, phone, pull, push, row, logInAgain } = await createServerWithDevice()
  const id = await phone.report()
  const { cursor } = (await phone.fetch()).at(-1) ?? { cursor: '' }
  const { epoch, secret, number } = await row()
  await database.pool.query('delete from changes where id = $1', [id])
  expect(await pull(cursor)).toMatchObject({ reset: true })
  const second = await row()
  expect(second.epoch).not.toBe(epoch)
  await logInAgain()
  const ahead = cursorAhead(second.epoch, phone.person.id)
  expect((await push({ [EPOCH_HEADER]: second.epoch, [CURSOR_HEADER]: writeCursor(ahead, number, secret) })).statusCode).toBe(409)
  expect((await row()).epoch).not.toBe(second.epoch)
})

test('SEC-H4 forged evidence can neither begin an epoch nor increase the numbers', async () => {
  const { phone, pull, push, row } = await createServerWithDevice()
  await phone.report()
  const { epoch, secret, number } = await row()
  const place = cursorAhead(epoch, phone.person.id)
  const forged = ['', 'guess', secret.slice(1), epoch].flatMap((key) => [
    writeCursor(place, 9_999_999, key),
    writeCursor({ ...place, horizon: '1', after: { xid: '1', id: randomUUID(), kind: 'action' } }, 9_999_999, key),
    sign(key, `receipt~${epoch}~${randomUUID()}~9999999`),
  ])
  const genuine = sign(secret, `receipt~${epoch}~${randomUUID()}~${number}`)
  forged.push(genuine.slice(0, -22) + 'A'.repeat(22), genuine.replace(epoch, randomUUID()), genuine.replace(/~\d+~/, '~9999999~'))
  for (const text of forged) {
    expect(isSigned(secret, text)).toBe(false)
    expect((await pull(text, text)).reset, text).toBe(true)
    expect((await push({ [EPOCH_HEADER]: epoch, [RECEIPT_HEADER]: text, [CURSOR_HEADER]: text })).statusCode).toBe(200)
  }
  const after = await row()
  expect(after.epoch).toBe(epoch)
  expect(after.number).toBe(number + forged.length)
})

test('SEC-H4 numbering continues above the highest number any device has seen, even if the device reports it after the new epoch began', async () => {
  const { phone, pull, row } = await createServerWithDevice()
  const { secret } = await row()
  await pull('', sign(secret, `receipt~${randomUUID()}~${randomUUID()}~5000`))
  const { number } = (await phone.action(await phone.report())) ?? { number: '' }
  expect(Number(number)).toBeGreaterThan(5000)
})

test('SEC-H4 fifty devices that present the same evidence at the same time begin only one epoch', async () => {
  const { database, phone, push, row, logInAgain } = await createServerWithDevice()
  const { epoch } = await row()
  await database.pool.query('create temp table dump as table sync_epoch; delete from sync_epoch; insert into sync_epoch table dump')
  const replies = await Promise.all(Array.from({ length: 50 }, () => push({ [EPOCH_HEADER]: epoch })))
  // The first request may have ended the session before the server handles the later ones.
  expect(replies.filter(({ statusCode }) => statusCode !== 409 && statusCode !== 401)).toEqual([])
  expect(replies.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThan(0)
  const first = (await row()).number
  await logInAgain()
  await phone.fetch()
  expect((await row()).number).toBe(first)
  expect(first).toBeLessThan(200)
})

test('SEC-H4 renews the feed of a large database in steps, so that no timeout interrupts the renewal', async () => {
  const { database, phone, row, logInAgain } = await createServerWithDevice()
  await database.pool.query(`insert into changes (kind, id) select 'action', gen_random_uuid() from generate_series(1, 110000)`)
  const { epoch } = await row()
  expect(await renewEpoch(database.db, { force: true })).toBe(true)
  const { rows } = await database.pool.query('select count(distinct xid) as transactions, count(*) as records from changes')
  expect(rows[0].transactions).toBe(1)
  expect(rows[0].records).toBeGreaterThan(110_000)
  expect((await row()).epoch).not.toBe(epoch)
  await logInAgain()
  expect((await phone.page(''))?.reset).toBe(true)
})
