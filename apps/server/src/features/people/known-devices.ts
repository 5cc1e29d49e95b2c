/**
 * Devices on which a person has signed in before: a random token in a long-lived cookie, and its hash in a row per person who used it.
 * It opens nothing. It shows only that a try comes from a device of the owner's, which strangers who guess must not be able to lock out,
 * and which the owner needs no notice of.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { hashToken, newToken } from '#http/token.ts'
import { COOKIE_ATTRIBUTES, cookieOf } from './cookies.ts'

const COOKIE = '__Host-tw-device'
// The longest that browsers store a cookie.
const COOKIE_MAX_DAYS = 400
const MOST_PER_PERSON = 20

/** The hash of this device's token; null when it has none. */
export function deviceHashOf(request: FastifyRequest): Buffer | null {
  const token = cookieOf(request, COOKIE)
  return token === null ? null : hashToken(token)
}

/** Whether somebody has signed in to this account on this device before. Unknown addresses are nobody's. */
export async function isKnownDevice(db: Db, request: FastifyRequest, email: string): Promise<boolean> {
  const tokenHash = deviceHashOf(request)
  if (!tokenHash) return false
  const row = await db
    .selectFrom('knownDevices')
    .innerJoin('people', 'people.id', 'knownDevices.personId')
    .select('people.id')
    .where('people.email', '=', email)
    .where('knownDevices.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers this device as the person's; returns its hash and whether it was known already. */
export async function rememberDevice(db: Db, personId: string, request: FastifyRequest, reply: FastifyReply, now: Date) {
  const token = cookieOf(request, COOKIE) ?? newToken()
  const tokenHash = hashToken(token)
  const known = await db
    .selectFrom('knownDevices')
    .select('personId')
    .where('personId', '=', personId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  await db
    .insertInto('knownDevices')
    .values({ personId, tokenHash, lastUsedAt: now })
    .onConflict((row) => row.columns(['personId', 'tokenHash']).doUpdateSet({ lastUsedAt: now }))
    .execute()
  await forgetOldDevices(db, personId, now)
  reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${COOKIE_MAX_DAYS * 86_400}; ${COOKIE_ATTRIBUTES}`)
  return { tokenHash, wasKnown: known !== undefined }
}

async function forgetOldDevices(db: Db, personId: string, now: Date): Promise<void> {
  const newest = db.selectFrom('knownDevices').select('tokenHash').where('personId', '=', personId)
  await db
    .deleteFrom('knownDevices')
    .where('personId', '=', personId)
    .where((row) =>
      row.or([
        row('lastUsedAt', '<', new Date(now.getTime() - COOKIE_MAX_DAYS * 86_400_000)),
        row('tokenHash', 'not in', newest.orderBy('lastUsedAt', 'desc').limit(MOST_PER_PERSON)),
      ]),
    )
    .execute()
}

/** Forgets a person's devices, all of them or all but one: whoever knew the old password may have made theirs known. */
export async function forgetDevices(db: Db, personId: string, except: Buffer | null = null): Promise<void> {
  let forgetting = db.deleteFrom('knownDevices').where('personId', '=', personId)
  if (except) forgetting = forgetting.where('tokenHash', '<>', except)
  await forgetting.execute()
}
