/**
 * A browser lock decides which tab downloads or deletes a map, and is released when that tab closes. The other tabs receive the progress
 * through a channel. A download isn't tied to a screen, so people can navigate while it runs.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { stayBusy } from '#platform/busy.ts'
import { withLock } from '#platform/lock.ts'
import { askToPersistStorage } from '#platform/storage-promise.ts'
import { DOWNLOAD_STOPPED, OFFLINE_MAPS } from './messages.ts'
import { checkTiles, deleteMap, downloadMap, storedTiles } from './packs/map-download.ts'
import { cachesOf, type MapPack } from './packs/map-pack.ts'
import { timeLeft } from './packs/map-size.ts'
import { listWholeMaps, rememberWhole } from './packs/whole-maps.ts'

export type Doing = 'downloading' | 'checking' | 'deleting'
export type OfflineMaps = {
  stored: Readonly<Record<string, number>>
  wholeAt: Readonly<Record<string, string>>
  earlier: readonly string[]
  work: { slug: string; doing: Doing; here: boolean; leftMs: number | null } | null
  /** The maps that this tab downloads next, in this order. */
  next: readonly string[]
  trouble: Readonly<Record<string, string>>
  /** In bytes, as the browser reports them. */
  space: { used: number; free: number } | null
}

type Message = { slug: string; doing: Doing; stored: number; leftMs: number | null }

const LOCK = 'offline-maps'

const maps = createStore<OfflineMaps>({ stored: {}, wholeAt: {}, earlier: [], work: null, next: [], trouble: {}, space: null })
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

/** A failed count must not leave a map "downloading" and its tab busy, so errors are ignored. */
const countAgain = () => count().catch((error: unknown) => console.warn("couldn't count offline maps", error))

async function count(): Promise<void> {
  const counted = await Promise.all(known.map(async (pack) => [pack.slug, (await storedTiles(pack)).size] as const))
  const [names, whole] = [await caches.keys(), listWholeMaps()]
  show({
    stored: Object.fromEntries(counted),
    wholeAt: Object.fromEntries(known.flatMap(({ slug, cacheName }) => (whole[cacheName] ? [[slug, whole[cacheName]]] : []))),
    earlier: known.filter((pack) => cachesOf(pack, names).some((name) => name !== pack.cacheName)).map(({ slug }) => slug),
  })
  // Safari before version 17 has no `estimate`.
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
  // The lock is granted when the other tab finishes or closes.
  void withLock(LOCK, { mode: 'shared' }, async () => {
    show({ work: null })
    await countAgain()
    startNext()
  })
}

/** The result is false if another tab is already working. The screen then shows that tab's progress. */
async function work(pack: MapPack, doing: Doing, act: (report: (stored: number) => void) => Promise<void>): Promise<boolean> {
  let hasLock = false
  await withLock(LOCK, { ifAvailable: true }, async (lock) => {
    hasLock = lock !== null
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
  return hasLock
}

const isNot = (slug: string) => (other: string) => other !== slug

/** A download that stops holds the maps after it, until the person resumes it or starts another one. */
function startNext(): void {
  const pack = known.find(({ slug }) => slug === maps.get().next[0])
  if (pack) void startDownload(pack)
}

/** While any map is being worked on, the download is added to the queue. */
export async function startDownload(pack: MapPack): Promise<void> {
  const { work: current, next } = maps.get()
  if (current) {
    if (current.slug !== pack.slug) show({ next: [...next.filter(isNot(pack.slug)), pack.slug] })
    return
  }
  leaveQueue(pack)
  if (await download(pack)) startNext()
}

export const leaveQueue = ({ slug }: MapPack) => show({ next: maps.get().next.filter(isNot(slug)) })

async function download(pack: MapPack): Promise<boolean> {
  let isComplete = false
  const hasRun = await work(pack, 'downloading', async (report) => {
    cancelling = new AbortController()
    // The user has just chosen to store something, so this is a good moment for the browser's prompt. Firefox's prompt may stay open, so
    // the call isn't awaited.
    void askToPersistStorage()
    const end = await downloadMap(pack, { signal: cancelling.signal, others: known, onProgress: report })
    isComplete = end === 'complete'
    if (end === 'complete') rememberWhole(pack.cacheName, new Date().toISOString())
    else showTrouble(pack.slug, DOWNLOAD_STOPPED[end])
  })
  if (!hasRun) show({ next: [pack.slug, ...maps.get().next] })
  return isComplete
}

/** Unreadable tiles are removed, so that they can be downloaded again. */
export async function checkMap(pack: MapPack): Promise<void> {
  await work(pack, 'checking', async () => {
    if ((await checkTiles(pack)) === 0) rememberWhole(pack.cacheName, new Date().toISOString())
  })
  startNext()
}

export const cancelDownload = () => cancelling?.abort()

export async function removeMap(pack: MapPack): Promise<void> {
  await work(pack, 'deleting', async () => {
    try {
      await deleteMap(pack)
      rememberWhole(pack.cacheName, null)
    } catch (error) {
      showTrouble(pack.slug, OFFLINE_MAPS.notDeleted(error instanceof Error ? error.message : String(error)))
    }
  })
  startNext()
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
