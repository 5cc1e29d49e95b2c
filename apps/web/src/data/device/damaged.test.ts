import type { PullReply } from '@trailwarden/api'
import 'fake-indexeddb/auto'
import { type Push, startSync } from '@trailwarden/sync'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refusedText } from '#parts/record/record-text.ts'
import { createDevice } from './device.ts'
import { readRecords } from './records.ts'

test('SY27 SEC-M3 sets damaged rows aside so that lists, the queue, fetching and the log keep working', async () => {
  const person = { id: crypto.randomUUID(), displayName: 'Ann' }
  const pushed: Push[] = []
  const page: PullReply = { epoch: 'e1', personId: person.id, role: 1, reset: true, cursor: 'c1', documents: [], removed: [], more: false }
  const remote = {
    push: async (push: Push) => {
      pushed.push(push)
      return { answers: push.commands.map(({ id }) => ({ commandId: id, outcome: 'applied', version: 1, replaced: [], refusal: null })) }
    },
    pull: async (cursor: string | null) => ({ ...page, reset: cursor !== 'c1' }),
    putPhoto: async () => null,
  }
  const device = createDevice(person, { remote: () => remote })
  const { db } = device
  await device.record('action', crypto.randomUUID(), { description: 'First', area: 'x' })
  const [row] = await db.outbox.toArray()
  if (!row) throw new Error('nothing waits')
  const damage = (n: number, command: object) => ({ ...row, command: { ...command, n } }) as unknown as typeof row
  await db.outbox.bulkPut([
    damage(2, {}),
    damage(3, { ...row.command, id: 17 }),
    damage(4, { ...row.command, id: crypto.randomUUID(), kind: 'weather', patch: { detail: 'Snow' } }),
    damage(5, { ...row.command, id: crypto.randomUUID(), recordId: null, patch: ['x'] }),
  ])
  await db.table('actions').bulkPut([
    { id: 'a', generation: 1 },
    { id: 'b', generation: 1, kind: 'action', version: 'x', data: 'text' },
  ])
  await db.table('sent').put({ command: { n: 90 }, open: 1, ackedAgeMs: 1 })
  await db.table('attention').put({ waiting: { command: { id: 'odd' } } })
  const position = await device.store.position()
  await db.table('meta').put({ key: 'position', position: { ...position, lastN: 5, cursor: { odd: true }, epoch: 5 } })

  expect((await readRecords(device, { kind: 'action' })).filter(({ data }) => data.description === 'First')).toHaveLength(1)
  const issues: unknown[] = []
  const timer = {
    after(ms: number, ring: () => void) {
      const id = setTimeout(ring, ms)
      return () => clearTimeout(id)
    },
  }
  const sync = startSync({ store: device.store, remote: device.remote, timer, random: Math.random, onError: (error) => issues.push(error) })
  onTestFinished(() => {
    sync.stop()
    device.close()
  })
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0), { timeout: 20_000 })
  expect(issues).toEqual([])
  expect(pushed.flatMap(({ commands }) => commands.map(({ id }) => id))).toContain(row.command.id)
  const refused = await db.attention.toArray()
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused.map(refusedText).join()).toContain('Snow')
  for (const { waiting } of refused) await device.discard(waiting.command.id)
  expect(await db.attention.count()).toBe(0)
  expect(await device.record('action', crypto.randomUUID(), { description: 'Later', area: 'x' })).toMatchObject({ saved: true })
  expect(await readRecords(device, { kind: 'action' })).toHaveLength(2)
}, 40_000)
