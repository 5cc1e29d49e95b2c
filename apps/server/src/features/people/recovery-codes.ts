/**
 * Recovery codes: ten for a person, each good once in the place of a passkey. Only hashes are stored, so they can be shown only when
 * made.
 */
import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'

// Without characters that look alike on paper.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/** 12 characters of 5 bits, in groups of four. */
function newCode(): string {
  const code = [...randomBytes(12)].map((byte) => ALPHABET[byte % 32]).join('')
  return code.match(/.{4}/g)?.join('-') ?? ''
}

const hashCode = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()

/** Makes new codes and answers them; those made before no longer work. */
export async function makeRecoveryCodes(tx: Tx, personId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.deleteFrom('recoveryCodes').where('personId', '=', personId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ personId, codeHash: hashCode(code), usedAt: null })))
    .execute()
  await audit(tx, 'recovery-codes-made', { actorId: personId, subjectId: personId }, now)
  return codes
}

/** Uses a code up; false when it is none of the person's, or was used before. */
export async function useUpRecoveryCode(tx: Tx, personId: string, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('codeHash', '=', hashCode(code))
    .where('usedAt', 'is', null)
    .returning('personId')
    .executeTakeFirst()
  if (used) await audit(tx, 'recovery-code-used', { actorId: personId, subjectId: personId }, now)
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .execute()
  return rows.length
}
