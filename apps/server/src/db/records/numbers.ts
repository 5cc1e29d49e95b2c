import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** The sequence is outside transactions, so numbers are never reused but may have gaps. */
export async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('action_number') as n`.execute(tx)
  return String(rows[0]?.n).padStart(4, '0')
}
