/**
 * Is this database's past still the one that phones speak of? Asked with every push and pull; a restore that nobody reported is
 * noticed here, and a new epoch begun (docs/decisions/0022-a-restore-is-noticed.md).
 *
 * By itself the database shows that it lies in another cluster, or that its rows were loaded from a dump. That its files were copied back
 * to an earlier time only a phone can show, by something that this database has signed and no longer knows of: an acknowledged
 * command, a place in the feed, a transaction of the future. What is not signed by us proves nothing. A process that was there all the time
 * knows it by itself.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { SentCursor } from './cursor.ts'
import { epochIsOurs, highestNumber, raiseNumbers, renewEpoch } from './epoch.ts'
import type { Receipt } from './receipt.ts'
import { isSigned } from './signature.ts'

/** How far this process has seen a database go. */
type Memory = { nextXid: bigint; number: number }

/** What a phone has in hand, and what this process knew before it asked: an answer that is overtaken by another is no step back. */
export type Evidence = { receipt: Receipt | null; cursor: SentCursor | null; memory: Memory }

const memories = new WeakMap<Db, Memory>()
export const memoryOf = (db: Db): Memory => memories.get(db) ?? { nextXid: 0n, number: 0 }

export type Past = {
  epoch: string
  secret: string
  isOurs: boolean
  /** One past the newest transaction that has ended. */
  nextXid: string
  /** The highest number of an action that was given out. */
  number: number
  knowsReceipt: boolean
  /** Where the record of the cursor's place stands in the feed now. */
  placeXid: string | null
}

/** An expression of one JSON value, to be read in the same statement as what depends on it. */
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

/** A row of the feed only ever moves forwards, and no cursor is written ahead of the transactions there are. */
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

/** Begins a new epoch if the evidence calls for one, and lets no number come again that the phone has seen. Answers whether it has. */
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

/** Many phones may bring the same news at once; the renewal of a large database takes a while and must not hold a connection for each. */
async function renewOnce(db: Db, epoch: string): Promise<boolean> {
  const going = renewing.get(db) ?? renewEpoch(db, { force: true, epoch }).finally(() => renewing.delete(db))
  renewing.set(db, going)
  await going
  return true
}
