/**
 * What a signed-in person does on this device, as verbs. Everything they do is written here first, in one transaction with what the
 * screens show of it; nothing waits for the network before it is called saved.
 *
 * Loaded only when someone is signed in (`startDevice`): a visitor's first page must not carry a database.
 */
import { type Answer, type Document, type Kind, PushReply, photosIn } from '@trailwarden/api'
import { type Data, type LocalStore, planAgain, planHold, planRecord, type Remote, type View, viewOf, type Writes } from '@trailwarden/sync'
import {
  createDatabase,
  type DeviceDatabase,
  forgetOthers,
  isReadable,
  mirrorOf,
  mirrorsOf,
  type PhotoRow,
  perform,
  readPosition,
} from './device-database.ts'
import { createRemote, uploadPhoto } from './device-remote.ts'
import { createDeviceStore } from './device-store.ts'
import { takeBackDraft } from './draft.ts'
import { deviceKind } from './kinds.ts'
import { noteOwner, reclaim } from './reclaim.ts'

/** `email` identifies changes left here under an earlier account. */
export type DeviceOwner = { id: string; displayName: string; email?: string }

/**
 * `storage-full`: nothing was written and the form must keep its content. With signal the change can still go straight to the server;
 * `sendNow` is null when earlier changes to the same record wait here, which must not be overtaken, or nothing was ever fetched.
 */
export type Saved = { saved: true; commandId: string } | { saved: false; reason: 'storage-full'; sendNow: (() => Promise<Answer>) | null }

/** Photos taken here, by their ids. */
export type Photos = Readonly<Record<string, Blob>>
const named = (patch: Data, photos: Photos = {}) => photosIn({ patch }).flatMap((id) => (photos[id] ? [{ id, photo: photos[id] }] : []))

export type Device = ReturnType<typeof createDevice>

/** `outdated`: a newer version of the app, in another tab, has changed the database; this tab must be reloaded. `blocked`: the reverse. */
export type DeviceTrouble = 'outdated' | 'blocked'

export type DeviceParts = {
  remote?: (db: DeviceDatabase) => Remote
  onSaved?: () => void
  onTrouble?: (trouble: DeviceTrouble | null) => void
}

/** Pages of a first fetch come one upon the other. */
const HOLD_WAIT_MS = 20_000

