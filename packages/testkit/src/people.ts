import { randomUUID } from 'node:crypto'
import type { PersonRecord } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../apps/server/src/db/database.ts'
import { hashPassword } from '../../../apps/server/src/features/people/password.ts'
import { hashToken, newToken } from '../../../apps/server/src/http/token.ts'

export const PASSWORD = 'greasy roots ahead'
// The least that argon2id accepts: these tests are about what follows from a password, not about its strength.
const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What our own pages send with an unsafe request. */
export const OUR_PAGES = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** A browser with its own cookie, at an address of its own. */
export function aBrowser(app: FastifyInstance, { address = '203.0.113.7', cookie = '' } = {}) {
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
    /** Opens a stream, and answers as soon as it has begun. */
    async open(url: string) {
      const headers = browser.cookie ? { cookie: browser.cookie } : {}
      const reply = await app.inject({ method: 'GET', url, remoteAddress: address, headers, payloadAsStream: true })
      reply.stream().destroy()
      return reply
    },
    /** `reporter`: the headers of a device without an account, which has a door of its own. */
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
export type Browser = ReturnType<typeof aBrowser>

let count = 0

/** A person straight in the database, with a password and a session: quicker than registering, for tests of what comes after. */
export async function aPerson(db: Db, changes: Partial<PersonRecord> = {}) {
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
  const now = new Date()
  const token = newToken()
  await db.insertInto('people').values(person).execute()
  await db
    .insertInto('passwords')
    .values({ personId: person.id, hash: await hashPassword(PASSWORD, CHEAP), changedAt: now })
    .execute()
  const session = {
    id: randomUUID(),
    tokenHash: hashToken(token),
    personId: person.id,
    device: 'A test',
    deviceHash: null,
    createdAt: now,
    lastSeenAt: now,
  }
  await db.insertInto('sessions').values(session).execute()
  return { ...person, cookie: `__Host-tw=${token}`, sessionId: session.id }
}

/** Someone signed in, in their browser. */
export async function as(app: FastifyInstance, db: Db, changes: Partial<PersonRecord> = {}) {
  const person = await aPerson(db, changes)
  return { person, browser: aBrowser(app, { cookie: person.cookie }) }
}
