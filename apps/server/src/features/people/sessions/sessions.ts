/** A session is a random token in a cookie and its hash in a row. Role and expiry are checked again on each request. */

import { randomUUID } from 'node:crypto'
import type { SessionList } from '@trailwarden/api'
import {
  type Actor,
  actorOf,
  isSessionAlive,
  MANAGER,
  MANAGER_SESSION_DAYS,
  roleInSession,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  type SessionStart,
} from '@trailwarden/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'
import { COOKIE_ATTRIBUTES, cookieOf } from './cookies.ts'
import { deviceOf } from './device.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'

const COOKIE = '__Host-tw'
// Once an hour is enough. A device that syncs every minute would otherwise write a row each time.
const NOTE_USE_AFTER_MS = 3_600_000

const tokenOf = (request: FastifyRequest) => cookieOf(request, COOKIE)

export async function identifyActor(db: Db, request: FastifyRequest, passkeyFromRole: number | null, now: Date): Promise<Actor | null> {
  const token = tokenOf(request)
  if (!token) return null
  const found = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.personId')
    .select(['sessions.id as sessionId', 'sessions.createdAt', 'sessions.lastSeenAt', 'sessions.roleAtSignIn', 'sessions.hasTwoFactors'])
    .select(['people.id', 'people.displayName', 'people.role'])
    .where('sessions.tokenHash', '=', hashToken(token))
    .where('people.disabled', '=', false)
    .executeTakeFirst()
  if (!found) return null
  // Rejects the session without deleting it, because this clock may be wrong for a moment (see `sweepSessions`).
  if (!isSessionAlive(found, found.role, now)) return null
  if (now.getTime() - found.lastSeenAt.getTime() > NOTE_USE_AFTER_MS) {
    await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', found.sessionId).execute()
  }
  request.sessionId = found.sessionId
  return actorOf({ ...found, role: roleInSession(found.role, found, passkeyFromRole) })
}

export async function startSession(db: Db, personId: string, start: SessionStart, request: FastifyRequest, reply: FastifyReply, now: Date) {
  await endThisSession(db, request)
  const token = newToken()
  const device = deviceOf(request.headers['user-agent'] ?? '')
  reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${SESSION_DAYS * 86_400}; ${COOKIE_ATTRIBUTES}`)
  const { tokenHash: deviceHash, wasKnown } = await rememberDevice(db, personId, request, reply, now)
  const { roleAtSignIn, hasTwoFactors } = start
  const session = { id: randomUUID(), tokenHash: hashToken(token), personId, device, deviceHash, createdAt: now, lastSeenAt: now }
  await db
    .insertInto('sessions')
    .values({ ...session, roleAtSignIn, hasTwoFactors })
    .execute()
  return { device, wasKnown }
}

export async function hasTwoFactors(db: Db, { sessionId }: FastifyRequest): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('hasTwoFactors')
    .where('id', '=', sessionId ?? '')
    .executeTakeFirst()
  return session?.hasTwoFactors ?? false
}

async function endThisSession(db: Db, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request)
  if (token) await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute()
}

export async function signOut(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endThisSession(db, request)
  forgetCookie(reply)
}

export const forgetCookie = (reply: FastifyReply) => reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`)

export async function listSessions(db: Db, personId: string, current: string | null): Promise<SessionList> {
  const rows = await db.selectFrom('sessions').selectAll().where('personId', '=', personId).orderBy('lastSeenAt', 'desc').execute()
  return {
    sessions: rows.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      current: id === current,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
}

export async function endSession(db: Db, personId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .returning('deviceHash')
    .executeTakeFirst()
  if (ended?.deviceHash)
    await db.deleteFrom('knownDevices').where('personId', '=', personId).where('tokenHash', '=', ended.deviceHash).execute()
  return ended !== undefined
}

export async function endSessions(db: Db, personId: string, except: string | null = null): Promise<void> {
  const spared = except
    ? await db.selectFrom('sessions').select('deviceHash').where('id', '=', except).where('personId', '=', personId).executeTakeFirst()
    : undefined
  let ending = db.deleteFrom('sessions').where('personId', '=', personId)
  if (except) ending = ending.where('id', '<>', except)
  await ending.execute()
  await forgetDevices(db, personId, spared?.deviceHash ?? null)
}

/**
 * PE9, by the database's clock. A sweep first marks an expired session. A sweep a week later deletes it if it's still expired. If the clock
 * jumps ahead and is corrected within a week, nobody loses a session.
 */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`
    with judged as (
      select s.id, s.last_seen_at < now() - make_interval(days => ${SESSION_IDLE_DAYS})
        or s.created_at < now() - make_interval(days => case when p.role >= ${MANAGER} then ${MANAGER_SESSION_DAYS}::int else ${SESSION_DAYS}::int end)
        as too_old
      from sessions s join people p on p.id = s.person_id
    ), removed as (
      delete from sessions s using judged j where j.id = s.id and j.too_old and s.expired_at < now() - interval '7 days'
    )
    update sessions s set expired_at = case when j.too_old then now() end
    from judged j where j.id = s.id and j.too_old = (s.expired_at is null)`.execute(db)
}
