import { PULL_LIMIT, type PullReply } from '@trailwarden/api'
import { startSync } from '@trailwarden/sync'
import { createDevice } from '../../../../../apps/web/src/data/device/device.ts'
import { readRecords } from '../../../../../apps/web/src/data/device/records.ts'
import { sampleActions } from '../../../device/p12-records.ts'

const COUNT = 10_000
const PERSON = { id: '00000000-0000-4000-8000-0000000000aa', displayName: 'Jo Berg' }

type Document = PullReply['documents'][number]
const documents: Document[] = sampleActions(COUNT).map(({ id: _, title, by, assigned, ...fields }, i) => {
  const id = `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`
  const own = { description: title, detail: 'It lies at knee height.', notes: [], photoId: null, createdBy: by, assignedTo: assigned }
  return { kind: 'action', id, version: 1, data: { ...fields, id, ...own } }
})

const page = (at: number): PullReply => ({
  epoch: 'e1',
  personId: PERSON.id,
  role: 2,
  reset: at === 0,
  cursor: String(at + PULL_LIMIT),
  documents: documents.slice(at, at + PULL_LIMIT),
  removed: [],
  more: at + PULL_LIMIT < COUNT,
})

const never = () => new Promise<never>(() => {})
const openDevice = () =>
  createDevice(PERSON, { remote: () => ({ push: never, putPhoto: never, pull: async (cursor) => page(Number(cursor ?? 0)) }) })
const timer = {
  after(ms: number, wake: () => void) {
    const id = setTimeout(wake, ms)
    return () => clearTimeout(id)
  },
}

type Times = { writeMs: number; readMs: number; rows: number }

async function ours(): Promise<Times> {
  const device = openDevice()
  const started = performance.now()
  await new Promise<void>((done, failed) => {
    const absorb: typeof device.store.absorb = async (taken, asked) => {
      const isTaken = await device.store.absorb(taken, asked)
      if (!taken.more) done()
      return isTaken
    }
    startSync({ store: { ...device.store, absorb }, remote: device.remote, timer, random: Math.random, onError: failed })
  })
  const writeMs = performance.now() - started
  device.close()
  const again = openDevice()
  const opened = performance.now()
  const rows = await readRecords(again, { kind: 'action' })
  return { writeMs, readMs: performance.now() - opened, rows: rows.length }
}

const open = () =>
  new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('bare')
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('actions', { keyPath: 'id' })
      for (const name of ['generation', 'data.status', 'data.area', 'data.createdBy', 'data.assignedTo']) store.createIndex(name, name)
    }
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => failed(opening.error)
  })

async function bare(): Promise<Times> {
  const started = performance.now()
  const db = await open()
  await new Promise((done, failed) => {
    const writing = db.transaction('actions', 'readwrite', { durability: 'strict' })
    const store = writing.objectStore('actions')
    for (const document of documents) store.put({ ...document, generation: 1 })
    writing.oncomplete = done
    writing.onabort = failed
  })
  const writeMs = performance.now() - started
  db.close()
  const opened = performance.now()
  const again = await open()
  const rows = await new Promise<unknown[]>((done) => {
    const reading = again.transaction('actions').objectStore('actions').getAll()
    reading.onsuccess = () => done(reading.result)
  })
  return { writeMs, readMs: performance.now() - opened, rows: rows.length }
}

Object.assign(globalThis, { ours, bare })
