import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createDevice, type Device } from '../device/device.ts'
import { createDraft, DRAFT_LASTS_MS, dropExpiredDrafts, readDraft, readDraftKeys, readDraftPhotos } from './draft.ts'

const open: Device[] = []
function createTestDevice(): Device {
  const device = createDevice({ id: crypto.randomUUID(), displayName: '' })
  open.push(device)
  return device
}

afterEach(() => {
  vi.useRealTimers()
  for (const device of open.splice(0)) device.close()
})

const PHOTOS = { one: new Blob(['first'], { type: 'image/jpeg' }), two: new Blob(['second'], { type: 'image/jpeg' }) }
const words = { words: 'Right across' }

test('REP-1 restores a draft with its photos, and deletes both when the record is saved', async () => {
  const device = createTestDevice()
  const draft = createDraft(device.db, 'report')
  await draft.keepPhotos(PHOTOS)
  draft.change(words)
  await draft.flush()
  expect(await readDraft(device.db, 'report')).toEqual(words)
  const photos = await readDraftPhotos(device.db, 'report')
  expect(await photos.two?.text()).toBe('second')
  expect(photos.two?.type).toBe('image/jpeg')
  expect(await readDraftKeys(device.db)).toEqual(['report'])
  await device.record('report', crypto.randomUUID(), { category: 'Fallen tree' }, { draft: 'report' })
  expect(await device.db.drafts.count()).toBe(0)
})

test('REP-1 doesn’t restore a draft that changes while it’s being saved, for example because of a new location', async () => {
  const device = createTestDevice()
  const draft = createDraft(device.db, 'report')
  draft.change(words)
  const photo = { id: 'one', note: '' }
  const saving = device.record('report', crypto.randomUUID(), { addPhotos: [photo] }, { draft: 'report', photos: PHOTOS })
  draft.change({ ...words, place: 'here' })
  await draft.flush()
  await saving
  await draft.flush()
  expect(await device.db.drafts.count()).toBe(0)
})

test.each([
  ['a day later', DRAFT_LASTS_MS],
  ['by a clock that was a day ahead', -DRAFT_LASTS_MS],
])('REP-1 deletes an expired draft and its photos %s, and keeps other drafts', async (_, ms) => {
  const device = createTestDevice()
  for (const expires of [true, false]) {
    const draft = createDraft(device.db, expires ? 'report' : 'action 1', { expires })
    await draft.keepPhotos(PHOTOS)
    draft.change(words)
    await draft.flush()
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms - Math.sign(ms) * 60_000 })
  expect(await readDraft(device.db, 'report')).toEqual(words)
  vi.setSystemTime(Date.now() + Math.sign(ms) * 120_000)
  expect(await readDraft(device.db, 'report')).toBeUndefined()
  expect(await readDraftPhotos(device.db, 'report')).toEqual({})
  await dropExpiredDrafts(device.db)
  expect(await readDraftKeys(device.db)).toEqual(['action 1'])
})
