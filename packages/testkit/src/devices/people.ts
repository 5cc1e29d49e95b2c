import { randomUUID } from 'node:crypto'
import type { PersonRecord } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../apps/server/src/db/database.ts'
import { hashPassword } from '../../../../apps/server/src/features/people/accounts/password.ts'
import { hashToken, newToken } from '../../../../apps/server/src/http/security/token.ts'

export const PASSWORD = 'greasy roots ahead'
// The lowest cost that argon2id accepts. These tests don't depend on the strength of the password hash.
const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Our own pages send these headers with state-changing requests. */
export const OUR_PAGES = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export function createBrowser(app: FastifyInstance, { address = '203.0.113.7', cookie = '' } = {}) {
  const browser = {
    cookie,
    async call(method: Method, url: string, body: Body = {}, headers: Record<string, string> = OUR_PAGES) {
      const isSafe = method === 'GET'
      const reply = await app.inject({
        method,
        url,
        remoteAddress: address,
        headers: { ...(browser.cookie && { cookie: browser.cookie }), ...(isSafe && headers === OUR_PAGES ? {} : headers) },
        ...(!isSafe && { payload: JSON.stringify(body) }),
      })
      for (const given of [reply.headers['set-cookie'] ?? []].flat()) {
        const [pair = '', name = ''] = [given.split(';', 1)[0], given.split('=', 1)[0]]
        const others = browser.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`))
        browser.cookie = (given.includes('Max-Age=0') ? others : [pair, ...others]).join('; ')
      }
      return reply
    },
    get: (url: string) => browser.call('GET', url),
    async open(url: string) {
      const headers = browser.cookie ? { cookie: browser.cookie } : {}
      const reply = await app.inject({ method: 'GET', url, remoteAddress: address, headers, payloadAsStream: true })
      reply.stream().destroy()
      return reply
    },
    /** `reporter` contains the headers of a device without an account, which uses a separate route. */
    putPhoto: (id: string, bytes: Buffer, type = 'image/jpeg', reporter?: Record<string, string>) =>
      app.inject({
        method: 'PUT',
        url: `/api/${reporter ? 'reports/' : ''}photos/${id}`,
        remoteAddress: address,
        headers: { ...OUR_PAGES, ...reporter, ...(browser.cookie && { cookie: browser.cookie }), 'content-type': type },
        payload: bytes,
      }),
    post: (url: string, body?: Body) => browser.call('POST', url, body),
    patch: (url: string, body?: Body) => browser.call('PATCH', url, body),
    remove: (url: string) => browser.call('DELETE', url),
  }
  return browser
}
export type Browser = ReturnType<typeof createBrowser>

let count = 0

/** Directly in the database, which is faster than registering. */
export async function createPerson(db: Db, changes: Partial<PersonRecord> = {}) {
  const id = randomUUID()
  const person: PersonRecord = {
    id,
    displayName: 'Jo Berg',
    email: `person${++count}.${id.slice(0, 8)}@example.org`,
    phone: '',
    role: 1,
    disabled: false,
    createdAt: new Date(),
    createdBy: null,
    ...changes,
  }
  await db.insertInto('people').values(person).execute()
  await db
    .insertInto('passwords')
    .values({ personId: person.id, hash: await hashPassword(PASSWORD, CHEAP), changedAt: new Date() })
    .execute()
  return { ...person, ...(await createSession(db, person)) }
}

export async function createSession(db: Db, person: Pick<PersonRecord, 'id' | 'role'>) {
  const now = new Date()
  const token = newToken()
  const session = {
    id: randomUUID(),
    tokenHash: hashToken(token),
    personId: person.id,
    device: 'A test',
    deviceHash: null,
    createdAt: now,
    lastSeenAt: now,
    roleAtSignIn: person.role,
    hasTwoFactors: false,
  }
  await db.insertInto('sessions').values(session).execute()
  return { cookie: `__Host-tw=${token}`, sessionId: session.id }
}

export async function as(app: FastifyInstance, db: Db, changes: Partial<PersonRecord> = {}) {
  const person = await createPerson(db, changes)
  return { person, browser: createBrowser(app, { cookie: person.cookie }) }
}
