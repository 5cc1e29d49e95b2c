import type { Answer, PullReply } from '@trailwarden/api'
import 'fake-indexeddb/auto'
import { type Push, type Remote, RemoteFailure, type SyncStatus } from '@trailwarden/sync'
import { Dexie, liveQuery } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { refusedText } from '#parts/record/record-text.ts'
import { createDraft, readDraft } from '../drafts/draft.ts'
import { createDevice, type Device } from './device.ts'
import { DATABASE_VERSION } from './kinds.ts'
import { readRecords } from './records.ts'
import { runSync, type Surroundings } from './sync-runner.ts'

const ann = () => ({ id: crypto.randomUUID(), displayName: 'Ann' })
const open: Device[] = []

function createTestDevice(person = ann(), remote: Partial<Remote> = {}) {
  const away = async () => {
    throw new RemoteFailure('no-signal')
  }
  const device = createDevice(person, { remote: () => ({ push: away, pull: away, putPhoto: away, ...remote }) })
  open.push(device)
  return device
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const device of open.splice(0)) device.close()
})

const applied = ({ commands }: Pick<Push, 'commands'>): { answers: Answer[] } => ({
  answers: commands.map(({ id }) => ({ commandId: id, outcome: 'applied', version: 1, replaced: [], refusal: null })),
})
const refusal = (commandId: string): Answer => ({
  commandId,
  outcome: 'gone',
  version: null,
  replaced: [],
  refusal: { code: 'gone', detail: 'deleted' },
})
const createPage = (personId: string, change: Partial<PullReply> = {}): PullReply => ({
  epoch: 'e1',
  personId,
  role: 1,
  reset: true,
  cursor: 'c1',
  documents: [],
  removed: [],
  more: false,
  ...change,
})
const asked = { cursor: null, acks: 0, calmMs: 0 }
const fields = { description: 'Tree down', area: 'Riverside' }

test('restores saved changes after the app is closed and reopened, and continues the numbering', async () => {
  const person = ann()
  const id = crypto.randomUUID()
  const first = createTestDevice(person)
  expect(await first.record('action', id, fields)).toMatchObject({ saved: true })
  first.close()
  const second = createTestDevice(person)
  expect((await second.readView('action', id))?.data).toMatchObject({ ...fields, createdByName: 'Ann' })
  await second.record('action', id, { detail: 'Across the whole trail' })
  expect((await second.store.queue()).waiting.map(({ command }) => command.n)).toEqual([1, 2])
})

test('separates the data of two people who use one device', async () => {
  const [one, other] = [createTestDevice(), createTestDevice()]
  await one.record('action', crypto.randomUUID(), fields)
  expect((await other.store.queue()).waiting).toEqual([])
  expect(await readRecords(other, { kind: 'action' })).toEqual([])
  expect((await one.store.position()).deviceId).not.toBe((await other.store.position()).deviceId)
})

test('reports full storage, never writes part of a change, and can send the change directly to the server', async () => {
  const push = vi.fn(async (request: Push) => applied(request))
  const device = createTestDevice(ann(), { push })
  await device.store.absorb(createPage(device.person.id), asked)
  const before = await device.store.position()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const id = crypto.randomUUID()
  const result = await device.record('action', id, fields, { draft: 'new' })
  full.mockRestore()
  if (result.saved) throw new Error('there was no room')
  expect(result.reason).toBe('storage-full')
  expect((await device.store.queue()).waiting).toEqual([])
  expect((await device.store.position()).lastN).toBe(before.lastN)
  expect(await result.sendNow?.()).toMatchObject({ outcome: 'applied' })
  expect(push.mock.calls[0]?.[0].commands).toMatchObject([{ recordId: id, patch: fields }])
})

test('doesn’t send a change directly while an earlier change to the same record is queued', async () => {
  const device = createTestDevice()
  const id = crypto.randomUUID()
  await device.record('action', id, fields)
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const result = await device.record('action', id, { detail: 'more' })
  full.mockRestore()
  expect(result).toMatchObject({ saved: false, sendNow: null })
})

