/**
 * The offline maps of this device, whichever tab works on them. One map is downloaded or deleted at a time over all tabs: a lock of the
 * browser's says who may, and goes with the tab that holds it. The others follow by a channel and take up where it stopped.
 *
 * A download belongs to the page, not to the screen: people may look at something else meanwhile.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { stayBusy } from '#platform/busy.ts'
import { withLock } from '#platform/lock.ts'
import { askToPersistStorage } from '#platform/storage-promise.ts'
import { checkTiles, deleteMap, downloadMap, storedTiles } from './map-download.ts'
import { cachesOf, type MapPack } from './map-pack.ts'
import { timeLeft } from './map-size.ts'
import { DOWNLOAD_STOPPED, OFFLINE_MAPS } from './messages.ts'
import { rememberWhole, wholeMaps } from './whole-maps.ts'

export type Doing = 'downloading' | 'checking' | 'deleting'
export type OfflineMaps = {
  /** Tiles in the cache, by slug; none before the first count. */
  stored: Readonly<Record<string, number>>
  /** When it was last found to be whole, by slug. */
  wholeAt: Readonly<Record<string, string>>
  /** Slugs of maps that an earlier version of is here. */
  earlier: readonly string[]
  /** What is going on, here or in another tab. */
  work: { slug: string; doing: Doing; here: boolean; leftMs: number | null } | null
  /** What went wrong with a map, as text. */
  trouble: Readonly<Record<string, string>>
  /** Bytes, as the browser reports them. */
  space: { used: number; free: number } | null
}

type Message = { slug: string; doing: Doing; stored: number; leftMs: number | null }

const LOCK = 'offline-maps'

const maps = createStore<OfflineMaps>({ stored: {}, wholeAt: {}, earlier: [], work: null, trouble: {}, space: null })
let cancelling: AbortController | null = null
let channel: BroadcastChannel | null = null
let known: readonly MapPack[] = []

function show(change: Partial<OfflineMaps>): void {
  maps.set({ ...maps.get(), ...change })
}

const showTrouble = (slug: string, text: string | null) => {
  const { [slug]: _, ...others } = maps.get().trouble
  show({ trouble: text === null ? others : { ...others, [slug]: text } })
}

/** A count that fails must not leave a map "downloading" and its tab busy for ever. */
const countAgain = () => count().catch((error: unknown) => console.warn('offline maps not counted', error))

/** Counts what the caches hold: the only count that is ever shown of a map that nobody works on. */
async function count(): Promise<void> {
  const counted = await Promise.all(known.map(async (pack) => [pack.slug, (await storedTiles(pack)).size] as const))
  const [names, whole] = [await caches.keys(), wholeMaps()]
  show({
    stored: Object.fromEntries(counted),
    wholeAt: Object.fromEntries(known.flatMap(({ slug, cacheName }) => (whole[cacheName] ? [[slug, whole[cacheName]]] : []))),
    earlier: known.filter((pack) => cachesOf(pack, names).some((name) => name !== pack.cacheName)).map(({ slug }) => slug),
  })
  // Missing before Safari 17.
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  if (usage !== undefined && quota !== undefined) show({ space: { used: usage, free: Math.max(0, quota - usage) } })
}

function followAnotherTab(message: Message): void {
  const isNew = maps.get().work === null
  show({
    work: { slug: message.slug, doing: message.doing, here: false, leftMs: message.leftMs },
    stored: { ...maps.get().stored, [message.slug]: message.stored },
  })
  if (!isNew) return
  // Granted when the other tab is done, or gone.
  void withLock(LOCK, { mode: 'shared' }, async () => {
    show({ work: null })
    await countAgain()
  })
}

/** Nothing is done when another tab is at work: what it does is then already on the screen, or about to be. */
async function work(pack: MapPack, doing: Doing, act: (report: (stored: number) => void) => Promise<void>): Promise<void> {
  await withLock(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const isFree = stayBusy()
    const before = maps.get().stored[pack.slug] ?? 0
    const begunAt = performance.now()
    const report = (stored: number) => {
      const leftMs = timeLeft(performance.now() - begunAt, stored - before, pack.tileCount - stored)
      show({ work: { slug: pack.slug, doing, here: true, leftMs }, stored: { ...maps.get().stored, [pack.slug]: stored } })
      channel?.postMessage({ slug: pack.slug, doing, stored, leftMs } satisfies Message)
    }
    showTrouble(pack.slug, null)
    report(before)
    try {
      await act(report)
    } finally {
      await countAgain()
      show({ work: null })
      isFree()
    }
  })
}

export function startDownload(pack: MapPack): Promise<void> {
  return work(pack, 'downloading', async (report) => {
    cancelling = new AbortController()
    // Asked here, where a person has just shown that they want something stored: a browser that asks them then asks at the right time.
    // Not waited for: Firefox asks the person, and the question may stay open.
    void askToPersistStorage()
    const end = await downloadMap(pack, { signal: cancelling.signal, others: known, onProgress: report })
    if (end === 'complete') rememberWhole(pack.cacheName, new Date().toISOString())
    else showTrouble(pack.slug, DOWNLOAD_STOPPED[end])
  })
}

/** Reads every tile again; those that cannot be read are missing from then on, and can be fetched. */
export function checkMap(pack: MapPack): Promise<void> {
  return work(pack, 'checking', async () => {
    if ((await checkTiles(pack)) === 0) rememberWhole(pack.cacheName, new Date().toISOString())
  })
}

export const cancelDownload = () => cancelling?.abort()

export function removeMap(pack: MapPack): Promise<void> {
  return work(pack, 'deleting', async () => {
    try {
      await deleteMap(pack)
      rememberWhole(pack.cacheName, null)
    } catch (error) {
      showTrouble(pack.slug, OFFLINE_MAPS.notDeleted(error instanceof Error ? error.message : String(error)))
    }
  })
}

function open(packs: readonly MapPack[]): void {
  known = packs
  if (!channel) {
    channel = new BroadcastChannel(LOCK)
    channel.onmessage = ({ data }: MessageEvent<Message>) => followAnotherTab(data)
  }
  if (maps.get().work) return
  void countAgain()
}

export function useOfflineMaps(packs: readonly MapPack[]): OfflineMaps {
  useEffect(() => open(packs), [packs])
  return useStore(maps)
}
