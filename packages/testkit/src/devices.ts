/**
 * The app's own device layer (apps/web/src/data) with its database in memory, against the server of a fault test: all but the browser.
 * Each belongs to a person of its own, because the database bears the person's name.
 */
import 'fake-indexeddb/auto'
import { type Data, type Notice, type SyncStatus, startSync } from '@trailwarden/sync'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { createDevice, type DeviceOwner } from '../../../apps/web/src/data/device.ts'
import { createRemote } from '../../../apps/web/src/data/device-remote.ts'
import { aPerson } from './people.ts'
import { AREA, type TestEnv } from './test-env.ts'
import { pause, until } from './wait.ts'

export type RealDevice = Awaited<ReturnType<ReturnType<typeof openDevices>['deviceOf']>>

const timer = {
  after(ms: number, wake: () => void) {
    const id = setTimeout(wake, ms)
    return () => clearTimeout(id)
  },
}

/** The code that a device runs: the app of today unless a test has another. */
export type App = { createDevice: typeof createDevice; createRemote: typeof createRemote; startSync: typeof startSync }

export function openDevices(env: Pick<TestEnv, 'address' | 'pool'>, code: App = { createDevice, createRemote, startSync }) {
  const database = openDatabase(String(env.pool.options.connectionString), 4)
  const devices = new Set<{ stop(): void }>()

  /** A person of this role, signed in on a phone that has fetched everything. */
  async function aDevice(role: number, displayName = 'Jo Berg') {
    const { email: _, ...person } = await aPerson(database.db, { role, displayName })
    return deviceOf(person)
  }

  /** The phone of someone who is signed in. With an email address it finds what the same person has left on this device. */
  async function deviceOf(person: DeviceOwner & { cookie: string }) {
    let { cookie } = person
    let hasSignal = true
    let holdsPhotos = false
    let status: SyncStatus = { sending: null, problem: null }
    const errors: unknown[] = []
    const line = async (path: string, init: RequestInit) => {
      if (!hasSignal || (holdsPhotos && path.startsWith('/api/photos/'))) throw new TypeError('no signal')
      return fetch(`${env.address}${path}`, { ...init, headers: { ...init.headers, cookie, 'sec-fetch-site': 'same-origin' } })
    }
    const open = () => {
      const device = code.createDevice(person, { remote: (db) => code.createRemote(db, line), onSaved: () => sync.wake('send') })
      const onStatus = (next: SyncStatus) => {
        status = next
      }
      const { store, remote } = device
      const sync = code.startSync({ store, remote, timer, random: Math.random, onStatus, onError: (error) => errors.push(error) })
      return { device, sync }
    }
    let app = open()
    const stop = () => {
      app.sync.stop()
      app.device.close()
    }
    devices.add({ stop })
    const real = {
      person,
      errors,
      get app() {
        return app.device
      },
      get db() {
        return app.device.db
      },
      status: () => status,
      hasSignal: () => hasSignal,
      /** As the browser reports it: sync is notified when signal returns, and fails by itself when it is gone. */
      setSignal(isThere: boolean) {
        hasSignal = isThere
        if (isThere) app.sync.wake()
      },
      /** A line that is too thin for photos. */
      holdPhotos(isHeld: boolean) {
        holdsPhotos = isHeld
        if (!isHeld) app.sync.wake()
      },
      signIn(newCookie: string) {
        cookie = newCookie
        app.sync.wake()
      },
      /** The app is closed and opened again. */
      restart() {
        stop()
        app = open()
      },
      close: stop,
      /** Saves, as the form does; the id of the command. */
      async record(recordId: string, patch: Data, photos?: Record<string, Blob>): Promise<string> {
        const saved = await app.device.record('action', recordId, patch, photos ? { photos } : {})
        if (!saved.saved) throw new Error('not saved')
        return saved.commandId
      },
      report: (recordId: string, more: Data = {}) => real.record(recordId, { description: 'Tree down', area: AREA, ...more }),
      /** What waits to be sent, in its order. */
      queue: () => app.device.db.outbox.orderBy('command.n').toArray(),
      drained: () => until(async () => (await app.device.db.outbox.count()) === 0),
      /** Fetches until the mirror holds these records in the server's version (null: no longer holds them). */
      async caughtUp(versions: ReadonlyMap<string, number | null>): Promise<boolean> {
        return until(async () => {
          // Again and again: it has no stream of events that would tell it when what another has written can be fetched.
          app.sync.wake('fetch')
          await pause(100)
          const held = await app.device.db.table('actions').bulkGet([...versions.keys()])
          return [...versions.values()].every((version, i) => (held[i]?.version ?? null) === version)
        })
      },
      notices: (): Promise<Notice[]> => app.device.db.notices.toArray(),
    }
    if (!(await until(async () => (await app.device.store.position()).completeAtMs !== null)))
      throw new Error('the first fetch did not end')
    return real
  }

  return {
    aDevice,
    deviceOf,
    db: database.db,
    async close() {
      for (const device of devices) device.stop()
      await database.close()
    },
  }
}

/** The versions of these actions at the server. */
export async function versionsOf(env: TestEnv, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await env.pool.query<{ id: string; version: number }>('select id, version from actions where id = any($1)', [ids])
  return new Map(rows.map(({ id, version }) => [id, version]))
}
