/**
 * A new version waits until someone presses Update and no tab is busy. Then every tab reloads once, as soon as that tab isn't busy. The
 * first page doesn't need this module.
 */
import { APP_HEADER } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { runIfNobodyIsBusy, runWhenFree } from './busy.ts'
import { SERVICE_WORKER } from './service-worker-registration.ts'

type Stage = 'idle' | 'updating' | 'held-up'
export type AppUpdate = { isWaiting: boolean; stage: Stage }

const ASK_EVERY_MS = 60 * 60_000
const BUSY_AGAIN_MS = 1000
const [TAKE_OVER_TRIES, TAKE_OVER_MS] = [5, 2000]
/** The app removes its service worker only after our own server reports twice, this far apart, that the worker no longer exists. */
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

function reload(): void {
  runWhenFree(() => {
    if (isReloading) return
    isReloading = true
    location.reload()
  })
}

/**
 * If the file is broken, reloading would never end, and without signal, reloading would leave no page at all. The service worker, or
 * without one the server, reports whether there is another version.
 */
async function isLeftBehind(): Promise<boolean> {
  const app = document.querySelector('script[type=module][src], link[data-app]')
  const name = app?.getAttribute('src') ?? app?.getAttribute('href')
  const reply = await fetch('/shell.html', { cache: 'no-store' }).catch(() => null)
  const page = reply?.ok ? await reply.text() : ''
  return Boolean(name) && page.includes('type="module"') && !page.includes(`"${name}"`)
}

/** If the browser can't load the service worker's file, the server may have removed the worker permanently or may only be unreachable. */
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
 * A hotel's login page responds to every request and must not make the app remove the service worker. Our server's header identifies its
 * responses.
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

/** Databases and caches stay, so that the next worker still has the unsent changes and downloaded maps. */
async function leaveWorker(from: ServiceWorkerRegistration): Promise<void> {
  await from.unregister()
  reload()
}

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first service worker has the same version as the page, so the page doesn't reload. Without a controller, the browser has deleted
    // the app's storage, and reloading without signal would lose the page.
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

/** Null means that no new version has been installed completely. */
async function newVersion(): Promise<ServiceWorker | null> {
  if (!registration?.waiting) await askForUpdate()
  const installing = registration?.installing
  if (installing) {
    await new Promise<void>((done) => installing.addEventListener('statechange', () => installing.state !== 'installing' && done()))
  }
  return registration?.waiting ?? null
}

/** The browser lets the new version take over only when the old worker is idle, which may take minutes, so the request is repeated. */
async function takeOver(worker: ServiceWorker): Promise<void> {
  sessionStorage.setItem(UPDATED, 'true')
  const activated = new Promise<void>((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()))
  for (let tries = 0; tries < TAKE_OVER_TRIES && worker.state === 'installed'; tries++) {
    worker.postMessage({ type: 'SKIP_WAITING' })
    await Promise.race([activated, new Promise((wake) => setTimeout(wake, TAKE_OVER_MS))])
  }
}

export async function updateApp(): Promise<boolean> {
  show({ stage: 'updating' })
  const worker = await newVersion()
  if (!worker) {
    show({ stage: 'idle' })
    return false
  }
  while (!(await runIfNobodyIsBusy(() => takeOver(worker)))) {
    show({ stage: 'held-up' })
    await new Promise((wake) => setTimeout(wake, BUSY_AGAIN_MS))
    // Someone may have cancelled the update, or another tab may have completed it.
    if (update.get().stage === 'idle' || worker.state === 'activated') return true
  }
  if (worker.state !== 'installed') return true
  sessionStorage.removeItem(UPDATED)
  show({ stage: 'idle' })
  return false
}

export const giveUpUpdate = () => show({ stage: 'idle' })

export function wasJustUpdated(): boolean {
  const was = sessionStorage.getItem(UPDATED) !== null
  sessionStorage.removeItem(UPDATED)
  return was
}

export const useAppUpdate = (): AppUpdate => useStore(update)

if (import.meta.env.PROD) void start()
