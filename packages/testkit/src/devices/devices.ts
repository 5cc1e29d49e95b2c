/**
 * The app's own device layer (apps/web/src/data) on an in-memory database, so tests cover everything except the browser. Each device needs
 * a different person, because the database is named after the person.
 */
import 'fake-indexeddb/auto'
import { type Data, type Notice, type SyncStatus, startSync } from '@trailwarden/sync'
import { openDatabase } from '../../../../apps/server/src/db/database.ts'
import { createDevice, type DeviceOwner } from '../../../../apps/web/src/data/device/device.ts'
import { createRemote } from '../../../../apps/web/src/data/device/device-remote.ts'
import { pause, until } from '../wait.ts'
import { createPerson } from './people.ts'
import { AREA, type TestEnv } from './test-env.ts'

export type RealDevice = Awaited<ReturnType<ReturnType<typeof openDevices>['deviceOf']>>

const timer = {
  after(ms: number, wake: () => void) {
    const id = setTimeout(wake, ms)
    return () => clearTimeout(id)
  },
}

/** A test can use another version's code. */
export type App = { createDevice: typeof createDevice; createRemote: typeof createRemote; startSync: typeof startSync }

export function openDevices(env: Pick<TestEnv, 'address' | 'pool'>, code: App = { createDevice, createRemote, startSync }) {
  const database = openDatabase(String(env.pool.options.connectionString), 4)
  const devices = new Set<{ stop(): void }>()

  async function createTestDevice(role: number, displayName = 'Jo Berg') {
    const { email: _, ...person } = await createPerson(database.db, { role, displayName })
    return deviceOf(person)
  }

  /** A person with an email address finds the data that they left on the device earlier. */
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
      /** Sync is notified when signal returns, and requests fail without signal. */
      setSignal(isThere: boolean) {
        hasSignal = isThere
        if (isThere) app.sync.wake()
      },
      holdPhotos(isHeld: boolean) {
        holdsPhotos = isHeld
        if (!isHeld) app.sync.wake()
      },
      signIn(newCookie: string) {
        cookie = newCookie
        app.sync.wake()
      },
      restart() {
        stop()
        app = open()
      },
      close: stop,
      async record(recordId: string, patch: Data, photos?: Record<string, Blob>): Promise<string> {
        const saved = await app.device.record('action', recordId, patch, photos ? { photos } : {})
        if (!saved.saved) throw new Error('not saved')
        return saved.commandId
      },
      report: (recordId: string, more: Data = {}) => real.record(recordId, { description: 'Tree down', area: AREA, ...more }),
      queue: () => app.device.db.outbox.orderBy('command.n').toArray(),
      drained: () => until(async () => (await app.device.db.outbox.count()) === 0),
      /** For null, fetches until the mirror no longer contains the record. */
      async caughtUp(versions: ReadonlyMap<string, number | null>): Promise<boolean> {
        return until(async () => {
          // The device has no event stream that announces other people's changes, so the loop wakes sync repeatedly.
          app.sync.wake('fetch')
          await pause(100)
          const held = await app.device.db.table('actions').bulkGet([...versions.keys()])
          return [...versions.values()].every((version, i) => (held[i]?.version ?? null) === version)
        })
      },
      notices: (): Promise<Notice[]> => app.device.db.notices.toArray(),
    }
    if (!(await until(async () => (await app.device.store.position()).completeAtMs !== null)))
      throw new Error('the first fetch did not finish')
    return real
  }

  return {
    createTestDevice,
    deviceOf,
    db: database.db,
    async close() {
      for (const device of devices) device.stop()
      await database.close()
    },
  }
}

export async function versionsOf(env: TestEnv, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await env.pool.query<{ id: string; version: number }>('select id, version from actions where id = any($1)', [ids])
  return new Map(rows.map(({ id, version }) => [id, version]))
}