test('leaves no partial data behind after a crash in the middle of a write', async () => {
  const device = createTestDevice()
  const id = crypto.randomUUID()
  await device.store.absorb(createPage(device.person.id), asked)
  await device.record('action', id, fields)
  const [row] = (await device.store.queue()).waiting
  if (!row) throw new Error('nothing waits')
  const broken = vi.spyOn(device.db.sent, 'bulkPut').mockRejectedValue(new Error('the power went'))
  await expect(device.store.storeAnswers(applied({ commands: [row.command] }).answers, 'e1')).rejects.toThrow('the power went')
  broken.mockRestore()
  expect((await device.store.queue()).waiting).toEqual([row])
  expect(await device.db.sent.count()).toBe(0)
})

test('reopens a connection that the browser closed', async () => {
  const device = createTestDevice()
  await device.store.position()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  device.db.backendDB().close()
  expect(await device.record('action', crypto.randomUUID(), fields)).toMatchObject({ saved: true })
})

test('closes the database for a newer version in another tab and reports it', async () => {
  const person = ann()
  const onTrouble = vi.fn()
  const old = createDevice(person, { onTrouble })
  open.push(old)
  await old.store.position()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const newer = new Dexie(`trailwarden-${person.id}`)
  newer.version(DATABASE_VERSION + 1).stores({ drafts: 'key' })
  await newer.open()
  expect(onTrouble).toHaveBeenCalledWith('outdated')
  newer.close()
})

test('replaces the mirror on a reset, and keeps the outbox, changes that need attention, and drafts', async () => {
  const device = createTestDevice()
  const [gone, pending] = [crypto.randomUUID(), crypto.randomUUID()]
  const documents = [gone, pending].map((id) => ({ kind: 'action' as const, id, version: 1, data: { ...fields, status: 'Unresolved' } }))
  await device.store.absorb(createPage(device.person.id, { documents }), asked)
  const result = await device.record('action', pending, { detail: 'mine' })
  if (!result.saved) throw new Error('not saved')
  await device.store.storeAnswers([refusal(result.commandId)], 'e1')
  await device.record('action', pending, { detail: 'again' })
  await createDraft(device.db, 'new').flush()
  await device.db.drafts.put({ key: 'new', value: fields, savedAt: '' })
  await device.store.absorb(createPage(device.person.id, { cursor: 'c2', documents: documents.slice(1) }), { ...asked, cursor: 'c1' })
  expect(await device.db.table('actions').toCollection().primaryKeys()).toEqual([pending])
  expect([await device.db.outbox.count(), await device.db.attention.count(), await device.db.drafts.count()]).toEqual([1, 1, 1])
})

test('finds records that the person’s own changes add to a query’s results, but not those that they remove', async () => {
  const device = createTestDevice()
  const [here, there] = [crypto.randomUUID(), crypto.randomUUID()]
  const document = (id: string, area: string) => ({ kind: 'action' as const, id, version: 1, data: { description: id, area } })
  await device.store.absorb(createPage(device.person.id, { documents: [document(here, 'Riverside'), document(there, 'Ridge')] }), asked)
  const query = {
    kind: 'action' as const,
    index: { name: 'area', equals: 'Riverside' },
    where: (data: { area?: unknown }) => data.area === 'Riverside',
  }
  const ids = async () => (await readRecords(device, query)).map(({ id }) => id)
  expect(await ids()).toEqual([here])
  await device.record('action', there, { area: 'Riverside' })
  await device.record('action', here, { area: 'Ridge' })
  expect(await ids()).toEqual([there])
})

test('copies a refused change, sends it again, saves it as a new record or discards it', async () => {
  const device = createTestDevice()
  const id = crypto.randomUUID()
  await device.store.absorb(createPage(device.person.id, { documents: [{ kind: 'action', id, version: 3, data: fields }] }), asked)
  const refuse = async (detail: string) => {
    const result = await device.record('action', id, { detail })
    if (!result.saved) throw new Error('not saved')
    await device.store.storeAnswers([refusal(result.commandId)], 'e1')
    return result.commandId
  }
  const [again, asNew, away] = [await refuse('one'), await refuse('two'), await refuse('three')]
  const attention = await device.db.attention.get(again)
  expect(attention && refusedText(attention)).toBe('Detail: one')
  await device.retry(again)
  const newId = await device.saveAsNew(asNew, (seen) => ({ description: seen.description, area: seen.area }))
  await device.discard(away)
  expect(await device.db.attention.count()).toBe(0)
  expect((await device.store.queue()).waiting.map(({ command }) => [command.recordId, command.patch, command.baseVersion])).toEqual([
    [id, { detail: 'one' }, 3],
    [newId, { ...fields, detail: 'two' }, null],
  ])
})

