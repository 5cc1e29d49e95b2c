/**
 * Drafts: what is being typed, stored before it is saved. Written at every pause, and every 0.7 s while there is none: with the time
 * the writing itself takes, a battery that dies costs a second of typing. Nothing relies on an event that says the page is closing.
 */
import type { DeviceDatabase } from './device-database.ts'

const PAUSE_MS = 300
const LONGEST_MS = 700

export type Draft = { change(value: unknown): void; flush(): Promise<void> }

/** Takes back what was typed and is not written yet; the returned function hands it over again. */
type TakeBack = () => () => void
const open = new WeakMap<DeviceDatabase, Map<string, TakeBack>>()

/**
 * Called before the content of a draft is saved. Written a moment after the save, they would be offered again as not saved, and a person
 * who believed it would save them twice. The returned function undoes it, for a save that failed.
 */
export const takeBackDraft = (db: DeviceDatabase, key: string): (() => void) => open.get(db)?.get(key)?.() ?? (() => {})

export function createDraft(db: DeviceDatabase, key: string): Draft {
  let pending: { value: unknown; since: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  async function flush() {
    clearTimeout(timer)
    if (!pending) return
    const { value } = pending
    pending = null
    await db.drafts.put({ key, value, savedAt: new Date().toISOString() })
  }
  function change(value: unknown) {
    const now = performance.now()
    pending = { value, since: pending?.since ?? now }
    clearTimeout(timer)
    const left = pending.since + LONGEST_MS - now
    timer = setTimeout(
      () => flush().catch((error: unknown) => console.warn('draft not kept', error)),
      Math.max(0, Math.min(PAUSE_MS, left)),
    )
  }
  const drafts = open.get(db) ?? new Map<string, TakeBack>()
  open.set(db, drafts)
  drafts.set(key, () => {
    const taken = pending
    pending = null
    clearTimeout(timer)
    return () => taken && !pending && change(taken.value)
  })
  return { flush, change }
}

/** A draft that was not typed just now: what was refused, to be looked at again. */
export const saveDraft = (db: DeviceDatabase, key: string, value: unknown) =>
  db.drafts.put({ key, value, savedAt: new Date().toISOString() })
export const readDraft = async (db: DeviceDatabase, key: string): Promise<unknown> => (await db.drafts.get(key))?.value
export const dropDraft = (db: DeviceDatabase, key: string): Promise<void> => db.drafts.delete(key)
