/** Who is signed in where. A session is a random token in a cookie and its hash in a row; role and life are judged anew at each request. */
import { randomUUID } from 'node:crypto'
import { type Actor, actorOf, isSessionAlive, SESSION_DAYS, type SessionList } from '@trailwarden/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { deviceOf } from './device.ts'
import { hashToken, newToken } from './token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sessionId: string | null
  }
}

// `__Host-`: the browser itself insists on Secure, Path=/ and no Domain, so no neighbouring host can plant a session.
const COOKIE = '__Host-tw'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'
// Use is noted hourly at most: a phone that syncs every minute must not write a row each time.
const NOTE_USE_AFTER_MS = 3_600_000

function tokenOf(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === COOKIE && value) return value
  }
  return null
}

export async function whoAsks(db: Db, request: FastifyRequest, now: Date): Promise<Actor | null> {
  const token = tokenOf(request)
  if (!token) return null
  const found = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.personId')
    .select(['sessions.id as sessionId', 'sessions.createdAt', 'sessions.lastSeenAt', 'people.id', 'people.displayName', 'people.role'])
    .where('sessions.tokenHash', '=', hashToken(token))
    .where('people.disabled', '=', false)
    .executeTakeFirst()
  if (!found) return null
  if (!isSessionAlive(found, found.role, now)) {
    await db.deleteFrom('sessions').where('id', '=', found.sessionId).execute()
    return null
  }
  if (now.getTime() - found.lastSeenAt.getTime() > NOTE_USE_AFTER_MS) {
    await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', found.sessionId).execute()
  }
  request.sessionId = found.sessionId
  return actorOf(found)
}

/** Signs a person in on this device, with a token that was never used before; what the device was signed in to before ends. */
export async function startSession(db: Db, personId: string, request: FastifyRequest, reply: FastifyReply, now: Date): Promise<void> {
  await endThisSession(db, request)
  const token = newToken()
  const device = deviceOf(request.headers['user-agent'] ?? '')
  const session = { id: randomUUID(), tokenHash: hashToken(token), personId, device, createdAt: now, lastSeenAt: now }
  await db.insertInto('sessions').values(session).execute()
  reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${SESSION_DAYS * 86_400}; ${ATTRIBUTES}`)
}

async function endThisSession(db: Db, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request)
  if (token) await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute()
}

export async function signOut(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endThisSession(db, request)
  forgetCookie(reply)
}

export const forgetCookie = (reply: FastifyReply) => reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`)

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

/** Ends one session of a person; false when they have no such session. */
export async function endSession(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('personId', '=', personId).where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends a person's sessions, all of them or all but one. */
export async function endSessions(db: Db, personId: string, except: string | null = null): Promise<void> {
  let ending = db.deleteFrom('sessions').where('personId', '=', personId)
  if (except) ending = ending.where('id', '<>', except)
  await ending.execute()
}