test('stores a draft within a second of continuous typing, and deletes it when its content is saved', async () => {
  const device = createTestDevice()
  const draft = createDraft(device.db, 'new')
  const began = performance.now()
  for (let i = 0; performance.now() - began < 1300; i += 1) {
    draft.change({ description: 'x'.repeat(i) })
    await new Promise((done) => setTimeout(done, 50))
  }
  expect(await readDraft(device.db, 'new')).toBeDefined()
  await draft.flush()
  await device.record('action', crypto.randomUUID(), fields, { draft: 'new' })
  expect(await readDraft(device.db, 'new')).toBeUndefined()
})

test('doesn’t save the text typed just before a save as a new draft, unless the save failed', async () => {
  const device = createTestDevice()
  const draft = createDraft(device.db, 'new')
  draft.change(fields)
  await device.record('action', crypto.randomUUID(), fields, { draft: 'new' })
  await draft.flush()
  expect(await readDraft(device.db, 'new')).toBeUndefined()
  draft.change(fields)
  const broken = vi.spyOn(device.db.outbox, 'bulkPut').mockRejectedValue(new Error('the power went'))
  await expect(device.record('action', crypto.randomUUID(), fields, { draft: 'new' })).rejects.toThrow('the power went')
  broken.mockRestore()
  await draft.flush()
  expect(await readDraft(device.db, 'new')).toEqual(fields)
})

function createBrowser() {
  const queue: (() => void)[] = []
  let isHeld = false
  const channels = new Set<{ onmessage: ((event: MessageEvent) => void) | null }>()
  const next = () => {
    isHeld = queue.length > 0
    queue.shift()?.()
  }
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) =>
    new Promise<unknown>((done, failed) => {
      const begin = () => void work().then(done).then(next)
      signal.addEventListener('abort', () => {
        if (queue.includes(begin)) failed(signal.reason)
        queue.splice(0, queue.length, ...queue.filter((one) => one !== begin))
      })
      queue.push(begin)
      if (!isHeld) next()
    })
  const surroundings: Surroundings = {
    // The cast is safe because the runner calls `request` only in this way.
    locks: { request } as unknown as LockManager,
    channel: () => {
      const own = {
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          for (const other of channels) if (other !== own) other.onmessage?.(new MessageEvent('message', { data }))
        },
        close: () => channels.delete(own),
      }
      channels.add(own)
      return own
    },
    listen: () => () => {},
    rest: () => () => {},
    endCachedPages: () => {},
    stayBusy: () => () => {},
  }
  return surroundings
}

test('sends from one of two tabs, and the other tab sends for both when the first one closes', async () => {
  const person = ann()
  const sentBy: string[] = []
  const server = (name: string): Partial<Remote> => ({
    push: async (request) => {
      sentBy.push(...request.commands.map(({ patch }) => `${name} ${patch.description}`))
      return applied(request)
    },
    pull: async (cursor) => createPage(person.id, { reset: cursor === null }),
  })
  const surroundings = createBrowser()
  const [first, second] = [createTestDevice(person, server('first')), createTestDevice(person, server('second'))]
  const runners = [first, second].map((device) => runSync(device, () => {}, surroundings))
  const save = async (device: Device, runner: number, description: string) => {
    await device.record('action', crypto.randomUUID(), { ...fields, description })
    runners[runner]?.wake('send')
  }
  await save(first, 0, 'a')
  await save(second, 1, 'b')
  await vi.waitFor(() => expect(sentBy).toEqual(['first a', 'first b']), { timeout: 5000 })
  runners[0]?.stop()
  await save(second, 1, 'c')
  await vi.waitFor(() => expect(sentBy).toEqual(['first a', 'first b', 'second c']), { timeout: 5000 })
  await vi.waitFor(async () => expect((await second.store.queue()).waiting).toEqual([]), { timeout: 5000 })
  runners[1]?.stop()
})

