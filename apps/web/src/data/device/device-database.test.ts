import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { readDraft } from '../drafts/draft.ts'
import { createDevice, type Device, type DeviceOwner, startDevice } from './device.ts'
import { forgetDevice } from './device-database.ts'

const fields = { description: 'Tree down', area: 'Bay of Fires' }
const ann = () => ({ id: crypto.randomUUID(), displayName: 'Ann' })
const open: Device[] = []
const createTestDevice = (person: DeviceOwner) => {
  const device = createDevice(person)
  open.push(device)
  return device
}

async function rowsOf(person: DeviceOwner): Promise<number> {
  const { db } = createTestDevice(person)
  const counts = await Promise.all(db.tables.map((table) => table.count()))
  return counts.reduce((sum, n) => sum + n)
}

afterEach(() => {
  for (const device of open.splice(0)) device.close()
})

test('keeps only unsent changes after logout, and keeps nothing if there are none', async () => {
  const [sent, unsent] = [ann(), ann()]
  for (const person of [sent, unsent]) {
    const device = createTestDevice(person)
    const document = { kind: 'person' as const, id: crypto.randomUUID(), version: 1, data: { device: '0400' } }
    await device.db.table('people').put({ ...document, generation: 1 })
    if (person === unsent) await device.record('action', crypto.randomUUID(), fields)
    device.close()
  }
  expect(await forgetDevice(sent.id)).toBe(0)
  expect(await rowsOf(sent)).toBe(0)
  expect(await forgetDevice(unsent.id)).toBe(1)
  const back = createTestDevice(unsent)
  expect(await back.db.table('people').count()).toBe(0)
  expect((await back.store.queue()).waiting).toHaveLength(1)
  expect((await back.store.position()).cursor).toBeNull()
})

test('keeps a draft and a refused photo for their author', async () => {
  const person = ann()
  const device = createTestDevice(person)
  await device.db.drafts.put({ key: 'action new', value: fields, savedAt: '2026-11-15T09:00:00Z' })
  await device.db.photos.put({ id: 'p1', state: 'refused', blob: new Blob(['jpeg']), refusal: { code: 'not-valid', detail: 'no jpeg' } })
  device.close()
  expect(await forgetDevice(person.id)).toBe(2)
  const back = createTestDevice(person)
  expect(await readDraft(back.db, 'action new')).toEqual(fields)
  expect(await back.db.photos.count()).toBe(1)
})

test('finishes clearing the device at the next login if a tab was closed before it finished', async () => {
  const [before, next] = [ann(), ann()]
  const device = createTestDevice(before)
  await device.store.position()
  device.close()
  expect(await rowsOf(before)).toBe(1)
  const theirs = startDevice(next, {})
  open.push(theirs)
  await theirs.store.position()
  await vi.waitFor(async () => expect(await rowsOf(before)).toBe(0))
  expect(await rowsOf(next)).toBe(1)
})

test('I1 keeps changes that a returning person saves while the device is being cleared, at every step', { timeout: 30_000 }, async () => {
  for (let turns = 0; turns < 40; turns++) {
    const person = ann()
    const back = createTestDevice(person)
    await back.store.position()
    const forgetting = forgetDevice(person.id)
    for (let turn = 0; turn < turns; turn++) await new Promise((next) => setTimeout(next))
    expect(await back.record('action', crypto.randomUUID(), fields)).toMatchObject({ saved: true })
    await forgetting
    expect((await back.store.queue()).waiting).toHaveLength(1)
    back.close()
  }
})
