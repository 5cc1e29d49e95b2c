import type { PullReply } from '@trailwarden/api'
import 'fake-indexeddb/auto'
import { RemoteFailure } from '@trailwarden/sync'
import { afterEach, expect, test, vi } from 'vitest'
import { createDevice, type Device } from './device.ts'
import { followRecords, type RecordChanges } from './follow-records.ts'

const open: Device[] = []

async function createTestDevice() {
  const away = async () => {
    throw new RemoteFailure('no-signal')
  }
  const device = createDevice(
    { id: crypto.randomUUID(), displayName: 'Ann' },
    { remote: () => ({ push: away, pull: away, putPhoto: away }) },
  )
  open.push(device)
  await device.store.position()
  await new Promise((wake) => setTimeout(wake, 20))
  return device
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const device of open.splice(0)) device.close()
})

const fields = { description: 'Tree down', area: 'Riverside' }
async function absorb(device: Device, page: Partial<PullReply>) {
  const { cursor, acks, calmMs } = await device.store.position()
  await device.store.absorb(createPage(device, page), { cursor, acks, calmMs })
}
const document = (id: string, version = 1, more = {}) => ({
  kind: 'action' as const,
  id,
  version,
  data: { id, status: 'Unresolved', ...fields, ...more },
})
const createPage = ({ person }: Device, change: Partial<PullReply>): PullReply => ({
  epoch: 'e1',
  personId: person.id,
  role: 1,
  reset: false,
  cursor: `c${Math.random()}`,
  documents: [],
  removed: [],
  more: false,
  ...change,
})

function follow(device: Device) {
  const received: RecordChanges[] = []
  const stop = followRecords(device, 'action', (changes) => received.push(changes))
  const until = (count: number) => vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
  return { received, stop, until }
}

test('reports all records first, then reports each change without reading the other records again', async () => {
  const device = await createTestDevice()
  const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
  await absorb(device, { reset: true, documents: ids.map((id) => document(id)) })
  const { received, until, stop } = follow(device)
  await until(1)
  expect(received[0]?.put).toHaveLength(300)
  const [changed = '', removed = ''] = ids
  await absorb(device, { documents: [document(changed, 2, { description: 'Tree gone' })] })
  await until(2)
  expect(received[1]?.put.map(({ id, data }) => [id, data.description])).toEqual([[changed, 'Tree gone']])
  expect(received[1]?.gone).toEqual([])
  await absorb(device, { removed: [{ kind: 'action', id: removed }] })
  await until(3)
  expect(received[2]).toEqual({ put: [], gone: [removed] })
  stop()
})

test('immediately reports a record that exists only on this phone, and later its deletion', async () => {
  const device = await createTestDevice()
  const { received, until, stop } = follow(device)
  await until(1)
  expect(received[0]).toEqual({ put: [], gone: [] })
  const id = crypto.randomUUID()
  await device.record('action', id, fields)
  await until(2)
  expect(received[1]?.put[0]).toMatchObject({ id, state: 'local', data: fields })
  await device.record('action', id, { deleted: true })
  await until(3)
  expect(received.at(-1)?.gone).toEqual([id])
  stop()
})

test('reports nothing after it has been stopped', async () => {
  const device = await createTestDevice()
  const { received, until, stop } = follow(device)
  await until(1)
  stop()
  await device.record('action', crypto.randomUUID(), fields)
  await new Promise((wake) => setTimeout(wake, 50))
  expect(received).toHaveLength(1)
})
