/**
 * A cache accepts only complete responses, so a download can continue where the last attempt stopped. Responses that aren't images are
 * rejected, because a hotel's login page returns 200 for every request.
 */

import { tileKey } from '#platform/tile-key.ts'
import { cachesOf, type MapPack, tileAddresses } from './map-pack.ts'

/**
 * `sign-in` means that a login page between this device and the tile server responds. `incomplete` means that some tiles couldn't be
 * fetched despite retries.
 */
export type DownloadEnd = 'complete' | 'cancelled' | 'no-space' | 'sign-in' | 'incomplete'

/** Tiles shared with `others` are copied instead of fetched. */
type Options = { signal: AbortSignal; others?: readonly MapPack[]; onProgress?: (done: number) => void }

const AT_ONCE = 8
const PROGRESS_EVERY = 10
const TRIES = 4
const FIRST_PAUSE_MS = 400
/** Each failed tile has already been retried several times, so after this many in a row the others would probably fail too. */
const HOPELESS_AFTER = 8

class NotAPicture extends Error {}

const isOutOfSpace = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export async function storedTiles(pack: MapPack, origin = location.origin): Promise<Set<string>> {
  // Opening a cache would create it.
  if (!(await caches.has(pack.cacheName))) return new Set()
  const stored = new Set((await (await caches.open(pack.cacheName)).keys()).map(({ url }) => url))
  return new Set(
    tileAddresses(pack, origin)
      .map(tileKey)
      .filter((key) => stored.has(key)),
  )
}

/**
 * Neighbouring maps share most overview tiles. Earlier versions of maps may contain different images, so only current versions are used.
 */
async function cachesToCopyFrom(pack: MapPack, others: readonly MapPack[]): Promise<Cache[]> {
  const names = others.filter(({ slug, base }) => slug !== pack.slug && base.id === pack.base.id).map(({ cacheName }) => cacheName)
  const isThere = await Promise.all(names.map((name) => caches.has(name)))
  return Promise.all(names.filter((_, i) => isThere[i]).map((name) => caches.open(name)))
}

async function copyTile(cache: Cache, from: readonly Cache[], address: string): Promise<boolean> {
  for (const other of from) {
    const reply = await other.match(tileKey(address))
    if (!reply) continue
    await cache.put(tileKey(address), reply)
    return true
  }
  return false
}

async function fetchTile(cache: Cache, address: string, signal: AbortSignal): Promise<void> {
  // `no-store` keeps the tile out of the browser's HTTP cache, and tells our service worker not to return a tile from another map.
  const reply = await fetch(address, { cache: 'no-store', signal })
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  if (!reply.headers.get('content-type')?.startsWith('image/')) throw new NotAPicture(address)
  await cache.put(tileKey(address), reply)
}

/** Errors that a retry can't fix are thrown immediately. */
async function fetchStubbornly(cache: Cache, address: string, signal: AbortSignal): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await fetchTile(cache, address, signal)
    } catch (error) {
      if (signal.aborted || tried === TRIES || isOutOfSpace(error) || error instanceof NotAPicture) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random()), signal)
    }
  }
}

async function dropUnreadable(cache: Cache, addresses: readonly string[]): Promise<number> {
  let dropped = 0
  await inTurn(addresses, AT_ONCE, async (address) => {
    const reply = await cache.match(tileKey(address))
    const bytes = await reply?.arrayBuffer().catch(() => null)
    if (bytes?.byteLength) return
    await cache.delete(tileKey(address))
    dropped++
  })
  return dropped
}

async function inTurn<T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export async function downloadMap(pack: MapPack, { signal, others = [], onProgress = () => {} }: Options): Promise<DownloadEnd> {
  const stored = await storedTiles(pack)
  const addresses = tileAddresses(pack, location.origin)
  const cache = await caches.open(pack.cacheName)
  const copied = await cachesToCopyFrom(pack, others)
  // Safari before 17.4 has no `AbortSignal.any`, so one controller serves both reasons to stop.
  const stop = new AbortController()
  const ended = stop.signal
  signal.addEventListener('abort', () => stop.abort(), { signal: ended })
  if (signal.aborted) stop.abort()
  let [done, failed, failedInARow] = [stored.size, 0, 0]
  let end: DownloadEnd | null = null
  const giveUp = (why: DownloadEnd) => {
    end ??= why
    stop.abort()
  }
  onProgress(done)
  const missing = addresses.filter((address) => !stored.has(tileKey(address)))
  await inTurn(missing, AT_ONCE, async (address) => {
    if (ended.aborted) return
    try {
      if (!(await copyTile(cache, copied, address))) await fetchStubbornly(cache, address, ended)
      failedInARow = 0
      if (++done % PROGRESS_EVERY === 0) onProgress(done)
    } catch (error) {
      if (ended.aborted) return
      if (isOutOfSpace(error)) return giveUp('no-space')
      if (error instanceof NotAPicture) return giveUp('sign-in')
      failed++
      if (++failedInARow >= HOPELESS_AFTER) giveUp('incomplete')
    }
  })
  if (end) return end
  if (signal.aborted) return 'cancelled'
  if (failed > 0 || (await dropUnreadable(cache, addresses)) > 0) return 'incomplete'
  await dropEarlierVersions(pack)
  return 'complete'
}

export async function checkTiles(pack: MapPack): Promise<number> {
  if (!(await caches.has(pack.cacheName))) return pack.tileCount
  await dropUnreadable(await caches.open(pack.cacheName), tileAddresses(pack, location.origin))
  return pack.tileCount - (await storedTiles(pack)).size
}

/** Earlier versions of a map have other tiles or bounds. They are used until the new version is complete. */
async function dropEarlierVersions(pack: MapPack): Promise<void> {
  for (const name of cachesOf(pack, await caches.keys())) if (name !== pack.cacheName) await caches.delete(name)
}

export async function deleteMap(pack: MapPack): Promise<void> {
  for (const name of cachesOf(pack, await caches.keys())) await caches.delete(name)
}
