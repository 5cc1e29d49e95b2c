import { randomUUID } from 'node:crypto'
import { PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import { expect, test } from 'vitest'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

test('WD1 WD2 WD4 WORK-1 only its crew receives a work day, managers receive the results, and removed people lose access', async () => {
  const { app, database } = await createTestServer()
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const [jo, pat] = [await createTestDevice(app, database.db, { role: 1 }), await createTestDevice(app, database.db, { role: 1 })]
  const [id, actionId] = [randomUUID(), randomUUID()]
  const day = {
    title: 'Bay of Fires',
    startsAt: '2026-11-21T21:30:00.000Z',
    backBy: '2026-11-22T04:30:00.000Z',
    crew: [jo.person.id],
    jobs: [{ actionId, what: 'Branch over the trail', minutes: 40, tools: 'Pole saw' }],
  }
  expect((await mara.do('work-day', id, day)).outcome).toBe('applied')
  const seen = async ({ browser }: typeof mara) => {
    await settled(database.db)
    const page = await browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })
    return PullReply.parse(page.json()).documents.find((document) => document.id === id)?.data
  }
  expect(await seen(jo)).toMatchObject({ ...day, results: [], version: 1 })
  expect(await seen(pat)).toBeUndefined()
  const done = { result: { actionId, outcome: 'Done', note: 'Cut and cleared' } }
  expect((await pat.do('work-day', id, done, { baseVersion: 1 })).outcome).not.toBe('applied')
  expect((await jo.do('work-day', id, done, { baseVersion: 1 })).outcome).toBe('applied')
  expect((await mara.do('work-day', id, { bring: 'Radio' }, { baseVersion: 1 })).outcome).toBe('applied')
  expect(await seen(mara)).toMatchObject({
    bring: 'Radio',
    results: [{ actionId, outcome: 'Done', note: 'Cut and cleared', by: jo.person.id }],
  })
  await mara.do('work-day', id, { crew: [] }, { baseVersion: 3 })
  expect(await seen(jo)).toBeUndefined()
})
