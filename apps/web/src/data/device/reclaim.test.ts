/** After the server has ended a session, some data stays on the device for its owner. */
import type { PullReply } from '@trailwarden/api'
import 'fake-indexeddb/auto'
import { type Push, RemoteFailure, startSync } from '@trailwarden/sync'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetPerson, signedInAs } from '../session.ts'
import { createDevice, type Device, type DeviceOwner } from './device.ts'
import { forgetDevice, forgetOthers } from './device-database.ts'

const fields = { description: 'Tree down', area: 'Bay of Fires' }
const createPerson = (email = `${crypto.randomUUID()}@example.org`) => ({ id: crypto.randomUUID(), displayName: 'Ann', email })
const open: { stop(): void }[] = []

function createServer(epoch: string) {
  const pushed: Push[] = []
  const receipts: (string | null)[] = []
  const server = {
    epoch,
    pushed,
    receipts,
    commands: () => pushed.flatMap(({ commands }) => commands.map(({ id }) => id)),
    remote: (personId: string) => ({
      push: async (push: Push) => {
        if (push.epoch !== server.epoch) throw new RemoteFailure('other-epoch')
        pushed.push(push)
        const answers = push.commands.map(({ id }) => ({ commandId: id, outcome: 'applied', version: 1, replaced: [], refusal: null }))
        return { answers, receipt: `receipt-${push.commands.at(-1)?.id}` }
      },
      pull: async (cursor: string | null, _call: unknown, receipt: string | null): Promise<PullReply> => {
        receipts.push(receipt)
        const reset = cursor !== server.epoch
        return { epoch: server.epoch, personId, role: 1, reset, cursor: server.epoch, documents: [], removed: [], more: false }
      },
      putPhoto: async () => null,
    }),
  }
  return server
}

function start(person: DeviceOwner, server: ReturnType<typeof createServer>): Device {
  const device = createDevice(person, { remote: () => server.remote(person.id), onSaved: () => sync.wake('send') })
  const timer = {
    after(ms: number, ring: () => void) {
      const id = setTimeout(ring, ms)
      return () => clearTimeout(id)
    },
  }
  const sync = startSync({ store: device.store, remote: device.remote, timer, random: Math.random })
  const stop = () => {
    sync.stop()
    device.close()
  }
  open.push({ stop })
  return { ...device, close: stop }
}

const isDrained = (device: Device) => vi.waitFor(async () => expect(await device.db.outbox.count()).toBe(0), { timeout: 5000 })

afterEach(() => {
  vi.unstubAllGlobals()
  for (const one of open.splice(0)) one.stop()
})

async function someoneSignedOut(server: ReturnType<typeof createServer>, { hasMore = true } = {}) {
  const person = createPerson()
  const device = start(person, server)
  await device.record('action', crypto.randomUUID(), fields)
  await vi.waitFor(async () => expect(await device.db.sent.count()).toBe(1), { timeout: 5000 })
  const [sent] = server.commands()
  device.close()
  const offline = createDevice(person)
  if (hasMore) await offline.record('action', crypto.randomUUID(), { ...fields, description: 'Never sent' })
  await offline.db.table('people').put({ kind: 'person', id: crypto.randomUUID(), version: 1, data: { phone: '0400' }, generation: 1 })
  offline.close()
  return { person, sent }
}

test('SEC-H4 keeps the person’s acknowledged changes, but not other people’s, when the server ends the session', async () => {
  const { person, sent } = await someoneSignedOut(createServer('e1'), { hasMore: false })
  expect(await forgetDevice(person.id)).toBe(0)
  const next = createPerson()
  await forgetOthers(next.id)
  const after = createDevice(person)
  open.push({ stop: () => after.close() })
  expect((await after.db.sent.toArray()).map(({ command }) => command.id)).toEqual([sent])
  expect(await after.db.table('people').count()).toBe(0)
  after.close()
  const restored = createServer('e2')
  const back = start(person, restored)
  await vi.waitFor(() => expect(restored.commands()).toEqual([sent]), { timeout: 5000 })
  await isDrained(back)
})

test('SEC-H4 deletes acknowledged changes when the person logs out', async () => {
  const storage: Record<string, string> = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(storage, { [name]: value }),
    removeItem: (name: string) => Reflect.deleteProperty(storage, name),
  })
  vi.stubGlobal('localStorage', storage)
  const person = createPerson()
  const profile = { ...person, phone: '', role: 1, disabled: false, createdAt: '2026-11-15T09:00:00Z' }
  const device = start(person, createServer('e1'))
  await device.record('action', crypto.randomUUID(), fields)
  await vi.waitFor(async () => expect(await device.db.sent.count()).toBe(1), { timeout: 5000 })
  device.close()
  signedInAs(profile)
  forgetPerson()
  // If the tab is closed during a logout, the next login completes the logout.
  await forgetOthers(createPerson().id)
  const after = createDevice(person)
  open.push({ stop: () => after.close() })
  expect(await after.db.sent.count()).toBe(0)
  expect(Object.keys(storage)).toEqual([])
  signedInAs(profile)
  forgetPerson()
  signedInAs(profile)
  expect(Object.keys(storage)).toEqual(['person:profile'])
  forgetPerson()
})

test('SEC-H4 returns changes once and in order if an account with the same address is created again after a restore', async () => {
  const before = createServer('e1')
  const { person, sent } = await someoneSignedOut(before)
  await forgetDevice(person.id)
  const restored = createServer('e2')
  const again = { ...createPerson(person.email.toUpperCase()), displayName: 'Ann' }
  const back = start(again, restored)
  await vi.waitFor(() => expect(restored.commands()).toHaveLength(2), { timeout: 5000 })
  expect(restored.commands()[0]).toBe(sent)
  expect(restored.pushed.every(({ personId }) => personId === again.id)).toBe(true)
  // The device sends the earlier account's receipt from the first request onwards.
  expect(restored.receipts[0]).toBe(`receipt-${sent}`)
  await isDrained(back)
  back.close()
  const old = createDevice(person)
  open.push({ stop: () => old.close() })
  expect(await Promise.all(old.db.tables.map((table) => table.count()))).toEqual(old.db.tables.map(() => 0))
  start(again, restored)
  await new Promise((wake) => setTimeout(wake, 300))
  expect(restored.commands()).toHaveLength(2)
})

test('SEC-H4 R24 doesn’t return changes to an account with another address, or to one with the same address if there was no restore', async () => {
  const { person } = await someoneSignedOut(createServer('e1'))
  await forgetDevice(person.id)
  const restored = createServer('e2')
  const other = start(createPerson(), restored)
  await vi.waitFor(async () => expect((await other.store.position()).completeAtMs).not.toBeNull(), { timeout: 5000 })
  const same = createServer('e1')
  const sameAddress = start(createPerson(person.email), same)
  await vi.waitFor(async () => expect((await sameAddress.store.position()).completeAtMs).not.toBeNull(), { timeout: 5000 })
  await new Promise((wake) => setTimeout(wake, 300))
  expect([...restored.commands(), ...same.commands()]).toEqual([])
  expect(restored.receipts.every((receipt) => receipt === null)).toBe(true)
  const old = createDevice(person)
  open.push({ stop: () => old.close() })
  expect([await old.db.outbox.count(), await old.db.sent.count()]).toEqual([1, 1])
})
