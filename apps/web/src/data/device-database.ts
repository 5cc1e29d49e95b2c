/**
 * The device's database: one per person, so that two people on one device never meet. It hides Dexie's tables behind the rows of
 * `@trailwarden/sync`, and performs that package's `Writes` in one transaction each.
 *
 * Every write is durable when it is called done (`strict`): "saved" must survive a battery that dies the second after.
 */
import { photosIn } from '@trailwarden/api'
import type { Attention, Mirrored, Notice, PhotoRefusal, PhotoState, Sent, SyncPosition, Waiting, Writes } from '@trailwarden/sync'
import {
  advanceAge,
  firstSyncPosition,
  isWhole,
  type Repair,
  SENT_LOG_MS,
  setAside,
  wholeAttention,
  wholePosition,
  wholeSent,
  wholeWaiting,
} from '@trailwarden/sync'
import { Dexie, type Table } from 'dexie'
import { DATABASE_VERSION, deviceKind, KINDS } from './kinds.ts'
import { LOGGED_OUT } from './session.ts'

/** `open` is 1 while the command still has to be laid over the mirror: IndexedDB cannot index a boolean. */
type SentRow = Sent & { open: 0 | 1 }
/**
 * `blob` holds the photo's bytes: WebKit refuses to store a Blob. Rows of earlier versions hold one; and an earlier version that is still
 * open in another tab sends what stands under this name as it is, which is why the name stays.
 */
export type PhotoRow = { id: string; state: PhotoState; refusal: PhotoRefusal | null } & (
  | { blob: ArrayBuffer; type: string }
  | { blob: Blob; type?: never }
)
type DraftRow = { key: string; value: unknown; savedAt: string }
export type NoticeRow = Notice & { id?: number }

export type DeviceDatabase = Dexie & {
  /** `owner`: a fingerprint of the email address of the person whose database this is. */
  meta: Table<{ key: 'position' | 'owner'; position?: SyncPosition; owner?: string }, string>
  outbox: Table<Waiting, number>
  attention: Table<Attention, string>
  sent: Table<SentRow, number>
  notices: Table<NoticeRow, number>
  photos: Table<PhotoRow, string>
  drafts: Table<DraftRow, string>
}

/** The photo of a row, whichever version of the app stored it. */
export const photoIn = ({ blob, type }: PhotoRow): Blob => (type === undefined ? blob : new Blob([blob], { type }))

const NAME = 'trailwarden-'
const databaseName = (personId: string) => `${NAME}${personId}`

export const mirrorOf = (db: DeviceDatabase, kind: string): Table<Mirrored, string> => db.table(deviceKind(kind).table)
export const mirrorsOf = (db: DeviceDatabase): Table<Mirrored, string>[] => KINDS.map(({ table }) => db.table(table))

export function createDatabase(personId: string): DeviceDatabase {
  const db = new Dexie(databaseName(personId), { chromeTransactionDurability: 'strict' })
  const mirrors = KINDS.map(({ table, indices = [] }) => [table, ['id', 'generation', ...indices.map((name) => `data.${name}`)].join()])
  db.version(DATABASE_VERSION).stores({
    ...Object.fromEntries(mirrors),
    outbox: 'command.n, command.recordId',
    attention: 'waiting.command.id, waiting.command.recordId',
    sent: 'command.n, command.recordId, open, ackedAgeMs',
    notices: '++id, recordId',
    photos: 'id, state',
    drafts: 'key',
    meta: 'key',
  })
  // Safe: `stores` above names exactly these tables.
  const device = db as DeviceDatabase
  // Storage can be damaged: no screen and no plan has to reckon with rows of another shape.
  device.outbox.hook('reading', (row) => wholeWaiting(row, REPAIR))
  device.attention.hook('reading', (row) => wholeAttention(row, REPAIR))
  device.sent.hook('reading', (row) => wholeSent(row, REPAIR))
  return device
}

export const REPAIR: Repair = { kinds: KINDS.map(({ kind }) => kind.name), newId: () => crypto.randomUUID() }

/** Of a mirrored record: those that cannot be read are left out until the server sends them again. */
export const isReadable = (row: Mirrored | undefined): row is Mirrored =>
  typeof row?.version === 'number' && typeof row.data === 'object' && row.data !== null

/** What waits, in its order; what was damaged is moved to Needs you. In a transaction over both. */
export async function readOutbox(db: DeviceDatabase): Promise<Waiting[]> {
  // Below the hook: a repaired row could not be distinguished from others.
  const rows = await db.outbox.toCollection().raw().toArray()
  const { whole, aside } = setAside(rows, REPAIR)
  if (aside.length === 0) return whole
  const keys = await db.outbox.toCollection().primaryKeys()
  await db.attention.bulkPut(aside)
  await db.outbox.bulkDelete(keys.filter((_, i) => !isWhole(rows[i], REPAIR)))
  return whole
}

/** The sync position of this device; made on the first use, in the transaction that asks. */
export async function readPosition(db: DeviceDatabase, personId: string): Promise<SyncPosition> {
  const row = await db.meta.get('position')
  if (row?.position) return wholePosition(row.position, personId, REPAIR.newId, Date.now())
  const position = firstSyncPosition(personId, crypto.randomUUID(), Date.now())
  await db.meta.put({ key: 'position', position })
  return position
}

