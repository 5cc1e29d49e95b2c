/**
 * New versions of the app. A version that is ready waits until someone presses Update, and then until no tab is busy with unsaved edits,
 * sending or a download. Then it takes over, and every tab reloads itself once, as soon as that tab isn't busy.
 *
 * Loaded after the first page, which doesn't need it.
 */
import { APP_HEADER } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { ifNobodyIsBusy, whenFree } from './busy.ts'
import { SERVICE_WORKER } from './service-worker-registration.ts'

/** `held-up` means that someone pressed Update, but a tab is busy. */
type Stage = 'idle' | 'updating' | 'held-up'
export type AppUpdate = { isWaiting: boolean; stage: Stage }

const ASK_EVERY_MS = 60 * 60_000
const BUSY_AGAIN_MS = 1000
const [TAKE_OVER_TRIES, TAKE_OVER_MS] = [5, 2000]
/** Delay before asking our own server a second time whether the service worker still exists. */
const SURE_AFTER_MS = 5000
const UPDATED = 'updated'

const update = createStore<AppUpdate>({ isWaiting: false, stage: 'idle' })
let registration: ServiceWorkerRegistration | undefined
let askedAt = 0
let isReloading = false

function show(change: Partial<AppUpdate>): void {
  update.set({ ...update.get(), ...change })
}

const check = () => show({ isWaiting: Boolean(registration?.waiting && navigator.serviceWorker.controller) })

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', check)
}

/** Reloads the page once, as soon as this tab isn't busy. */
function reload(): void {
  whenFree(() => {
    if (isReloading) return
    isReloading = true
    location.reload()
  })
}

/**
 * Returns whether a reload would load a different version. If a part is missing because its file is broken, reloading would never end. If
 * it is missing because there is no signal, reloading would leave no page at all. The answer comes from the service worker if there is one,
 * otherwise from the server.
 */
async function isLeftBehind(): Promise<boolean> {
  const app = document.querySelector('script[type=module][src], link[data-app]')
  const name = app?.getAttribute('src') ?? app?.getAttribute('href')
  const reply = await fetch('/shell.html', { cache: 'no-store' }).catch(() => null)
  const page = reply?.ok ? await reply.text() : ''
  return Boolean(name) && page.includes('type="module"') && !page.includes(`"${name}"`)
}

/**
 * Checks for a new version at the start, from time to time, and when the server reports that this version is too old. If the browser can't
 * load the service worker's file, the server may have removed the worker permanently or may only be unreachable.
 */
export async function askForUpdate(): Promise<void> {
  if (!registration) return
  askedAt = Date.now()
  try {
    await registration.update()
  } catch {
    if ((await isGone()) && (await stillGone())) await leaveWorker(registration)
  }
}

/**
 * Returns whether our own server, identified by its header, reports that the service worker no longer exists. A hotel's login page responds
 * to every request, and must not make the app remove the service worker, without which the app doesn't open offline.
 */
async function isGone(): Promise<boolean> {
  const reply = await fetch(SERVICE_WORKER, { cache: 'no-store' }).catch(() => null)
  if (!reply?.headers.has(APP_HEADER)) return false
  const isScript = reply.headers.get('content-type')?.includes('javascript') ?? false
  return reply.status === 404 || reply.status === 410 || (reply.ok && !isScript)
}

async function stillGone(): Promise<boolean> {
  await new Promise((wake) => setTimeout(wake, SURE_AFTER_MS))
  return isGone()
}

/** Removes only the service worker. Databases and caches stay, so that the next worker still has the unsent changes and downloaded maps. */
async function leaveWorker(from: ServiceWorkerRegistration): Promise<void> {
  await from.unregister()
  reload()
}

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Doesn't reload for the first service worker, because it has the same version as the page that installed it. If there is no worker at
    // all, the browser has deleted the app's storage, and reloading without signal would lose the page too.
    if (isControlled && navigator.serviceWorker.controller) reload()
    isControlled = true
    check()
  })
  // A tab with an outdated version may request a part that no longer exists anywhere.
  addEventListener('vite:preloadError', async () => (await isLeftBehind()) && reload())
  registration = await navigator.serviceWorker.ready
  watch(registration.waiting)
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration?.installing ?? null))
  check()
  const askAgain = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > ASK_EVERY_MS) void askForUpdate()
  }
  document.addEventListener('visibilitychange', askAgain)
  setInterval(askAgain, ASK_EVERY_MS / 4)
  await askForUpdate()
}

/** Returns the new version once it has been installed completely, or null if there is none. */
async function newVersion(): Promise<ServiceWorker | null> {
  if (!registration?.waiting) await askForUpdate()
  const installing = registration?.installing
  if (installing) {
    await new Promise<void>((done) => installing.addEventListener('statechange', () => installing.state !== 'installing' && done()))
  }
  return registration?.waiting ?? null
}

/**
 * Tells the new version to take over, and repeats this if the new version doesn't react. The browser only lets it take over when the old
 * worker is idle, which may take minutes, and people shouldn't have to wait for that. Once it has taken over, the page reloads as after any
 * update.
 */
async function takeOver(worker: ServiceWorker): Promise<void> {
  sessionStorage.setItem(UPDATED, 'true')
  const activated = new Promise<void>((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()))
  for (let tries = 0; tries < TAKE_OVER_TRIES && worker.state === 'installed'; tries++) {
    worker.postMessage({ type: 'SKIP_WAITING' })
    await Promise.race([activated, new Promise((wake) => setTimeout(wake, TAKE_OVER_MS))])
  }
}

/** Switches to the new version and reloads the page as soon as this won't interrupt anyone. Returns false if there is no new version. */
export async function updateApp(): Promise<boolean> {
  show({ stage: 'updating' })
  const worker = await newVersion()
  if (!worker) {
    show({ stage: 'idle' })
    return false
  }
  while (!(await ifNobodyIsBusy(() => takeOver(worker)))) {
    show({ stage: 'held-up' })
    await new Promise((wake) => setTimeout(wake, BUSY_AGAIN_MS))
    // In the meantime, someone has cancelled the update, or another tab has completed it.
    if (update.get().stage === 'idle' || worker.state === 'activated') return true
  }
  if (worker.state !== 'installed') return true
  sessionStorage.removeItem(UPDATED)
  show({ stage: 'idle' })
  return false
}

/** Cancels the update because the person doesn't want to wait for busy tabs. */
export const giveUpUpdate = () => show({ stage: 'idle' })

/** Returns true once if this page is the first one after a switch to a new version. */
export function wasJustUpdated(): boolean {
  const was = sessionStorage.getItem(UPDATED) !== null
  sessionStorage.removeItem(UPDATED)
  return was
}

export const useAppUpdate = (): AppUpdate => useStore(update)

if (import.meta.env.PROD) void start()
