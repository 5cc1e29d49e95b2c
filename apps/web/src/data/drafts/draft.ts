/**
 * Drafts are stored at every pause and every 0.7 s, so that a dead battery costs about a second of typing. Browsers don't always fire
 * events before a page closes. Photos have separate rows, so that typing doesn't write them again.
 */
import type { DeviceDatabase, DraftRow, Photos } from '../device/device-database.ts'

const PAUSE_MS = 300
const LONGEST_MS = 700

/** This limit applies to forms that don't prompt when the person leaves. */
export const DRAFT_LASTS_MS = 24 * 3_600_000

const PHOTO = ' photo '
const isPhotoKey = (key: string) => key.includes(PHOTO)

/**
 * The age can't be trusted after the clock has been changed, so the difference counts in both directions. A draft may contain an email
 * address.
 */
const isExpired = ({ savedAt, expires }: DraftRow) => expires === true && Math.abs(Date.now() - Date.parse(savedAt)) >= DRAFT_LASTS_MS

type PhotoBytes = { bytes: ArrayBuffer; type: string }
// Photos are stored as bytes, because WebKit refuses to store a Blob.
const bytesOf = async (photo: Blob): Promise<PhotoBytes> => ({ bytes: await photo.arrayBuffer(), type: photo.type })

type Settle = (isSaved: boolean) => void
const open = new WeakMap<DeviceDatabase, Map<string, () => Settle>>()

/**
 * Call this function before saving the form. A draft written just after the save would look unsaved, and the person might save it twice.
 * The returned function allows writing again.
 */
export const suspendDraft = (db: DeviceDatabase, key: string): Settle => open.get(db)?.get(key)?.() ?? (() => {})

/** `expires` means that the draft is deleted a day after the last change. */
export function createDraft(db: DeviceDatabase, key: string, { expires = false } = {}) {
  let pending: { value: unknown; since: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSuspended = false
  let writing: Promise<unknown> = Promise.resolve()
  const rowOf = (rowKey: string, value: unknown): DraftRow => ({
    key: rowKey,
    value,
    savedAt: new Date().toISOString(),
    ...(expires && { expires }),
  })
  async function flush() {
    clearTimeout(timer)
    if (pending && !isSuspended) {
      const { value } = pending
      pending = null
      writing = db.drafts.put(rowOf(key, value))
    }
    await writing
  }
  function change(value: unknown) {
    const now = performance.now()
    pending = { value, since: pending?.since ?? now }
    clearTimeout(timer)
    const left = pending.since + LONGEST_MS - now
    timer = setTimeout(
      () => flush().catch((error: unknown) => console.warn('draft not saved', error)),
      Math.max(0, Math.min(PAUSE_MS, left)),
    )
  }
  async function keepPhotos(photos: Photos) {
    const rows = Object.entries(photos).map(async ([id, photo]) => rowOf(key + PHOTO + id, await bytesOf(photo)))
    await db.drafts.bulkPut(await Promise.all(rows))
  }
  function drop(): Promise<number> {
    pending = null
    clearTimeout(timer)
    return dropDraft(db, key)
  }
  const drafts = open.get(db) ?? new Map<string, () => Settle>()
  open.set(db, drafts)
  drafts.set(key, () => {
    isSuspended = true
    clearTimeout(timer)
    return (isSaved) => {
      isSuspended = false
      if (isSaved) pending = null
      else if (pending) change(pending.value)
    }
  })
  return { flush, change, keepPhotos, drop }
}

/** A refused change that the person edits again has a draft but no form yet. */
export const saveDraft = (db: DeviceDatabase, key: string, value: unknown) =>
  db.drafts.put({ key, value, savedAt: new Date().toISOString() })

export async function readDraft(db: DeviceDatabase, key: string): Promise<unknown> {
  const row = await db.drafts.get(key)
  if (row && !isExpired(row)) return row.value
  // Without the rest of the form, nobody would know what a photo is for.
  await dropDraft(db, key)
  return undefined
}

export async function readDraftPhotos(db: DeviceDatabase, key: string): Promise<Photos> {
  const start = key + PHOTO
  const rows = await db.drafts.where('key').startsWith(start).toArray()
  return Object.fromEntries(
    rows.map((row) => {
      const { bytes, type } = row.value as PhotoBytes
      return [row.key.slice(start.length), new Blob([bytes], { type })]
    }),
  )
}

export const dropDraft = (db: DeviceDatabase, key: string): Promise<number> =>
  db.drafts
    .where('key')
    .equals(key)
    .or('key')
    .startsWith(key + PHOTO)
    .delete()

export const dropExpiredDrafts = (db: DeviceDatabase): Promise<number> => db.drafts.filter(isExpired).delete()

export const readDraftKeys = async (db: DeviceDatabase): Promise<string[]> =>
  (await db.drafts.toCollection().primaryKeys()).filter((key) => !isPhotoKey(key))
