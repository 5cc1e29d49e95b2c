import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Of an action or a report. Numbers come from a sequence, outside of transactions: never given twice, whatever fails; a gap is the price. */
export async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('action_number') as n`.execute(tx)
  return String(rows[0]?.n).padStart(4, '0')
}
