/** What stays on a device after a logout, and what does not. */
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createDevice, type Device, type Person, startDevice } from './device.ts'
import { forgetDevice } from './device-database.ts'
import { readDraft } from './draft.ts'

const text = { description: 'Tree down', area: 'Bay of Fires' }
const ann = () => ({ id: crypto.randomUUID(), displayName: 'Ann' })
const open: Device[] = []
const aDevice = (person: Person) => {
  const phone = createDevice(person)
  open.push(phone)
  return phone
}

/** Everything on the device that is this person's. */
async function rowsOf(person: Person): Promise<number> {
  const { db } = aDevice(person)
  const counts = await Promise.all(db.tables.map((table) => table.count()))
  return counts.reduce((sum, n) => sum + n)
}

afterEach(() => {
  for (const phone of open.splice(0)) phone.close()
})

test('after signing out only unsent words stay, and none when there are none', async () => {
  const [sent, unsent] = [ann(), ann()]
  for (const person of [sent, unsent]) {
    const phone = aDevice(person)
    const document = { kind: 'person' as const, id: crypto.randomUUID(), version: 1, data: { phone: '0400' } }
    await phone.db.table('people').put({ ...document, generation: 1 })
    if (person === unsent) await phone.record('action', crypto.randomUUID(), text)
    phone.close()
  }
  expect(await forgetDevice(sent.id)).toBe(0)
  expect(await rowsOf(sent)).toBe(0)
  expect(await forgetDevice(unsent.id)).toBe(1)
  const back = aDevice(unsent)
  expect(await back.db.table('people').count()).toBe(0)
  expect((await back.store.queue()).waiting).toHaveLength(1)
  expect((await back.store.position()).cursor).toBeNull()
})

test('a draft and a photo that the server refused stay for their author too', async () => {
  const person = ann()
  const phone = aDevice(person)
  await phone.db.drafts.put({ key: 'action new', value: text, savedAt: '2026-11-15T09:00:00Z' })
  await phone.db.photos.put({ id: 'p1', state: 'refused', blob: new Blob(['jpeg']), refusal: { code: 'not-valid', detail: 'no jpeg' } })
  phone.close()
  expect(await forgetDevice(person.id)).toBe(2)
  const back = aDevice(person)
  expect(await readDraft(back.db, 'action new')).toEqual(text)
  expect(await back.db.photos.count()).toBe(1)
})

test('whoever signs in next finishes the forgetting that a closed tab left undone', async () => {
  const [before, next] = [ann(), ann()]
  const phone = aDevice(before)
  await phone.store.position()
  phone.close()
  expect(await rowsOf(before)).toBe(1)
  const theirs = startDevice(next, {})
  open.push(theirs)
  await theirs.store.position()
  await vi.waitFor(async () => expect(await rowsOf(before)).toBe(0))
  expect(await rowsOf(next)).toBe(1)
})

test('I1 words saved by whoever is back while the forgetting goes on stay, at whichever moment of it', { timeout: 30_000 }, async () => {
  for (let turns = 0; turns < 40; turns++) {
    const person = ann()
    const back = aDevice(person)
    await back.store.position()
    const forgetting = forgetDevice(person.id)
    for (let turn = 0; turn < turns; turn++) await new Promise((next) => setTimeout(next))
    expect(await back.record('action', crypto.randomUUID(), text)).toMatchObject({ saved: true })
    await forgetting
    expect((await back.store.queue()).waiting).toHaveLength(1)
    back.close()
  }
})