export function createDevice(person: DeviceOwner, parts: DeviceParts = {}) {
  const db = createDatabase(person.id)
  // Dexie gives way to the newer version by closing; a connection the browser has closed it opens again by itself at the next use.
  // It does so only if no listener answers false.
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
      // Before the first request: what it carries may depend on it.
      isOwnerNoted ??= owner ? noteOwner(db, owner).catch((error: unknown) => console.warn('not noted', error)) : Promise.resolve()
      await isOwnerNoted
      return ownStore.position()
    },
    async absorb(page, asked) {
      const isAbsorbed = await ownStore.absorb(page, asked)
      // Only then is it known whether the server was restored.
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

  /** Saves one thing the person did: the photos that it names are stored with it, and `draft` is deleted. */
  async function record(kind: Kind, recordId: string, patch: Data, more: { photos?: Photos; draft?: string } = {}): Promise<Saved> {
    const commandId = crypto.randomUUID()
    let attempted: Writes = {}
    const handBack = more.draft === undefined ? () => {} : takeBackDraft(db, more.draft)
    try {
      // Before the transaction, which would end while it waits for the bytes.
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
        attempted = planRecord(position, { commandId, kind, recordId, patch, context: context ?? {}, now: new Date() }, known)
        await perform(db, attempted)
        if (photos.length > 0) await db.photos.bulkPut(photos)
        if (more.draft !== undefined) await db.drafts.delete(more.draft)
      })
    } catch (error) {
      handBack()
      if (!isStorageFull(error)) throw error
      const hasEarlier = (await db.outbox.where('command.recordId').equals(recordId).count()) > 0
      const canSend = !hasEarlier && attempted.outbox !== undefined && attempted.position?.epoch !== null
      return { saved: false, reason: 'storage-full', sendNow: canSend ? () => sendNow(attempted, more.photos) : null }
    }
    onSaved()
    return { saved: true, commandId }
  }

  async function sendNow(writes: Writes, photos: Photos | undefined): Promise<Answer> {
    const command = writes.outbox?.put?.[0]?.command
    const { deviceId, epoch, cursor, receipt = null } = await store.position()
    if (!command || epoch === null) throw new Error('there is nothing to send')
    const within = (ms: number) => ({ signal: AbortSignal.timeout(ms), alive: () => {} })
    // The photos first: a change that was accepted could not wait here for them.
    for (const { id, photo } of named(command.patch, photos)) {
      const refusal = await uploadPhoto(id, photo, within(60_000))
      if (refusal) throw new Error(refusal.detail)
    }
    const reply = await remote.push({ deviceId, personId: person.id, epoch, cursor, receipt, commands: [command] }, within(15_000))
    const answer = PushReply.parse(reply).answers.find(({ commandId }) => commandId === command.id)
    if (!answer) throw new Error('the server gave no answer')
    return answer
  }

  async function queueAgain(commandId: string, asNew?: { recordId: string; fields: Data }): Promise<void> {
    await db.transaction('rw', tables(), async () => {
      const refused = await db.attention.get(commandId)
      // Dealt with in another tab.
      if (!refused) return
      const { kind, recordId } = refused.waiting.command
      const version = (await mirrorOf(db, kind).get(recordId))?.version ?? null
      const position = await readPosition(db, person.id)
      await perform(db, planAgain({ position, refused, version, newId: () => crypto.randomUUID(), ...(asNew && { asNew }) }))
    })
    onSaved()
  }

  /**
   * Asks for records that the server does not send by itself, and holds them like those that it sends. A page of sync that comes between
   * question and answer may have removed one of them: then it asks again. Null when there was no answer, or a page each time.
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
    /** Sends a refused change again, over what the person sees now. */
    retry: (commandId: string) => queueAgain(commandId),
    /** Makes a new record of a refused change: `startWith` chooses, of the record as it was seen, what the new one starts with. */
    async saveAsNew(commandId: string, startWith: (seen: Data) => Data): Promise<string> {
      const refused = await db.attention.get(commandId)
      const recordId = crypto.randomUUID()
      await queueAgain(commandId, { recordId, fields: startWith(refused?.waiting.seen ?? {}) })
      return recordId
    },
    /** Throws a refused change away: the one place where a person's changes are deleted, and only they do it. */
    discard: (commandId: string) =>
      db.transaction('rw', [db.attention, db.photos], async () => {
        const refused = await db.attention.get(commandId)
        const rows = refused ? [refused.waiting, ...refused.held] : []
        const photos = rows.flatMap(({ command }) => photosIn(command))
        await db.photos.bulkDelete(photos)
        await db.attention.delete(commandId)
      }),
    /** A photo that the server refused: sent again, or thrown away by the person who took it. */
    async retryPhoto(id: string) {
      await db.photos.update(id, { state: 'ready', refusal: null })
      onSaved()
    },
    discardPhoto: (id: string) => db.photos.delete(id),
    /** Throws away what was being written and never saved. */
    dropDraft: (key: string) => db.drafts.delete(key),
    /** The person has read which change replaced which. */
    dismissNotice: (id: number) => db.notices.delete(id),
    close: () => db.close(),
    /** Opens it again after `close`; what reads it follows by itself. */
    reopen() {
      db.open().catch((error: unknown) => console.error('not opened again', error))
    },
  }
}

/** The device of the person who signs in; what is left of others before them is deleted. */
export function startDevice(person: DeviceOwner, parts: DeviceParts): Device {
  forgetOthers(person.id).catch((error: unknown) => console.warn('not forgotten', error))
  return createDevice(person, parts)
}

/**
 * Browsers name this error, Dexie wraps it in one of several ways, and `estimate()` does not see it coming: only the failed write shows
 * it.
 */
function isStorageFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, failures } = error as { name?: string; inner?: unknown; failures?: unknown[] }
  return name === 'QuotaExceededError' || (inner !== error && isStorageFull(inner)) || (failures ?? []).some(isStorageFull)
}
