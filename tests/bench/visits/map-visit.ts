/**
 * A manager opens our map on a device that already has the Actions. Both maps fetch their files again on every visit, without a service
 * worker.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { readSiteBundle } from '@trailwarden/site/files'
import { measurePairs, type Pair, type Run } from '../metric.ts'
import { type Server, startBareServer, startOurServer } from '../server/servers.ts'
import { type SampleAction, sampleActions } from './map-samples.ts'
import { launchBrowser } from './visit.ts'

export type MapVisit = {
  readyMs: number
  /** The main thread's CPU time counts until one second after the page has drawn everything. */
  cpuMs: number
  /** The part of each task beyond 50 ms blocks the main thread. */
  blockedMs: number
  longTasksWhileIdle: number
}
type Opened = { visit: MapVisit; page: Page }
export type Maps = { browser: Browser; ours: MapSide; bare: MapSide; stop(): Promise<void> }
/** `change` returns how long the page takes to draw another device's change after the response. */
export type MapSide = { open(idleMs?: number): Promise<Opened>; change(page: Page): Promise<number> }

const DESKTOP = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' as const }
const QUIET_MS = 1_000
const LONGEST_MS = 60_000
const PASSWORD = 'trailwarden sample'
const MANAGER = '00000000-0000-4000-8000-000000000002'

const WATCH = () => {
  const tasks: { start: number; duration: number }[] = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  Object.assign(globalThis, { longTasks: tasks })
}

async function openOnce(context: BrowserContext, url: string, idleMs: number): Promise<Opened> {
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(url)
  await page.waitForFunction(
    (quiet) => {
      const last = performance.getEntriesByName('map drawn').at(-1)
      return last !== undefined && performance.now() - last.startTime > quiet
    },
    QUIET_MS,
    { timeout: LONGEST_MS, polling: 100 },
  )
  const cpuMs = await taskMs(devtools)
  const readyMs = await page.evaluate(() => performance.getEntriesByName('map drawn').at(-1)?.startTime ?? 0)
  if (idleMs > 0) await page.waitForTimeout(idleMs)
  const { blockedMs, longTasksWhileIdle } = await page.evaluate((ready) => {
    const { longTasks } = globalThis as unknown as { longTasks: { start: number; duration: number }[] }
    const before = longTasks.filter(({ start }) => start <= ready)
    return {
      blockedMs: before.reduce((sum, { duration }) => sum + duration - 50, 0),
      longTasksWhileIdle: longTasks.length - before.length,
    }
  }, readyMs)
  return { page, visit: { readyMs, cpuMs, blockedMs, longTasksWhileIdle } }
}

async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = metrics.find((metric) => metric.name === 'TaskDuration')?.value
  if (seconds === undefined) throw new Error('the browser does not report its CPU time')
  return seconds * 1000
}

