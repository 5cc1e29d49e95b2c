/** Keys for other programs: made, recognised, noted when used, revoked. Of a key only its hash is stored. */
import { randomUUID } from 'node:crypto'
import type { ApiKey, KeyCreate, KeyMade, RouteDecision } from '@trailwarden/api'
import { type Actor, accept, isKeyAlive, KEY_SCOPES, KEYS_MAX, type KeyScope, keyEnd, keyMay, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { ApiKeyRow, Db } from '#db/database.ts'
import type { KeyAnswer } from '#http/guard.ts'
import type { Bucket } from '#http/rate-limit.ts'
import { hashToken, newToken } from '#http/token.ts'

/** So that people, and programs that look for leaked secrets, see what it is. */
const PREFIX = 'twk_'
const KEY = /^twk_[\w-]{43}$/

const NOTE_USE_AFTER_MS = 60_000

const viewOf = ({ id, name, scopes, ending, createdAt, expiresAt, lastUsedAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
  ending,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function listKeys(db: Db): Promise<ApiKey[]> {
  return (await db.selectFrom('apiKeys').selectAll().orderBy('name').orderBy('createdAt').execute()).map(viewOf)
}

/** The answer is the only place where the key itself ever stands. */
export async function makeKey(db: Db, actor: Actor, { name, scopes, days }: KeyCreate, now: Date): Promise<RouteDecision<KeyMade>> {
  const secret = `${PREFIX}${newToken()}`
  const row: ApiKeyRow = {
    id: randomUUID(),
    name,
    tokenHash: hashToken(secret),
    ending: secret.slice(-4),
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    createdAt: now,
    createdBy: actor.id,
    expiresAt: keyEnd(days, now),
    lastUsedAt: null,
  }
  return db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('apiKeys')
      .select((keys) => keys.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= KEYS_MAX) return refuse('not-valid', `There are ${KEYS_MAX} keys already. Revoke one that is not used.`)
    await tx.insertInto('apiKeys').values(row).execute()
    await audit(tx, 'key-made', { actorId: actor.id, subjectId: row.id, details: { name, scopes: row.scopes.join(', '), days } }, now)
    return accept({ key: viewOf(row), secret })
  })
}

/** From the next request on it opens nothing. */
export async function revokeKey(db: Db, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('apiKeys').where('id', '=', id).returning('name').executeTakeFirst()
    if (!gone) return refuse('not-found', 'no such key')
    await audit(tx, 'key-revoked', { actorId: actor.id, subjectId: id, details: { name: gone.name } }, now)
    return accept(null)
  })
}

/** At most once a minute, whoever else notes it; the first of a day also in the audit log. */
async function noteUse(db: Db, key: ApiKeyRow, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < NOTE_USE_AFTER_MS) return
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('apiKeys').select('lastUsedAt').where('id', '=', key.id).forUpdate().executeTakeFirst()
    if (!row || (row.lastUsedAt && now.getTime() - row.lastUsedAt.getTime() < NOTE_USE_AFTER_MS)) return
    await tx.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', key.id).execute()
    const isSameDay = row.lastUsedAt?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
    if (!isSameDay) await audit(tx, 'key-used', { subjectId: key.id, details: { name: key.name } }, now)
  })
}

/** Whose key this is, if it may be used for this now. */
export async function whichProgram(db: Db, limit: Bucket, sent: string, scope: KeyScope, now: Date): Promise<KeyAnswer> {
  if (!KEY.test(sent)) return { refusal: 'wrong-key' }
  const key = await db.selectFrom('apiKeys').selectAll().where('tokenHash', '=', hashToken(sent)).executeTakeFirst()
  if (!key || !isKeyAlive(key, now)) return { refusal: 'wrong-key' }
  const waitSeconds = limit.take(key.id, performance.now())
  if (waitSeconds > 0) return { waitSeconds }
  if (!keyMay(key, scope, now)) return { refusal: 'not-allowed' }
  await noteUse(db, key, now)
  return { program: { keyId: key.id, name: key.name } }
}
