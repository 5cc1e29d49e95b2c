/**
 * New versions of the app. One that is ready waits until someone says Update, and then until no tab is busy with unsaved edits, with
 * sending or with a download; only then does it take over, and every tab reloads itself, once, each when it is not busy itself.
 *
 * Loaded after the first page, which does not need it.
 */
import { APP_HEADER } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { ifNobodyIsBusy, whenFree } from './busy.ts'
import { SERVICE_WORKER } from './service-worker-registration.ts'

/** `held-up`: Update was pressed, and some tab is busy. */
type Stage = 'idle' | 'updating' | 'held-up'
export type AppUpdate = { isWaiting: boolean; stage: Stage }

const ASK_EVERY_MS = 60 * 60_000
const BUSY_AGAIN_MS = 1000
const [TAKE_OVER_TRIES, TAKE_OVER_MS] = [5, 2000]
/** Between the two times that our own server has to say that there is no such worker. */
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

/** Reloads the page as soon as nothing would be lost by it, and only once. */
function reload(): void {
  whenFree(() => {
    if (isReloading) return
    isReloading = true
    location.reload()
  })
}

/**
 * Whether a reload would bring another version. A part may be missing because its file fails or there is no signal; a page that reloaded
 * for that would do so without end, or be no page at all. The answer is the worker's if there is one, else the server's.
 */
async function isLeftBehind(): Promise<boolean> {
  const app = document.querySelector('script[type=module][src], link[data-app]')
  const name = app?.getAttribute('src') ?? app?.getAttribute('href')
  const reply = await fetch('/shell.html', { cache: 'no-store' }).catch(() => null)
  const page = reply?.ok ? await reply.text() : ''
  return Boolean(name) && page.includes('type="module"') && !page.includes(`"${name}"`)
}

/**
 * Asks the server for a new version: at the start, now and then, and when it has said that this one is too old for it. A worker that the
 * browser could not fetch may be gone for good, or only out of reach.
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
 * Only our own server is believed, by its header: a hotel's sign-in page answers anything to anything, and must not cost people the app
 * that opens without signal.
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

/** The worker alone goes. Databases and caches stay: unsent work and downloaded maps are there when a good one comes. */
async function leaveWorker(from: ServiceWorkerRegistration): Promise<void> {
  await from.unregister()
  reload()
}

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that brought it: the page is of the same version. None at all means that the browser threw away
    // what this app had stored: reloaded without signal, the page would be gone too.
    if (isControlled && navigator.serviceWorker.controller) reload()
    isControlled = true
    check()
  })
  // A tab that was left behind asks for a part of its version that is no longer anywhere.
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

/** The new version, once it is wholly there; null when there is none. */
async function newVersion(): Promise<ServiceWorker | null> {
  if (!registration?.waiting) await askForUpdate()
  const installing = registration?.installing
  if (installing) {
    await new Promise<void>((done) => installing.addEventListener('statechange', () => installing.state !== 'installing' && done()))
  }
  return registration?.waiting ?? null
}

/**
 * Tells the new version to take over, and again if it does not react. A browser lets it only when the old worker has nothing to do, which
 * it may put off for minutes: nobody is kept waiting for that. When it comes, the page is reloaded as after any update.
 */
async function takeOver(worker: ServiceWorker): Promise<void> {
  sessionStorage.setItem(UPDATED, 'true')
  const activated = new Promise<void>((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()))
  for (let tries = 0; tries < TAKE_OVER_TRIES && worker.state === 'installed'; tries++) {
    worker.postMessage({ type: 'SKIP_WAITING' })
    await Promise.race([activated, new Promise((wake) => setTimeout(wake, TAKE_OVER_MS))])
  }
}

/** Switches to the new version, when nobody is disturbed by it; false when there is none. The page is reloaded by it. */
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
    // Given up meanwhile, or done from another tab.
    if (update.get().stage === 'idle' || worker.state === 'activated') return true
  }
  if (worker.state !== 'installed') return true
  sessionStorage.removeItem(UPDATED)
  show({ stage: 'idle' })
  return false
}

/** The person would rather not wait for the tabs that are busy. */
export const giveUpUpdate = () => show({ stage: 'idle' })

/** Whether this page is the first of a version that was just switched to; true once. */
export function wasJustUpdated(): boolean {
  const was = sessionStorage.getItem(UPDATED) !== null
  sessionStorage.removeItem(UPDATED)
  return was
}

export const useAppUpdate = (): AppUpdate => useStore(update)

if (import.meta.env.PROD) void start()