async function timeChange(page: Page, begin: () => Promise<unknown>, reply: RegExp): Promise<number> {
  await page.evaluate(() => {
    performance.clearResourceTimings()
    performance.clearMarks('map drawn')
  })
  await begin()
  const found = await page.waitForFunction(
    (pattern) => {
      const drawn = performance.getEntriesByName('map drawn').at(-1)
      const answered = performance.getEntriesByType('resource').findLast(({ name }) => new RegExp(pattern).test(name)) as
        | PerformanceResourceTiming
        | undefined
      // These drawings started before the response arrived.
      return drawn && answered && answered.responseEnd > 0 && drawn.startTime > answered.responseEnd
        ? drawn.startTime - answered.responseEnd
        : false
    },
    reply.source,
    { timeout: LONGEST_MS, polling: 20 },
  )
  return Number(await found.jsonValue())
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('manager@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByText('You’re logged in').waitFor()
  // A later fetch doesn't overwrite rows that the test has written, so the first fetch must be complete. `waitForFunction` treats a pending
  // promise as true.
  const isFetched = () =>
    page.evaluate(async (id) => {
      // Opening the database before the app has created it would create an empty database.
      if (!(await indexedDB.databases()).some(({ name }) => name === `trailwarden-${id}`)) return false
      return new Promise((resolve) => {
        const request = indexedDB.open(`trailwarden-${id}`)
        request.onerror = () => resolve(false)
        request.onsuccess = () => {
          const db = request.result
          if (!db.objectStoreNames.contains('meta')) return resolve(false)
          const read = db.transaction('meta').objectStore('meta').get('position')
          read.onsuccess = () => {
            db.close()
            resolve(Boolean(read.result?.position?.cursor))
          }
        }
      })
    }, MANAGER)
  const until = Date.now() + LONGEST_MS
  while (!(await isFetched())) {
    if (Date.now() > until) throw new Error('the first fetch did not complete')
    await page.waitForTimeout(200)
  }
  await page.close()
}

async function fillDevice(context: BrowserContext, url: string, actions: readonly SampleAction[]): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/404`)
  await page.evaluate(
    async ({ id, rows }) => {
      const open = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await open(indexedDB.open(`trailwarden-${id}`))
      const { position } = await open(db.transaction('meta').objectStore('meta').get('position'))
      const write = db.transaction('actions', 'readwrite')
      for (const { id: recordId, lat, lng, rating } of rows) {
        const at = '2026-01-01T00:00:00.000Z'
        const data = {
          id: recordId,
          number: '9999',
          description: `Tree across the track ${recordId.slice(0, 8)}`,
          area: 'Bay of Fires',
          trail: null,
          detail: 'It lies at knee height.',
          place: { latitude: lat, longitude: lng, accuracyM: 6 },
          photoId: null,
          photoStored: false,
          rating,
          status: 'Unresolved',
          assignedTo: null,
          assignedName: null,
          notes: [],
          createdAt: at,
          createdBy: recordId,
          createdByName: 'Sam Member',
          updatedAt: at,
          updatedBy: recordId,
          updatedByName: 'Sam Member',
          completedAt: null,
        }
        write.objectStore('actions').put({ kind: 'action', id: recordId, version: 1, generation: position.generation, data })
      }
      await new Promise((resolve, reject) => {
        write.oncomplete = resolve
        write.onerror = reject
      })
      db.close()
    },
    { id: MANAGER, rows: actions },
  )
  await page.close()
}

const RECORD = 'ffffffff-0000-4000-8000-000000000000'

async function push(page: Page, n: number, deviceId: string, patch: Record<string, unknown>, baseVersion: number | null): Promise<void> {
  await page.evaluate(
    async ({ person, device, command }) => {
      const open = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await open(indexedDB.open(`trailwarden-${person}`))
      const { position } = await open(db.transaction('meta').objectStore('meta').get('position'))
      db.close()
      const reply = await fetch('/api/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-trailwarden-person': person, 'x-trailwarden-epoch': position.epoch },
        body: JSON.stringify({ deviceId: device, commands: [command] }),
      })
      const { answers } = await reply.json()
      if (!['applied', 'merged'].includes(answers?.[0]?.outcome)) throw new Error(`refused: ${JSON.stringify(answers)}`)
    },
    {
      person: MANAGER,
      device: deviceId,
      command: { id: crypto.randomUUID(), n, kind: 'action', recordId: RECORD, patch, baseVersion, recordedAt: new Date().toISOString() },
    },
  )
}

/** Our service worker doesn't cache tiles automatically, so `isStored` stores the visible tiles as a downloaded map. */
async function takeOffline(context: BrowserContext, url: string, worker: string | null, isStored: boolean): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  // Our page registers its own service worker. The bare page doesn't, so the test registers one.
  if (worker) await page.evaluate((address) => navigator.serviceWorker.register(address).then(() => undefined), worker)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  const { page: second } = await openOnce(context, url, 0)
  if (isStored)
    await second.evaluate(async () => {
      const cache = await caches.open('map:bench:kept')
      const tiles = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tiles/'))
      for (const { name } of tiles) await cache.put(name, await fetch(name, { cache: 'no-store' }))
    })
  await second.close()
  await context.setOffline(true)
}

export async function startMaps(count: number, { offline = false } = {}): Promise<Maps> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const started = async (server: Promise<Server>) => {
      const { url, stop: end } = await server
      stops.push(end)
      return url
    }
    const [ours, bare] = [await started(startOurServer()), await started(startBareServer('serve-map.ts'))]
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const { bundle } = await readSiteBundle(new URL('../../../sites/st-helens', import.meta.url).pathname)
    const device = offline ? { viewport: DESKTOP.viewport } : DESKTOP
    const context = await browser.newContext(device)
    await signIn(context, ours)
    await fillDevice(context, ours, sampleActions(bundle, count))
    const bareContext = await browser.newContext(device)
    if (offline) {
      await takeOffline(context, `${ours}/map`, null, true)
      await takeOffline(bareContext, `${bare}/?count=${count}`, '/worker.js', false)
    }
    const sender = crypto.randomUUID()
    let n = 0
    const placeAt = (step: number) => ({ latitude: -41.28, longitude: 148.14 + step * 1e-5, accuracyM: 6 })
    return {
      browser,
      stop,
      ours: {
        open: (idleMs = 0) => openOnce(context, `${ours}/map`, idleMs),
        async change(page) {
          if (n === 0) {
            const made = { description: 'Changed again and again', area: 'Bay of Fires', place: placeAt(0), rating: 'High' }
            await timeChange(page, () => push(page, ++n, sender, made, null), /\/api\/pull/)
          }
          return timeChange(page, () => push(page, ++n, sender, { place: placeAt(n) }, null), /\/api\/pull/)
        },
      },
      bare: {
        open: (idleMs = 0) => openOnce(bareContext, `${bare}/?count=${count}`, idleMs),
        change: (page) =>
          timeChange(page, () => page.evaluate(() => (globalThis as unknown as { change(): Promise<void> }).change()), /\/change/),
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The first measurement of each side isn't counted. */
export async function measureInPairs<T>({ ours, bare }: Maps, run: Run, measure: (side: MapSide) => Promise<T>): Promise<Pair<T>[]> {
  await measure(ours)
  await measure(bare)
  return measurePairs(
    run,
    () => measure(ours),
    () => measure(bare),
  )
}
