/** Each of the ten recovery codes can replace a passkey once. Only hashes are stored, so codes can only be shown when they're created. */
import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'

// Omits characters that look alike on paper.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/** 12 characters with 5 bits each, in groups of four. */
function newCode(): string {
  const code = [...randomBytes(12)].map((byte) => ALPHABET[byte % 32]).join('')
  return code.match(/.{4}/g)?.join('-') ?? ''
}

const hashCode = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()

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
