/**
 * A change counts as saved once it is in the device's database, without waiting for the network. This module is loaded only for logged-in
 * people, because a visitor's first page must not include a database.
 */
import { type Answer, type Document, type Kind, PushReply, photosIn } from '@trailwarden/api'
import { type Data, type LocalStore, planAgain, planHold, planRecord, planUndo, type Remote, viewOf, type Writes } from '@trailwarden/sync'
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
import { deviceKind, type ViewIn } from './kinds.ts'
import { noteOwner, reclaim } from './reclaim.ts'

/** `email` identifies changes that the person left on this device under an earlier account. */
export type DeviceOwner = { id: string; displayName: string; email?: string }

/**
 * `storage-full` means that nothing was written and the form must keep its content. `sendNow` is null if earlier changes to the record are
 * queued or the device has never fetched anything.
 */
export type Saved = { saved: true; commandId: string } | { saved: false; reason: 'storage-full'; sendNow: (() => Promise<Answer>) | null }

export type { Photos }
export type SavedWith = { photos?: Photos; draft?: string; canBeUndone?: boolean }

const named = (patch: Data, photos: Photos = {}) => photosIn({ patch }).flatMap((id) => (photos[id] ? [{ id, photo: photos[id] }] : []))

export type Device = ReturnType<typeof createDevice>

/**
 * `outdated` means that a newer version of the app in another tab upgraded the database, so this tab must be reloaded. `blocked` means that
 * an older version in another tab has the database open.
 */
export type DeviceTrouble = 'outdated' | 'blocked'

export type DeviceParts = {
  remote?: (db: DeviceDatabase) => Remote
  onSaved?: () => void
  onTrouble?: (trouble: DeviceTrouble | null) => void
}

/** During a first fetch, sync pages arrive one after another and can cause retries. */
const HOLD_WAIT_MS = 20_000

export function createDevice(person: DeviceOwner, parts: DeviceParts = {}) {
  const db = createDatabase(person.id)
  // If a listener returns false, Dexie neither makes way for a newer version nor reopens a connection that the browser closed.
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

  async function readView<K extends Kind>(kind: K, id: string): Promise<ViewIn<K> | null> {
    const [document, waiting, sent, attention] = await Promise.all([
      mirrorOf(db, kind).get(id),
      db.outbox.where('command.recordId').equals(id).toArray(),
      db.sent.where('command.recordId').equals(id).toArray(),
      db.attention.where('waiting.command.recordId').equals(id).toArray(),
    ])
    const author = { id: person.id, name: person.displayName }
    const pieces = { kind: deviceKind(kind).kind, id, document: isReadable(document) ? document : null, waiting, sent, attention, author }
    // The cast is safe for the same reason as in `readRecords`.
    return viewOf(pieces) as ViewIn<K> | null
  }

  async function record(kind: Kind, recordId: string, patch: Data, more: SavedWith = {}): Promise<Saved> {
    const commandId = crypto.randomUUID()
    let attempted: Writes = {}
    const settleDraft = more.draft === undefined ? () => {} : suspendDraft(db, more.draft)
    try {
      // Reading the photos' bytes inside the transaction would end the transaction.
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
    // Storage is full, so photos couldn't be queued after the server accepts the change. They are sent first.
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
      // Another tab has already handled the refused change.
      if (!refused) return
      const { kind, recordId } = refused.waiting.command
      const version = (await mirrorOf(db, kind).get(recordId))?.version ?? null
      const position = await readPosition(db, person.id)
      await perform(db, planAgain({ position, refused, version, newId: () => crypto.randomUUID(), ...(asNew && { asNew }) }))
    })
    onSaved()
  }

  /**
   * A sync page that arrives during the request may have removed one of the records, so the request is repeated. The result is null if
   * every attempt fails.
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
    /** Either all changes are undone or none. The result is false if it is too late. */
    undo: (commandIds: readonly string[]): Promise<boolean> =>
      db.transaction('rw', db.outbox, async () => {
        const rows = (await db.outbox.toArray()).filter(({ command }) => commandIds.includes(command.id))
        const writes = rows.length === commandIds.length ? planUndo(rows, Date.now()) : null
        if (writes) await perform(db, writes)
        return writes !== null
      }),
    /** Nobody is there any more to undo these changes. */
    async sendHeld() {
      await db.outbox.filter(({ heldUntilMs }) => heldUntilMs !== undefined).modify({ heldUntilMs: 0 })
      onSaved()
    },
    /** The change is based on the record as the person currently sees it. */
    retry: (commandId: string) => queueAgain(commandId),
    /** `startWith` selects the fields to copy from the original record. */
    async saveAsNew(commandId: string, startWith: (seen: Data) => Data): Promise<string> {
      const refused = await db.attention.get(commandId)
      const recordId = crypto.randomUUID()
      await queueAgain(commandId, { recordId, fields: startWith(refused?.waiting.seen ?? {}) })
      return recordId
    },
    /** Only this function deletes a person's changes, and only that person can call it. */
    discard: (commandId: string) =>
      db.transaction('rw', [db.attention, db.photos], async () => {
        const refused = await db.attention.get(commandId)
        const rows = refused ? [refused.waiting, ...refused.held] : []
        const photos = rows.flatMap(({ command }) => photosIn(command))
        await db.photos.bulkDelete(photos)
        await db.attention.delete(commandId)
      }),
    async retryPhoto(id: string) {
      await db.photos.update(id, { state: 'ready', refusal: null })
      onSaved()
    },
    discardPhoto: (id: string) => db.photos.delete(id),
    dropDraft: (key: string) => dropDraft(db, key),
    dismissNotice: (id: number) => db.notices.delete(id),
    close: () => db.close(),
    reopen() {
      db.open().catch((error: unknown) => console.error('couldn’t reopen the database', error))
    },
  }
}

export function startDevice(person: DeviceOwner, parts: DeviceParts): Device {
  forgetOthers(person.id).catch((error: unknown) => console.warn('not forgotten', error))
  return createDevice(person, parts)
}

/** Dexie wraps the browser's error in one of several ways. `estimate()` can't predict a full storage, so only the failed write shows it. */
function isStorageFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, failures } = error as { name?: string; inner?: unknown; failures?: unknown[] }
  return name === 'QuotaExceededError' || (inner !== error && isStorageFull(inner)) || (failures ?? []).some(isStorageFull)
}
