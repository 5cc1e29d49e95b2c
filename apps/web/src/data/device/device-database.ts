/**
 * Each person has a separate database, so that two people who share a device never see each other's data. Every write is durable when it
 * resolves (`strict`), because saved data must survive if the battery dies a second later.
 */
import { photosIn } from '@trailwarden/api'
import type { Attention, Mirrored, Notice, PhotoRefusal, PhotoState, Sent, SyncPosition, Waiting, Writes } from '@trailwarden/sync'
import {
  advanceAge,
  firstSyncPosition,
  isWhole,
  type Repair,
  repairAttention,
  repairPosition,
  repairSent,
  repairWaiting,
  SENT_LOG_MS,
  setAside,
} from '@trailwarden/sync'
import { Dexie, type Table } from 'dexie'
import { LOGGED_OUT } from '../session.ts'
import { DATABASE_VERSION, deviceKind, KINDS } from './kinds.ts'

/** `open` is a number because IndexedDB can't index booleans. The value is 1 until the mirror includes the command's effect. */
type SentRow = Sent & { open: 0 | 1 }
/**
 * `blob` contains bytes because WebKit refuses to store a Blob. The name can't change: an earlier version that is open in another tab sends
 * the value under this name.
 */
export type PhotoRow = { id: string; state: PhotoState; refusal: PhotoRefusal | null } & (
  | { blob: ArrayBuffer; type: string }
  | { blob: Blob; type?: never }
)
/** The key is the photo's id. */
export type Photos = Readonly<Record<string, Blob>>
/** `expires` means that the draft is deleted after a day. */
export type DraftRow = { key: string; value: unknown; savedAt: string; expires?: true }
export type NoticeRow = Notice & { id?: number }

export type DeviceDatabase = Dexie & {
  /** `owner` is a fingerprint of the owner's email address. */
  meta: Table<{ key: 'position' | 'owner'; position?: SyncPosition; owner?: string }, string>
  outbox: Table<Waiting, number>
  attention: Table<Attention, string>
  sent: Table<SentRow, number>
  notices: Table<NoticeRow, number>
  photos: Table<PhotoRow, string>
  drafts: Table<DraftRow, string>
}

/** Rows from earlier versions of the app contain a Blob. */
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
  // The cast is safe because `stores` above names exactly these tables.
  const device = db as DeviceDatabase
  // Stored rows may be damaged. Repairing rows on reading means that other code never sees rows of another shape.
  device.outbox.hook('reading', (row) => repairWaiting(row, REPAIR))
  device.attention.hook('reading', (row) => repairAttention(row, REPAIR))
  device.sent.hook('reading', (row) => repairSent(row, REPAIR))
  return device
}

export const REPAIR: Repair = { kinds: KINDS.map(({ kind }) => kind.name), newId: () => crypto.randomUUID() }

/** The app ignores damaged mirror rows until the server sends them again. */
export const isReadable = (row: Mirrored | undefined): row is Mirrored =>
  typeof row?.version === 'number' && typeof row.data === 'object' && row.data !== null

/** Damaged changes move to Needs you. Call this function in a transaction over the outbox and the attention table. */
export async function readOutbox(db: DeviceDatabase): Promise<Waiting[]> {
  // A raw read bypasses the hook, which would repair damaged rows and hide which ones were damaged.
  const rows = await db.outbox.toCollection().raw().toArray()
  const { whole, aside } = setAside(rows, REPAIR)
  if (aside.length === 0) return whole
  const keys = await db.outbox.toCollection().primaryKeys()
  await db.attention.bulkPut(aside)
  await db.outbox.bulkDelete(keys.filter((_, i) => !isWhole(rows[i], REPAIR)))
  return whole
}

/** The first call creates the position in the caller's transaction. */
export async function readPosition(db: DeviceDatabase, personId: string): Promise<SyncPosition> {
  const row = await db.meta.get('position')
  if (row?.position) return repairPosition(row.position, personId, REPAIR.newId, Date.now())
  const position = firstSyncPosition(personId, crypto.randomUUID(), Date.now())
  await db.meta.put({ key: 'position', position })
  return position
}

/** Call this function inside a transaction over all tables that `writes` may change. */
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

/** The device offers photos and their commands to a restored server again, so it stores both for the same time. */
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

// `session.ts` sets the mark as the first step of a logout, because later a session that the server ended would look the same. Without
// storage, more data than necessary stays on the device.
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
 * Drafts and unaccepted changes stay, hidden from everyone else. One transaction deletes rows but never the database, because otherwise
 * changes that the owner saves in another tab at the same moment would be lost.
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

export async function forgetOthers(personId: string): Promise<void> {
  for (const id of await othersThan(personId)) await forgetDevice(id)
}

export async function withOtherDatabases(personId: string, visit: (db: DeviceDatabase, personId: string) => Promise<void>): Promise<void> {
  for (const id of await othersThan(personId)) {
    const db = createDatabase(id)
    await visit(db, id).finally(() => db.close())
  }
}
