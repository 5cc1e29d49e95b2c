/**
 * The device of the person who is signed in. The database and the engine are fetched only then; a visitor's first page carries neither.
 * The app calls `followPerson` whenever someone else, or nobody, is signed in.
 */
import type { SyncStatus } from '@trailwarden/sync'
import { useSyncExternalStore } from 'react'
import { createStore } from '#lib/store.ts'
import { askToPersistStorage } from '#platform/storage-promise.ts'
import type { Device, DeviceOwner, DeviceTrouble } from './device.ts'
import type { Runner } from './sync-runner.ts'

/** `failure`: the database of the person who is signed in could not be opened. */
type DeviceSession = { device: Device | null; status: SyncStatus; trouble: DeviceTrouble | null; failure: { error: unknown } | null }

const NOBODY: DeviceSession = { device: null, status: { sending: null, problem: null }, trouble: null, failure: null }

const session = createStore(NOBODY)
let runner: Runner | null = null
let stopResting = () => {}
/** Who is meant: a slow start must not bring back someone who has left. */
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
 * A page that is left may go into the bfcache. One that was just making its database would then hold it up: in WebKit every later
 * page waited for its records, and so did a page loaded again. So it lets go of the database, and takes it up again if somebody returns.
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

/** Opens the database of this person and closes any other's. Nobody's: closes, and forgets what the last person no longer needs here. */
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

/** After a failure, which the screens that read from the database throw: they ask again, and so does the opening of it. */
export function retryDevice(): void {
  if (session.get().failure) return void openAgain()
  // Dexie remembers an open that failed, or a connection that was lost, until the database is closed.
  session.get().device?.close()
  session.get().device?.reopen()
}

async function open(person: DeviceOwner): Promise<void> {
  const [{ startDevice }, { runSync }] = await Promise.all([import('./device.ts'), import('./sync-runner.ts')])
  if (meant !== person.id) return
  const onSaved = () => {
    runner?.wake('send')
    // From now on this device holds the only copy of something.
    void askToPersistStorage()
  }
  const device = startDevice(person, { onSaved, onTrouble: (trouble) => show({ trouble }) })
  runner = runSync(device, (status) => show({ status }))
  // After the runner, which must have stopped when the database is closed.
  stopResting = restWithPage(device)
  show({ device })
}

/** The person asks: try now. */
export const syncNow = () => runner?.wake()

/** For what begins before its screen stands. Never, as long as nobody is signed in. */
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

/** Draws again only when the picked part changes: the status does so with every request. */
const useDeviceSession = <T>(pick: (session: DeviceSession) => T): T =>
  useSyncExternalStore(
    session.subscribe,
    () => pick(session.get()),
    () => pick(NOBODY),
  )

/** Null while nobody is signed in, or the database is still being opened. */
export const useDevice = () => useDeviceSession(({ device }) => device)
export const useDeviceFailure = () => useDeviceSession(({ failure }) => failure)
export const useSyncStatus = () => useDeviceSession(({ status }) => status)
export const useDeviceTrouble = () => useDeviceSession(({ trouble }) => trouble)
