/**
 * A logged-in person's operations on this device. Every change is first written to the device's database, in one transaction with its
 * effect on the screens. The change then counts as saved, without waiting for the network.
 *
 * This module is loaded only when someone is logged in (`startDevice`), because a visitor's first page must not include a database.
 */
import { type Answer, type Document, type Kind, PushReply, photosIn } from '@trailwarden/api'
import {
  type Data,
  type LocalStore,
  planAgain,
  planHold,
  planRecord,
  planUndo,
  type Remote,
  type View,
  viewOf,
  type Writes,
} from '@trailwarden/sync'
import { dropDraft, suspendDraft } from '../drafts/draft.ts'
import {
  createDatabase,
  type DeviceDatabase,
  forgetOthers,
  isReadable,
  mirrorOf,
  mirrorsOf,
  type PhotoRow,
  type Photos,
  perform,
  readPosition,
} from './device-database.ts'
import { createRemote, uploadPhoto } from './device-remote.ts'
import { createDeviceStore } from './device-store.ts'
import { deviceKind } from './kinds.ts'
import { noteOwner, reclaim } from './reclaim.ts'

/** `email` identifies changes that the person left on this device under an earlier account. */
export type DeviceOwner = { id: string; displayName: string; email?: string }

/**
 * `storage-full`: nothing was written, and the form must keep its content. With signal, the change can still be sent directly to the
 * server. `sendNow` is null if earlier changes to the same record are queued, because this change must not overtake them, or if the device
 * has never fetched anything.
 */
export type Saved = { saved: true; commandId: string } | { saved: false; reason: 'storage-full'; sendNow: (() => Promise<Answer>) | null }

export type { Photos }
export type SavedWith = { photos?: Photos; draft?: string; canBeUndone?: boolean }

const named = (patch: Data, photos: Photos = {}) => photosIn({ patch }).flatMap((id) => (photos[id] ? [{ id, photo: photos[id] }] : []))

export type Device = ReturnType<typeof createDevice>

/**
 * `outdated`: a newer version of the app in another tab has upgraded the database, so this tab must be reloaded. `blocked`: an older
 * version in another tab has the database open.
 */
export type DeviceTrouble = 'outdated' | 'blocked'

export type DeviceParts = {
  remote?: (db: DeviceDatabase) => Remote
  onSaved?: () => void
  onTrouble?: (trouble: DeviceTrouble | null) => void
}

/**
 * Limits how long requests for additional records are retried. During a first fetch, sync pages arrive one after another and can cause
 * retries.
 */
const HOLD_WAIT_MS = 20_000

