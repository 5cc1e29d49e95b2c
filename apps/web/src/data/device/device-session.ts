/** The database and the sync engine are loaded only after login, so that a visitor's first page contains neither. */
import type { SyncStatus } from '@trailwarden/sync'
import { useSyncExternalStore } from 'react'
import { createStore } from '#lib/store.ts'
import { askToPersistStorage } from '#platform/storage-promise.ts'
import type { Device, DeviceOwner, DeviceTrouble } from './device.ts'
import type { Runner } from './sync-runner.ts'

/** `failure` is set if the logged-in person's database couldn't be opened. */
type DeviceSession = { device: Device | null; status: SyncStatus; trouble: DeviceTrouble | null; failure: { error: unknown } | null }

const NOBODY: DeviceSession = { device: null, status: { sending: null, problem: null }, trouble: null, failure: null }

const session = createStore(NOBODY)
let runner: Runner | null = null
let stopResting = () => {}
/** If someone logs out during a slow start, that start must not log them in again. */
let meant: string | null = null
let openAgain = async () => {}

function show(change: Partial<DeviceSession>): void {
  session.set({ ...session.get(), ...change })
}

function leave(): void {
  stopResting()
  runner?.stop()
  runner = null
  session.get().device?.close()
  show(NOBODY)
}

/**
 * The database is closed while the page is in the bfcache. In WebKit, a page that was still creating its database would block every later
 * page, even after a reload.
 */
function restWithPage(device: Device): () => void {
  const rest = () => device.close()
  const resume = () => device.reopen()
  addEventListener('pagehide', rest)
  addEventListener('pageshow', resume)
  return () => {
    removeEventListener('pagehide', rest)
    removeEventListener('pageshow', resume)
  }
}

export async function followPerson(person: DeviceOwner | null): Promise<void> {
  if (meant === (person?.id ?? null)) return
  const last = meant
  meant = person?.id ?? null
  leave()
  if (!person) {
    if (last) await (await import('./device-database.ts')).forgetDevice(last)
    return
  }
  openAgain = async () => {
    show({ failure: null })
    await open(person).catch((error: unknown) => meant === person.id && show({ failure: { error } }))
  }
  await openAgain()
}

/** Screens that read the database throw the failure, and their Try again button calls this function. */
export function retryDevice(): void {
  if (session.get().failure) return void openAgain()
  // Dexie remembers a failure to open or a lost connection until the database is closed.
  session.get().device?.close()
  session.get().device?.reopen()
}

async function open(person: DeviceOwner): Promise<void> {
  const [{ startDevice }, { runSync }] = await Promise.all([import('./device.ts'), import('./sync-runner.ts')])
  if (meant !== person.id) return
  const onSaved = () => {
    runner?.wake('send')
    // The device has the only copy of the change until the server accepts it, so the browser must not clear storage.
    void askToPersistStorage()
  }
  const device = startDevice(person, { onSaved, onTrouble: (trouble) => show({ trouble }) })
  runner = runSync(device, (status) => show({ status }))
  // The runner's listeners were registered earlier, so the runner stops before the database closes.
  stopResting = restWithPage(device)
  show({ device })
}

export const syncNow = () => runner?.wake()

/** The promise never resolves unless someone logs in. */
export const whenDeviceOpens = () =>
  new Promise<Device>((resolve) => {
    const check = () => {
      const { device } = session.get()
      if (!device) return
      unsubscribe()
      resolve(device)
    }
    const unsubscribe = session.subscribe(check)
    check()
  })

const useDeviceSession = <T>(pick: (session: DeviceSession) => T): T =>
  useSyncExternalStore(
    session.subscribe,
    () => pick(session.get()),
    () => pick(NOBODY),
  )

export const useDevice = () => useDeviceSession(({ device }) => device)
export const useDeviceFailure = () => useDeviceSession(({ failure }) => failure)
export const useSyncStatus = () => useDeviceSession(({ status }) => status)
export const useDeviceTrouble = () => useDeviceSession(({ trouble }) => trouble)
