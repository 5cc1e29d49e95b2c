import { randomUUID } from 'node:crypto'
import type { ApiKey, KeyCreate, KeyMade, RouteDecision } from '@trailwarden/api'
import { type Actor, accept, isKeyAlive, KEY_SCOPES, KEYS_MAX, type KeyScope, keyEnd, keyMay, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { RetentionStep } from '#core/retention.ts'
import { audit } from '#db/audit.ts'
import type { ApiKeyRow, Db } from '#db/database.ts'
import { isHeld, notifyOfProgram, readAnswering } from '#features/people/sessions/answering.ts'
import type { KeyAnswer } from '#http/security/guard.ts'
import type { Bucket } from '#http/security/rate-limit.ts'
import { hashToken, newToken } from '#http/security/token.ts'
import type { Mail } from '#mail/mailer.ts'

export type KeyDependencies = { db: Db; mail: Pick<Mail, 'queueUrgent'> }

/** The prefix helps people and secret scanners to recognise a key. */
const PREFIX = 'twk_'
const KEY = /^twk_[\w-]{43}$/

const NOTE_USE_AFTER_MS = 60_000

const viewOf = ({ id, name, scopes, ending, createdAt, expiresAt, lastUsedAt }: ApiKeyRow) => ({
  id,
  name,
  scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
  ending,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function listKeys(db: Db): Promise<ApiKey[]> {
  const rows = await db.selectFrom('apiKeys').selectAll().orderBy('name').orderBy('createdAt').execute()
  const answering = await readAnswering(db, rows)
  return rows.map((row) => ({ ...viewOf(row), ...answering(row) }))
}

async function readKey(db: Db, row: ApiKeyRow): Promise<ApiKey> {
  return { ...viewOf(row), ...(await readAnswering(db, [row]))(row) }
}

/** No other response contains the key. */
export async function makeKey(
  { db, mail }: KeyDependencies,
  actor: Actor,
  { name, scopes, days }: Omit<KeyCreate, 'proof'>,
  now: Date,
): Promise<RouteDecision<KeyMade>> {
  const secret = `${PREFIX}${newToken()}`
  const row: ApiKeyRow = {
    id: randomUUID(),
    name,
    tokenHash: hashToken(secret),
    ending: secret.slice(-4),
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    createdAt: now,
    createdBy: actor.id,
    heldBy: actor.id,
    expiresAt: keyEnd(days, now),
    lastUsedAt: null,
  }
  return db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('apiKeys')
      .select((keys) => keys.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= KEYS_MAX) return refuse('not-valid', `There are ${KEYS_MAX} API keys already. Revoke one you don’t use.`)
    await tx.insertInto('apiKeys').values(row).execute()
    await audit(tx, 'key-made', { actorId: actor.id, subjectId: row.id, details: { name, scopes: row.scopes.join(', '), days } }, now)
    await notifyOfProgram(mail, tx, { kind: 'key', name, by: actor.id, done: 'made' }, now)
    return accept({ key: await readKey(tx, row), secret })
  })
}

export async function takeOverKey({ db, mail }: KeyDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<ApiKey>> {
  return db.transaction().execute(async (tx) => {
    const row = await tx.updateTable('apiKeys').set({ heldBy: actor.id }).where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) return refuse('not-found', 'no such key')
    await audit(tx, 'key-taken-over', { actorId: actor.id, subjectId: id, details: { name: row.name } }, now)
    await notifyOfProgram(mail, tx, { kind: 'key', name: row.name, by: actor.id, done: 'taken-over' }, now)
    return accept(await readKey(tx, row))
  })
}

export async function revokeKey(db: Db, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('apiKeys').where('id', '=', id).returning('name').executeTakeFirst()
    if (!gone) return refuse('not-found', 'no such key')
    await audit(tx, 'key-revoked', { actorId: actor.id, subjectId: id, details: { name: gone.name } }, now)
    return accept(null)
  })
}

/** A use is recorded at most once a minute across all processes. The first use of a day is also audited. */
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

export async function identifyProgram(db: Db, limit: Bucket, sent: string, scope: KeyScope, now: Date): Promise<KeyAnswer> {
  if (!KEY.test(sent)) return { refusal: 'wrong-key' }
  const key = await db.selectFrom('apiKeys').selectAll().where('tokenHash', '=', hashToken(sent)).where(isHeld).executeTakeFirst()
  if (!key || !isKeyAlive(key, now)) return { refusal: 'wrong-key' }
  const waitSeconds = limit.take(key.id, performance.now())
  if (waitSeconds > 0) return { waitSeconds }
  if (!keyMay(key, scope, now)) return { refusal: 'not-allowed' }
  await noteUse(db, key, now)
  return { program: { keyId: key.id, name: key.name } }
}

export const removeExpiredKeys =
  (db: Db): RetentionStep =>
  async (now) => {
    await db.deleteFrom('apiKeys').where('expiresAt', '<', sql<Date>`${now}::timestamptz - interval '30 days'`).execute()
    return 0
  }
