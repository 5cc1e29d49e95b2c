import { ADMINISTRATOR, actionKind } from '@trailwarden/domain'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

test('SYN-5 a manager’s edit doesn’t change a field that managers can’t read', async () => {
  const field = { schema: z.nullable(z.string()), blank: null, readers: { role: ADMINISTRATOR } }
  Object.assign(actionKind.fields, { insurer: field })
  Object.assign(actionKind.blank, { insurer: null })
  onTestFinished(() => {
    for (const part of [actionKind.fields, actionKind.blank]) Reflect.deleteProperty(part, 'insurer')
  })
  const { app, database } = await createTestServer()
  await database.pool.query('alter table actions add column insurer text')
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const id = await manager.report()
  await database.pool.query(`update actions set insurer = 'Mutual 4711' where id = $1`, [id])
  expect(await manager.action(id)).toMatchObject({ insurer: null })
  expect(await manager.do('action', id, { rating: 'High' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 2 })
  const { rows } = await database.pool.query('select rating, insurer from actions where id = $1', [id])
  expect(rows).toEqual([{ rating: 'High', insurer: 'Mutual 4711' }])
  const administrator = await createTestDevice(app, database.db, { role: ADMINISTRATOR })
  expect(await administrator.action(id)).toMatchObject({ insurer: 'Mutual 4711' })
})
