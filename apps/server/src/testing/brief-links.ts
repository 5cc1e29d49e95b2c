import { randomUUID } from 'node:crypto'
import { hashToken, newToken } from '#http/security/token.ts'
import type { Db } from '../db/database.ts'

export async function createBriefLink(db: Db, createdBy: string, { lifetimeMs = 3_600_000, madeAt = new Date() } = {}): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(madeAt.getTime() + lifetimeMs)
  await db
    .insertInto('briefLinks')
    .values({ id: randomUUID(), tokenHash: hashToken(token), markerCode: 'BF17', createdAt: madeAt, createdBy, expiresAt })
    .execute()
  return token
}
