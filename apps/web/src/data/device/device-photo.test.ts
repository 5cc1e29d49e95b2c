/** WebKit refuses to store a Blob, and earlier versions stored only Blobs. */
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { createDevice, type Device } from './device.ts'
import { photoIn } from './device-database.ts'
import { createRemote } from './device-remote.ts'

const JPEG = 'the bytes of a photo'
const fields = { description: 'Tree down', area: 'Riverside' }
const open: Device[] = []
const call = { signal: new AbortController().signal, alive: () => {} }

/** The server accepts every photo and records its bytes and type. */
function createTestDevice(person = { id: crypto.randomUUID(), displayName: 'Ann' }) {
  const uploads: { bytes: string; type: string | null }[] = []
  const take = async (path: string, init: RequestInit) => {
    const request = new Request(`https://trails.example${path}`, init)
    uploads.push({ bytes: await request.text(), type: request.headers.get('content-type') })
    return new Response(null, { status: 204 })
  }
  const device = createDevice(person, { remote: (db) => createRemote(db, take) })
  open.push(device)
  return { device, uploads }
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const device of open.splice(0)) device.close()
})

test('SEC-H6 saves, shows and sends a photo if the browser refuses to store a Blob', async () => {
  const put = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, ...key) {
    if (Object.values(value ?? {}).some((one) => one instanceof Blob))
      throw new DOMException('Error preparing Blob/File data', 'UnknownError')
    return put.call(this, value, ...key)
  })
  const { device, uploads } = createTestDevice()
  const photo = new Blob([JPEG], { type: 'image/jpeg' })
  expect(await device.record('action', crypto.randomUUID(), { ...fields, photoId: 'p1' }, { photos: { p1: photo } })).toMatchObject({
    saved: true,
  })
  const row = await device.db.photos.get('p1')
  if (!row) throw new Error('the photo is not there')
  expect(photoIn(row).type).toBe('image/jpeg')
  expect(await photoIn(row).text()).toBe(JPEG)
  expect(await device.remote.putPhoto('p1', call)).toBeNull()
  expect(uploads).toEqual([{ bytes: JPEG, type: 'image/jpeg' }])
})

test('SEC-H6 shows and sends a photo that an earlier version stored as a Blob', async () => {
  const person = { id: crypto.randomUUID(), displayName: 'Ann' }
  const before = createTestDevice(person).device
  await before.record('action', crypto.randomUUID(), { ...fields, photoId: 'p1' })
  before.close()
  // The row looks like one from version 2.09.
  const earlier = await new Dexie(before.db.name).open()
  await earlier.table('photos').put({ id: 'p1', state: 'ready', blob: new Blob([JPEG], { type: 'image/jpeg' }), refusal: null })
  earlier.close()

  const { device, uploads } = createTestDevice(person)
  const row = await device.db.photos.get('p1')
  if (!row) throw new Error('the photo is not there')
  expect(await photoIn(row).text()).toBe(JPEG)
  expect(await device.store.nextPhoto(new Set())).toBe('p1')
  expect(await device.remote.putPhoto('p1', call)).toBeNull()
  await device.store.settlePhoto('p1', null)
  expect(uploads).toEqual([{ bytes: JPEG, type: 'image/jpeg' }])
  expect((await device.db.photos.get('p1'))?.state).toBe('sent')
})

test('SEC-H6 lets a tab that still runs an earlier version send a photo that a newer version saved', async () => {
  const { device, uploads } = createTestDevice()
  await device.record(
    'action',
    crypto.randomUUID(),
    { ...fields, photoId: 'p1' },
    { photos: { p1: new Blob([JPEG], { type: 'image/jpeg' }) } },
  )
  const row = await device.db.photos.get('p1')
  // Version 2.09 passes `blob` to fetch as the body, with its own content type.
  const request = new Request('https://trails.example/api/photos/p1', {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: row?.blob ?? '',
  })
  expect(await request.text()).toBe(JPEG)
  expect(uploads).toEqual([])
})