test('lets another tab send while one is frozen, and the frozen tab takes its turn again when it resumes', async () => {
  const person = ann()
  const sentBy: string[] = []
  const surroundings = createBrowser()
  const tabs = ['first', 'second', 'third'].map((name) => {
    const push: Remote['push'] = async (request) => {
      sentBy.push(...request.commands.map(({ patch }) => `${name} ${patch.description}`))
      return applied(request)
    }
    const device = createTestDevice(person, { push, pull: async (cursor) => createPage(person.id, { reset: cursor === null }) })
    const page = { frozen: () => {}, resumed: () => {} }
    const rest = (frozen: () => void, resumed: () => void) => {
      Object.assign(page, { frozen, resumed })
      return () => {}
    }
    return { device, page, runner: runSync(device, () => {}, { ...surroundings, rest }) }
  })
  const [first, second, third] = tabs
  if (!first || !second || !third) throw new Error('no tabs')
  const save = async ({ device, runner }: typeof first, description: string) => {
    await device.record('action', crypto.randomUUID(), { ...fields, description })
    runner.wake('send')
  }
  await save(first, 'a')
  await vi.waitFor(() => expect(sentBy).toEqual(['first a']), { timeout: 5000 })
  // A frozen tab must not get the lock, so the test also freezes the next tab in the queue.
  second.page.frozen()
  first.page.frozen()
  await save(third, 'b')
  await vi.waitFor(() => expect(sentBy).toEqual(['first a', 'third b']), { timeout: 5000 })
  first.page.resumed()
  first.page.resumed()
  third.runner.stop()
  await save(first, 'c')
  await vi.waitFor(() => expect(sentBy).toEqual(['first a', 'third b', 'first c']), { timeout: 5000 })
  for (const { runner } of tabs) runner.stop()
})

test('sends changes from a newer tab if the server rejects the tab that saved them as too old', async () => {
  const person = ann()
  const tooOld = async () => {
    throw new RemoteFailure('too-old')
  }
  const sent: unknown[] = []
  const push: Remote['push'] = async (request) => {
    sent.push(...request.commands.map(({ patch }) => patch.description))
    return applied(request)
  }
  const surroundings = createBrowser()
  const reported: SyncStatus[] = []
  const old = createTestDevice(person, { push: tooOld, pull: tooOld })
  const first = runSync(old, (status) => reported.push(status), surroundings)
  await old.record('action', crypto.randomUUID(), fields)
  first.wake('send')
  await vi.waitFor(() => expect(reported.at(-1)?.problem).toBe('too-old'))
  const newer = createTestDevice(person, { push, pull: async (cursor) => createPage(person.id, { reset: cursor === null }) })
  const second = runSync(newer, () => {}, surroundings)
  await vi.waitFor(() => expect(sent).toEqual([fields.description]), { timeout: 5000 })
  first.stop()
  second.stop()
})

test('updates a screen when another tab saves a change and when that change is sent', async () => {
  const person = ann()
  const [one, other] = [createTestDevice(person), createTestDevice(person)]
  const id = crypto.randomUUID()
  const seen: unknown[] = []
  const subscription = liveQuery(() => other.readView('action', id)).subscribe((view) => seen.push(view?.state ?? null))
  await vi.waitFor(() => expect(seen).toEqual([null]))
  await one.store.absorb(createPage(person.id), asked)
  await one.record('action', id, fields)
  await vi.waitFor(() => expect(seen.at(-1)).toBe('local'))
  const [row] = (await one.store.queue()).waiting
  if (!row) throw new Error('nothing waits')
  await one.store.storeAnswers(applied({ commands: [row.command] }).answers, 'e1')
  await vi.waitFor(() => expect(seen.at(-1)).toBe('sent'))
  subscription.unsubscribe()
})

test('stores a photo with its change and sends it once the change is acknowledged', async () => {
  const person = ann()
  const uploads: string[] = []
  const device = createTestDevice(person, {
    push: async (request) => applied(request),
    pull: async (cursor) => createPage(person.id, { reset: cursor === null }),
    putPhoto: async (id) => {
      uploads.push(id)
      return null
    },
  })
  const photoId = crypto.randomUUID()
  await device.record('action', crypto.randomUUID(), { ...fields, photoId }, { photos: { [photoId]: new Blob(['jpeg']) } })
  expect(await device.store.nextPhoto(new Set())).toBeNull()
  const runner = runSync(device, () => {}, createBrowser())
  await vi.waitFor(async () => expect((await device.db.photos.get(photoId))?.state).toBe('sent'), { timeout: 5000 })
  expect(uploads).toEqual([photoId])
  runner.stop()
})
