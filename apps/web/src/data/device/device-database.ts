/**
 * The device's database. Each person has their own, so that two people who share a device never see each other's data. The database hides
 * Dexie's tables behind the rows of `@trailwarden/sync`, and performs each of that package's `Writes` in one transaction. Every write is
 * durable when it resolves (`strict`): saved data must survive even if the battery dies a second later.
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
import { LOGGED_OUT } from '../session.ts'
import { DATABASE_VERSION, deviceKind, KINDS } from './kinds.ts'

/** `open` is 1 until the mirror includes the command's effect. It is a number because IndexedDB can't index booleans. */
type SentRow = Sent & { open: 0 | 1 }
/**
 * `blob` contains the photo's bytes, because WebKit refuses to store a Blob. Rows from earlier versions contain a Blob. An earlier version
 * that is still open in another tab sends the value under this name unchanged, so the name can't change.
 */
export type PhotoRow = { id: string; state: PhotoState; refusal: PhotoRefusal | null } & (
  | { blob: ArrayBuffer; type: string }
  | { blob: Blob; type?: never }
)
/** Photos taken on this device, by id. */
export type Photos = Readonly<Record<string, Blob>>
/** `expires` means that the draft is deleted after a day. */
export type DraftRow = { key: string; value: unknown; savedAt: string; expires?: true }
export type NoticeRow = Notice & { id?: number }

export type DeviceDatabase = Dexie & {
  /** `owner` is a fingerprint of the email address of the person who owns this database. */
  meta: Table<{ key: 'position' | 'owner'; position?: SyncPosition; owner?: string }, string>
  outbox: Table<Waiting, number>
  attention: Table<Attention, string>
  sent: Table<SentRow, number>
  notices: Table<NoticeRow, number>
  photos: Table<PhotoRow, string>
  drafts: Table<DraftRow, string>
}

/** Returns the photo in a row that any version of the app may have stored. */
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
  // The cast is safe: `stores` above names exactly these tables.
  const device = db as DeviceDatabase
  // Stored rows may be damaged. Repairing them as they are read means that other code never sees rows of another shape.
  device.outbox.hook('reading', (row) => wholeWaiting(row, REPAIR))
  device.attention.hook('reading', (row) => wholeAttention(row, REPAIR))
  device.sent.hook('reading', (row) => wholeSent(row, REPAIR))
  return device
}

export const REPAIR: Repair = { kinds: KINDS.map(({ kind }) => kind.name), newId: () => crypto.randomUUID() }

/** Returns false for damaged mirror rows. The app ignores them until the server sends them again. */
export const isReadable = (row: Mirrored | undefined): row is Mirrored =>
  typeof row?.version === 'number' && typeof row.data === 'object' && row.data !== null

/** Returns the queued changes in order and moves damaged ones to Needs you. Must be called in a transaction over both tables. */
export async function readOutbox(db: DeviceDatabase): Promise<Waiting[]> {
  // Bypasses the hook, because it repairs damaged rows and would hide which ones were damaged.
  const rows = await db.outbox.toCollection().raw().toArray()
  const { whole, aside } = setAside(rows, REPAIR)
  if (aside.length === 0) return whole
  const keys = await db.outbox.toCollection().primaryKeys()
  await db.attention.bulkPut(aside)
  await db.outbox.bulkDelete(keys.filter((_, i) => !isWhole(rows[i], REPAIR)))
  return whole
}

/** Returns this device's sync position. The first call creates the position in the caller's transaction. */
export async function readPosition(db: DeviceDatabase, personId: string): Promise<SyncPosition> {
  const row = await db.meta.get('position')
  if (row?.position) return wholePosition(row.position, personId, REPAIR.newId, Date.now())
  const position = firstSyncPosition(personId, crypto.randomUUID(), Date.now())
  await db.meta.put({ key: 'position', position })
  return position
}

/** Must be called inside a transaction over all tables that it may change. */
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

/** Photos are stored for as long as their commands, because both are offered to a restored server again. */
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

// Returns whether this person logged out on this device and their data hasn't been cleared yet. `session.ts` sets the mark first, before
// any other step of a logout, because later a session ended by the server would look the same. If storage is unavailable, more data than
// necessary stays on the device, but nothing is lost.
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
    // Storage may be unavailable, as in `hasLoggedOut`.
  }
}

/**
 * Removes a logged-out person's data from this device, except drafts and changes that the server hasn't accepted yet. The app doesn't show
 * these to anyone else. Returns how many there are. If the server ended the session, acknowledged changes stay for the usual time too,
 * because a restored server may have lost both the session and the changes sent in it.
 *
 * Runs in one transaction and never deletes the database itself. Otherwise, changes that the owner saves in another tab between counting
 * and deleting would be lost.
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
      // The next fetch must start from the beginning, because the cursor would skip the records that this transaction removes.
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

/** Clears the data of everyone except this person. This completes logouts that were interrupted when a tab was closed. */
export async function forgetOthers(personId: string): Promise<void> {
  for (const id of await othersThan(personId)) await forgetDevice(id)
}

/** Opens the databases of all other people on this device, one after the other, and calls `visit` with each of them. */
export async function withOtherDatabases(personId: string, visit: (db: DeviceDatabase, personId: string) => Promise<void>): Promise<void> {
  for (const id of await othersThan(personId)) {
    const db = createDatabase(id)
    await visit(db, id).finally(() => db.close())
  }
}
