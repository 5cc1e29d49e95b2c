import type { PullReply } from '@trailwarden/api'
import 'fake-indexeddb/auto'
import { RemoteFailure } from '@trailwarden/sync'
import { afterEach, expect, test, vi } from 'vitest'
import { followRecords, type RecordChanges } from './follow-records.ts'
import { createPhone, type Phone } from './phone.ts'

const open: Phone[] = []

/** Opened and quiet: the making of its database is itself a change of everything. */
async function aPhone() {
  const away = async () => {
    throw new RemoteFailure('no-signal')
  }
  const phone = createPhone({ id: crypto.randomUUID(), displayName: 'Ann' }, { remote: () => ({ push: away, pull: away, putPhoto: away }) })
  open.push(phone)
  await phone.store.position()
  await new Promise((wake) => setTimeout(wake, 20))
  return phone
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const phone of open.splice(0)) phone.close()
})

const words = { description: 'Tree down', area: 'Riverside' }
/** A page as the server answers to where the phone stands now. */
async function absorb(phone: Phone, page: Partial<PullReply>) {
  const { cursor, acks, calmMs } = await phone.store.position()
  await phone.store.absorb(aPage(phone, page), { cursor, acks, calmMs })
}
const document = (id: string, version = 1, more = {}) => ({
  kind: 'action' as const,
  id,
  version,
  data: { id, status: 'Unresolved', ...words, ...more },
})
const aPage = ({ person }: Phone, change: Partial<PullReply>): PullReply => ({
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

function follow(phone: Phone) {
  const heard: RecordChanges[] = []
  const stop = followRecords(phone, 'action', (changes) => heard.push(changes))
  const until = (count: number) => vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
  return { heard, stop, until }
}

test('everything is told first, then each change alone, without reading the others again', async () => {
  const phone = await aPhone()
  const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
  await absorb(phone, { reset: true, documents: ids.map((id) => document(id)) })
  const { heard, until, stop } = follow(phone)
  await until(1)
  expect(heard[0]?.put).toHaveLength(300)
  const [changed = '', removed = ''] = ids
  await absorb(phone, { documents: [document(changed, 2, { description: 'Tree gone' })] })
  await until(2)
  expect(heard[1]?.put.map(({ id, data }) => [id, data.description])).toEqual([[changed, 'Tree gone']])
  expect(heard[1]?.gone).toEqual([])
  await absorb(phone, { removed: [{ kind: 'action', id: removed }] })
  await until(3)
  expect(heard[2]).toEqual({ put: [], gone: [removed] })
  stop()
})

test('what is only on this phone is told at once, and so is its end', async () => {
  const phone = await aPhone()
  const { heard, until, stop } = follow(phone)
  await until(1)
  expect(heard[0]).toEqual({ put: [], gone: [] })
  const id = crypto.randomUUID()
  await phone.record('action', id, words)
  await until(2)
  expect(heard[1]?.put[0]).toMatchObject({ id, state: 'local', data: words })
  await phone.record('action', id, { deleted: true })
  await until(3)
  expect(heard.at(-1)?.gone).toEqual([id])
  stop()
})

test('after it is stopped nothing is told any more', async () => {
  const phone = await aPhone()
  const { heard, until, stop } = follow(phone)
  await until(1)
  stop()
  await phone.record('action', crypto.randomUUID(), words)
  await new Promise((wake) => setTimeout(wake, 50))
  expect(heard).toHaveLength(1)
})