/** Must be called inside a transaction over all tables it may touch. */
export async function perform(db: DeviceDatabase, writes: Writes): Promise<void> {
  const { position, outbox, attention, sent, notices, mirror, sweepTo, photos, forgetSentBeforeAgeMs } = writes
  if (position) await db.meta.put({ key: 'position', position })
  if (outbox?.drop?.length) await db.outbox.bulkDelete(outbox.drop)
  if (outbox?.put?.length) await db.outbox.bulkPut(outbox.put)
  if (attention?.drop?.length) await db.attention.bulkDelete(attention.drop)
  if (attention?.put?.length) await db.attention.bulkPut(attention.put)
  if (sent?.drop?.length) await db.sent.bulkDelete(sent.drop)
  if (sent?.put?.length) await db.sent.bulkPut(sent.put.map((row) => ({ ...row, open: row.mirrored === 'not-yet' ? 1 : 0 })))
  if (notices?.put?.length) await db.notices.bulkAdd(notices.put)
  for (const { kind, table } of KINDS) {
    const documents = db.table<Mirrored, string>(table)
    const drop = mirror?.drop?.filter((key) => key.kind === kind.name) ?? []
    const put = mirror?.put?.filter((row) => row.kind === kind.name) ?? []
    if (drop.length > 0) await documents.bulkDelete(drop.map(({ id }) => id))
    if (put.length > 0) await documents.bulkPut(put)
    if (sweepTo !== undefined) await documents.where('generation').notEqual(sweepTo).delete()
  }
  for (const { id, state } of photos ?? []) await db.photos.update(id, { state })
  if (forgetSentBeforeAgeMs !== undefined && forgetSentBeforeAgeMs > 0) await forgetSent(db, forgetSentBeforeAgeMs)
}

/** A photo stays as long as its command: a restored server is offered both again. */
async function forgetSent(db: DeviceDatabase, beforeAgeMs: number): Promise<void> {
  const old = await db.sent.where('ackedAgeMs').below(beforeAgeMs).toArray()
  const photos = old.flatMap(({ command }) => photosIn(command))
  await db.photos
    .where('id')
    .anyOf(photos)
    .and(({ state }) => state === 'sent')
    .delete()
  await db.sent.bulkDelete(old.map(({ command }) => command.n))
}

// Who has logged out here and is not yet forgotten: written before anything else of a logout, and at once (`session.ts`), because a
// session that the server has ended looks the same afterwards. Storage may be forbidden: then more stays on the device than need be, and
// nothing is lost.
function hasLoggedOut(personId: string): boolean {
  try {
    return localStorage.getItem(LOGGED_OUT + personId) !== null
  } catch {
    return false
  }
}

function dropLogout(personId: string): void {
  try {
    localStorage.removeItem(LOGGED_OUT + personId)
  } catch {
    // As above.
  }
}

/**
 * Removes what this device holds of a person who is signed out. What they wrote and the server has not taken stays, drafts too,
 * unreadable to others by the app, until they sign in again; it returns how much that is. Where the server has ended the session, what it
 * had acknowledged stays as long as it would have otherwise: a restored server no longer knows the session, nor perhaps what was sent by
 * it.
 *
 * One transaction, and never the database itself: counted first and deleted after, changes that its owner, already back in another tab,
 * saves in between would go with it.
 */
export async function forgetDevice(personId: string): Promise<number> {
  if (!(await Dexie.exists(databaseName(personId)))) return 0
  const db = createDatabase(personId)
  try {
    const left = await db.transaction('rw', db.tables, async () => {
      const unsent = [db.outbox.count(), db.attention.count(), db.photos.where('state').notEqual('sent').count(), db.drafts.count()]
      const left = (await Promise.all(unsent)).reduce((sum, n) => sum + n)
      const position = advanceAge(await readPosition(db, personId), Date.now())
      if (position.ageMs > SENT_LOG_MS) await forgetSent(db, position.ageMs - SENT_LOG_MS)
      const isSentNeeded = !hasLoggedOut(personId) && (await db.sent.count()) > 0
      if (left === 0 && !isSentNeeded) {
        for (const table of db.tables) await table.clear()
        return 0
      }
      for (const table of [...mirrorsOf(db), db.notices]) await table.clear()
      // The next fetch starts over: without its records a cursor would skip them.
      await db.meta.put({ key: 'position', position: { ...position, cursor: null } })
      return left
    })
    dropLogout(personId)
    return left
  } finally {
    db.close()
  }
}

async function othersThan(personId: string): Promise<string[]> {
  const ids = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length))
  return ids.filter((id) => id !== personId)
}

/** Does it for everyone but this person: a tab that is closed in the moment of a logout does not finish forgetting. */
export async function forgetOthers(personId: string): Promise<void> {
  for (const id of await othersThan(personId)) await forgetDevice(id)
}

/** Opens the database of each other person on this device for as long as `visit` takes. */
export async function withOtherDatabases(personId: string, visit: (db: DeviceDatabase, personId: string) => Promise<void>): Promise<void> {
  for (const id of await othersThan(personId)) {
    const db = createDatabase(id)
    await visit(db, id).finally(() => db.close())
  }
}
