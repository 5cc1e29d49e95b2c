/**
 * Detects restores that nobody reported (docs/decisions/0022-detect-database-restores.md). The database itself shows whether it is in
 * another cluster, or whether its rows were loaded from a dump. If its files were copied back to an earlier state, only a device can prove
 * that, with something that this database has signed but no longer contains: an acknowledged command, a position in the feed, or a future
 * transaction. A process that has been running since before the restore detects it from its own memory.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Receipt } from '../push/receipt.ts'
import type { SentCursor } from './cursor.ts'
import { epochIsOurs, highestNumber, raiseNumbers, renewEpoch } from './epoch.ts'
import { isSigned } from './signature.ts'

/** The most advanced state of the database that this process has seen. */
type Memory = { nextXid: bigint; number: number }

/**
 * `memory` is the state that this process had seen before the query. Otherwise, responses that overtake each other would look like a
 * restore.
 */
export type Evidence = { receipt: Receipt | null; cursor: SentCursor | null; memory: Memory }

const memories = new WeakMap<Db, Memory>()
export const memoryOf = (db: Db): Memory => memories.get(db) ?? { nextXid: 0n, number: 0 }

export type Past = {
  epoch: string
  secret: string
  isOurs: boolean
  nextXid: string
  number: number
  knowsReceipt: boolean
  /** The current feed position of the record that the cursor points to. */
  placeXid: string | null
}

/** Must be read in one statement with the data that depends on it. */
export const pastQuery = ({ receipt, cursor }: Evidence): RawBuilder<Past> => sql<Past>`(
  select json_build_object(
    'epoch', epoch,
    'secret', encode(secret, 'hex'),
    'isOurs', ${epochIsOurs},
    'nextXid', pg_snapshot_xmax(pg_current_snapshot())::text,
    'number', ${highestNumber},
    'knowsReceipt', exists (select from commands where id = ${receipt?.commandId ?? null}::uuid),
    'placeXid', (select xid::text from changes where kind = ${cursor?.after.kind ?? null} and id = ${cursor?.after.id ?? null}::uuid))
  from sync_epoch)`

export async function readPast(db: Db, evidence: Evidence): Promise<Past> {
  const { rows } = await sql<{ past: Past | null }>`select ${pastQuery(evidence)} as past`.execute(db)
  if (!rows[0]?.past) throw new Error('The epoch is missing.')
  return rows[0].past
}

/** Rows of the feed only move forward, and no cursor is ahead of the existing transactions. */
export function isImpossible({ horizon, after }: SentCursor, { nextXid, placeXid }: Past): boolean {
  const [next, xid] = [BigInt(nextXid), BigInt(after.xid)]
  if (BigInt(horizon) > next || xid > next) return true
  return after.kind !== '' && (placeXid === null || BigInt(placeXid) < xid)
}

function isRestored(past: Past, { receipt, cursor, memory }: Evidence): boolean {
  const isProof = (marker: Receipt | SentCursor) => marker.epoch === past.epoch && isSigned(past.secret, marker.text)
  if (!past.isOurs || BigInt(past.nextXid) < memory.nextXid) return true
  if (receipt && !past.knowsReceipt && isProof(receipt)) return true
  return cursor !== null && isImpossible(cursor, past) && isProof(cursor)
}

/** Also ensures that no Action number that the device has seen is assigned again. Returns whether a new epoch began. */
export async function repairPast(db: Db, past: Past, evidence: Evidence): Promise<boolean> {
  const markers = [evidence.receipt, evidence.cursor].filter((one) => one !== null && one.number > past.number)
  const seen = Math.max(evidence.memory.number, ...markers.map((one) => (one && isSigned(past.secret, one.text) ? one.number : 0)))
  const isNew = isRestored(past, evidence) && (await renewOnce(db, past.epoch))
  if (seen > past.number) await raiseNumbers(db, seen)
  const { nextXid, number } = memoryOf(db)
  const now = BigInt(past.nextXid)
  memories.set(db, { nextXid: isNew || now > nextXid ? now : nextXid, number: Math.max(past.number, number) })
  return isNew
}

const renewing = new WeakMap<Db, Promise<unknown>>()

/**
 * Many devices may present evidence of one restore at the same time. Renewing the epoch of a large database takes a while and must not
 * occupy a connection for each of them.
 */
async function renewOnce(db: Db, epoch: string): Promise<boolean> {
  const going = renewing.get(db) ?? renewEpoch(db, { force: true, epoch }).finally(() => renewing.delete(db))
  renewing.set(db, going)
  await going
  return true
}
