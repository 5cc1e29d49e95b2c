/** permission-cases.ts explains the columns. */
import { randomUUID } from 'node:crypto'
import { asCoordinator } from './key-cases.ts'
import { type Case, managers, noManager, type TestEnv } from './permission-case.ts'

const invite = (about: string, cells: string, role: number): Case => ({
  route: 'POST /api/users',
  about,
  cells,
  call: ({ browser, newEmail }) => browser.post('/api/users', { displayName: 'Jo', email: newEmail, role }),
})

async function createInvited({ db, subject }: TestEnv) {
  const [sentAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)]
  await db.insertInto('invitations').values({ personId: subject.id, sentAt, expiresAt }).execute()
  return subject.id
}

const inviteAgain = (about: string, cells: string, body: Record<string, unknown>, extra: Partial<Case> = {}): Case => ({
  route: 'POST /api/users/:id/invitation',
  about,
  cells,
  call: async (env) => env.browser.post(`/api/users/${await createInvited(env)}/invitation`, body),
  ...extra,
})

async function createRequest({ db, newEmail }: TestEnv) {
  const id = randomUUID()
  await db.insertInto('accountRequests').values({ id, displayName: 'Jo', email: newEmail, askedAt: new Date() }).execute()
  return id
}

export const INVITATION_CASES: readonly Case[] = [
  {
    route: 'POST /api/account/request',
    about: 'where anyone registers, and nobody needs to ask',
    cells: '403 403 403 403 403 403 403',
    call: ({ browser, newEmail }) => browser.post('/api/account/request', { displayName: 'Jo', email: newEmail }),
  },
  { route: 'GET /api/user-access', cells: managers, call: ({ browser }) => browser.get('/api/user-access') },
  invite('as a member', managers, 1),
  invite('as a manager', '- - - - - + -', 2),
  asCoordinator(invite('as a manager', '', 2), '- + + + + + -'),
  invite('as an administrator', '- - - - - + -', 4),
  asCoordinator(invite('as an administrator', '', 4)),
  // The column "manager on themselves" can't occur in practice: invited managers have no session until they accept.
  inviteAgain('a member', '- - - + 403 + -', {}),
  inviteAgain('an administrator', '- - - - 403 + -', {}, { subjectRole: 4 }),
  inviteAgain('with another address', noManager, { email: 'x@example.org' }),
  {
    route: 'POST /api/account-requests/:id/confirm',
    cells: managers,
    call: async (env) => env.browser.post(`/api/account-requests/${await createRequest(env)}/confirm`, {}),
  },
  {
    route: 'POST /api/account-requests/:id/confirm',
    about: 'with a role',
    cells: noManager,
    call: async (env) => env.browser.post(`/api/account-requests/${await createRequest(env)}/confirm`, { role: 4 }),
  },
  {
    route: 'DELETE /api/account-requests/:id',
    cells: managers,
    call: async (env) => env.browser.remove(`/api/account-requests/${await createRequest(env)}`),
  },
]
