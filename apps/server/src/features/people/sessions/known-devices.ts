/**
 * A long-lived cookie has a random token, and each person who used the device has a row with its hash. The token gives no access. It only
 * shows that a login attempt comes from the owner's device, so that guesses by others can't lock it out and the owner needs no notice.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'
import { COOKIE_ATTRIBUTES, cookieOf } from './cookies.ts'

const COOKIE = '__Host-tw-device'
// The longest lifetime that browsers allow for a cookie.
const COOKIE_MAX_DAYS = 400
const MOST_PER_PERSON = 20

export function deviceHashOf(request: FastifyRequest): Buffer | null {
  const token = cookieOf(request, COOKIE)
  return token === null ? null : hashToken(token)
}

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

/** Someone who knew the old password may have added their own device. */
export async function forgetDevices(db: Db, personId: string, except: Buffer | null = null): Promise<void> {
  let forgetting = db.deleteFrom('knownDevices').where('personId', '=', personId)
  if (except) forgetting = forgetting.where('tokenHash', '<>', except)
  await forgetting.execute()
}