export function createDevice(person: DeviceOwner, parts: DeviceParts = {}) {
  const db = createDatabase(person.id)
  // Dexie closes the database to make way for a newer version, and reopens a connection that the browser closed when it is next used. It
  // does this only if no listener returns false.
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) parts.onTrouble?.('outdated')
  })
  db.on('blocked', () => {
    parts.onTrouble?.('blocked')
    db.on('ready', () => parts.onTrouble?.(null))
  })
  const ownStore: LocalStore = createDeviceStore(db, person.id)
  const owner = person.email === undefined ? null : { id: person.id, email: person.email }
  let isOwnerNoted: Promise<void> | null = null
  const store: LocalStore = {
    ...ownStore,
    async position() {
      // The owner is recorded before the first request, because the content of that request may depend on the owner.
      isOwnerNoted ??= owner ? noteOwner(db, owner).catch((error: unknown) => console.warn('not noted', error)) : Promise.resolve()
      await isOwnerNoted
      return ownStore.position()
    },
    async absorb(page, asked) {
      const isAbsorbed = await ownStore.absorb(page, asked)
      // Only a reset page shows that the server may have been restored.
      if (page.reset && isAbsorbed && owner && (await reclaim(db, owner)) > 0) onSaved()
      return isAbsorbed
    },
  }
  const remote = (parts.remote ?? createRemote)(db)
  const onSaved = parts.onSaved ?? (() => {})
  const tables = () => [...mirrorsOf(db), db.meta, db.outbox, db.attention, db.sent, db.photos, db.drafts]

  async function readView(kind: Kind, id: string): Promise<View | null> {
    const [document, waiting, sent, attention] = await Promise.all([
      mirrorOf(db, kind).get(id),
      db.outbox.where('command.recordId').equals(id).toArray(),
      db.sent.where('command.recordId').equals(id).toArray(),
      db.attention.where('waiting.command.recordId').equals(id).toArray(),
    ])
    const author = { id: person.id, name: person.displayName }
    return viewOf({ kind: deviceKind(kind).kind, id, document: isReadable(document) ? document : null, waiting, sent, attention, author })
  }

  /** Saves one change, stores the photos that it names and deletes `draft`. `canBeUndone` delays sending for a while. */
  async function record(kind: Kind, recordId: string, patch: Data, more: SavedWith = {}): Promise<Saved> {
    const commandId = crypto.randomUUID()
    let attempted: Writes = {}
    const settleDraft = more.draft === undefined ? () => {} : suspendDraft(db, more.draft)
    try {
      // The photos are read before the transaction, because the transaction would end while waiting for their bytes.
      const photos = await Promise.all(
        named(patch, more.photos).map(async ({ id, photo }): Promise<PhotoRow> => {
          return { id, state: 'waiting', blob: await photo.arrayBuffer(), type: photo.type, refusal: null }
        }),
      )
      await db.transaction('rw', tables(), async () => {
        const position = await readPosition(db, person.id)
        const view = await readView(kind, recordId)
        const attention = await db.attention.where('waiting.command.recordId').equals(recordId).toArray()
        const known = { version: view?.version ?? null, view: view?.data ?? null, attention }
        const read = async (of: string, id: string) => (await mirrorOf(db, of).get(id))?.data
        const context = await deviceKind(kind).context?.(read, patch)
        const doing = { commandId, kind, recordId, patch, context: context ?? {}, now: new Date() }
        attempted = planRecord(position, { ...doing, canBeUndone: more.canBeUndone === true }, known)
        await perform(db, attempted)
        if (photos.length > 0) await db.photos.bulkPut(photos)
        if (more.draft !== undefined) await dropDraft(db, more.draft)
      })
    } catch (error) {
      settleDraft(false)
      if (!isStorageFull(error)) throw error
      const hasEarlier = (await db.outbox.where('command.recordId').equals(recordId).count()) > 0
      const canSend = !hasEarlier && attempted.outbox !== undefined && attempted.position?.epoch !== null
      return { saved: false, reason: 'storage-full', sendNow: canSend ? () => sendNow(attempted, more.photos) : null }
    }
    settleDraft(true)
    onSaved()
    return { saved: true, commandId }
  }

  async function sendNow(writes: Writes, photos: Photos | undefined): Promise<Answer> {
    const command = writes.outbox?.put?.[0]?.command
    const { deviceId, epoch, cursor, receipt = null } = await store.position()
    if (!command || epoch === null) throw new Error('there is nothing to send')
    const within = (ms: number) => ({ signal: AbortSignal.timeout(ms), alive: () => {} })
    // Photos are sent first, because storage is full and they couldn't be queued once the change is accepted.
    for (const { id, photo } of named(command.patch, photos)) {
      const refusal = await uploadPhoto(id, photo, within(60_000))
      if (refusal) throw new Error(refusal.detail)
    }
    const reply = await remote.push({ deviceId, personId: person.id, epoch, cursor, receipt, commands: [command] }, within(15_000))
    const answer = PushReply.parse(reply).answers.find(({ commandId }) => commandId === command.id)
    if (!answer) throw new Error('the server didn’t respond')
    return answer
  }

  async function queueAgain(commandId: string, asNew?: { recordId: string; fields: Data }): Promise<void> {
    await db.transaction('rw', tables(), async () => {
      const refused = await db.attention.get(commandId)
      // The refused change has already been handled in another tab.
      if (!refused) return
      const { kind, recordId } = refused.waiting.command
      const version = (await mirrorOf(db, kind).get(recordId))?.version ?? null
      const position = await readPosition(db, person.id)
      await perform(db, planAgain({ position, refused, version, newId: () => crypto.randomUUID(), ...(asNew && { asNew }) }))
    })
    onSaved()
  }

  /**
   * Requests records that the server doesn't send automatically, and stores them like synced records. A sync page that arrives in the
   * meantime may have removed one of these records, so the request is then repeated. Returns null if there was no response, or if a sync
   * page arrived during every attempt.
   */
  async function holdAsked<T extends { epoch: string; documents: readonly Document[] }>(ask: () => Promise<T | null>): Promise<T | null> {
    for (let waitMs = 0; waitMs < HOLD_WAIT_MS; waitMs = waitMs * 2 + 250) {
      await new Promise((wake) => setTimeout(wake, waitMs))
      const asked = await store.position()
      if (asked.cursor === null) continue
      const answer = await ask()
      if (!answer) return null
      const isHeld = await db.transaction('rw', [...mirrorsOf(db), db.meta], async () => {
        const { epoch, documents } = answer
        const writes = planHold({ position: await readPosition(db, person.id), asked, epoch, documents })
        if (writes) await perform(db, writes)
        return writes !== null
      })
      if (isHeld) return answer
    }
    return null
  }

  return {
    person,
    db,
    store,
    remote,
    readView,
    record,
    holdAsked,
    /** Undoes either all of these changes, which were saved with `canBeUndone`, or none. Returns false if it is too late. */
    undo: (commandIds: readonly string[]): Promise<boolean> =>
      db.transaction('rw', db.outbox, async () => {
        const rows = (await db.outbox.toArray()).filter(({ command }) => commandIds.includes(command.id))
        const writes = rows.length === commandIds.length ? planUndo(rows, Date.now()) : null
        if (writes) await perform(db, writes)
        return writes !== null
      }),
    /** Sends changes that could still be undone, because nobody is there any more to undo them. */
    async sendHeld() {
      await db.outbox.filter(({ heldUntilMs }) => heldUntilMs !== undefined).modify({ heldUntilMs: 0 })
      onSaved()
    },
    /** Sends a refused change again, based on the record as currently shown to the person. */
    retry: (commandId: string) => queueAgain(commandId),
    /** Creates a new record from a refused change. `startWith` selects the fields to copy from the original record. */
    async saveAsNew(commandId: string, startWith: (seen: Data) => Data): Promise<string> {
      const refused = await db.attention.get(commandId)
      const recordId = crypto.randomUUID()
      await queueAgain(commandId, { recordId, fields: startWith(refused?.waiting.seen ?? {}) })
      return recordId
    },
    /** Discards a refused change. Only this function deletes a person's changes, and only that person can call it. */
    discard: (commandId: string) =>
      db.transaction('rw', [db.attention, db.photos], async () => {
        const refused = await db.attention.get(commandId)
        const rows = refused ? [refused.waiting, ...refused.held] : []
        const photos = rows.flatMap(({ command }) => photosIn(command))
        await db.photos.bulkDelete(photos)
        await db.attention.delete(commandId)
      }),
    /** Sends a refused photo again. `discardPhoto` is the alternative. */
    async retryPhoto(id: string) {
      await db.photos.update(id, { state: 'ready', refusal: null })
      onSaved()
    },
    discardPhoto: (id: string) => db.photos.delete(id),
    dropDraft: (key: string) => dropDraft(db, key),
    /** Called when the person has read the notice that a change was replaced. */
    dismissNotice: (id: number) => db.notices.delete(id),
    close: () => db.close(),
    /** Opens the database again after `close`. Live queries resume automatically. */
    reopen() {
      db.open().catch((error: unknown) => console.error('couldn’t reopen the database', error))
    },
  }
}

/** Opens the device of the person who logs in, and deletes data that others left on it. */
export function startDevice(person: DeviceOwner, parts: DeviceParts): Device {
  forgetOthers(person.id).catch((error: unknown) => console.warn('not forgotten', error))
  return createDevice(person, parts)
}

/**
 * Browsers give this error a name, but Dexie wraps it in one of several ways. `estimate()` can't predict the error, so only the failed
 * write reveals it.
 */
function isStorageFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, failures } = error as { name?: string; inner?: unknown; failures?: unknown[] }
  return name === 'QuotaExceededError' || (inner !== error && isStorageFull(inner)) || (failures ?? []).some(isStorageFull)
}
