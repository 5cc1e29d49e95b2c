/**
 * Written by hand from the specification: if the cells were derived from the permission table, a mistake there would go unnoticed. Every
 * route has at least one row here, and a new route must add its own. Columns: visitor · member · member on their own record · manager ·
 * manager on themselves · administrator · disabled manager. `+` succeeds. `-` is refused: 401 if not logged in, otherwise 403, or 409 if no
 * manager would be left. A field row tests one field of a route. `!` means that nobody may write the field (422 if the role would allow the
 * call).
 */

import { createPerson } from '@trailwarden/testkit/devices/people'
import { signatureOf } from '@trailwarden/testkit/servers/payment-provider'
import { doubtAddress } from '../../features/people/accounts/doubtful-addresses.ts'
import { createBriefLink } from '../brief-links.ts'
import { ALERT_CASES } from './alert-cases.ts'
import { INVITATION_CASES } from './invitation-cases.ts'
import { asCoordinator, KEY_CASES } from './key-cases.ts'
import { NOTICE_CASES } from './notice-cases.ts'
import { administrators, type Case, everyone, managers, members, nobody, nobodyAtAll, noManager, type TestEnv } from './permission-case.ts'
import { POINT_CASES } from './point-cases.ts'
import { PROPOSAL_CASES } from './proposal-cases.ts'
import { REPORT_CASES } from './report-cases.ts'
import { getPersonId, SIGN_ON_CASES } from './sign-on-cases.ts'
import { SYNC_CASES } from './sync-cases.ts'
import { WORK_DAY_CASES } from './work-day-cases.ts'

const read = (route: string, cells: string): Case => ({ route: `GET ${route}`, cells, call: ({ browser }) => browser.get(route) })

const post = (route: string, cells: string, body: (env: TestEnv) => Record<string, unknown>): Case => ({
  route: `POST ${route}`,
  cells,
  call: (env) => env.browser.post(route, body(env)),
})

const patchUser = (about: string, cells: string, body: Record<string, unknown>, extra: Partial<Case> = {}): Case => ({
  route: 'PATCH /api/users/:id',
  about,
  cells,
  call: ({ browser, subject }) => browser.patch(`/api/users/${subject.id}`, body),
  ...extra,
})

const removeUser = (about: string, cells: string, extra: Partial<Case> = {}): Case => ({
  route: 'DELETE /api/users/:id',
  about,
  cells,
  call: ({ browser, subject }) => browser.remove(`/api/users/${subject.id}`),
  ...extra,
})

const protectedFields = (
  base: Case,
  cells: string,
  method: 'PATCH' | 'POST',
  url: (env: TestEnv) => string,
  body: (env: TestEnv) => object,
  fields: string[],
) =>
  fields.map(
    (field): Case => ({
      ...base,
      about: `field ${field}`,
      cells,
      call: (env) => env.browser.call(method, url(env), { ...body(env), [field]: 4 }),
    }),
  )

const providerEvent: Case = {
  route: 'POST /api/billing/webhook',
  cells: everyone,
  call: ({ browser }) => {
    const event = { id: 'evt_1', object: 'event', data: { object: { object: 'balance' } } }
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(JSON.stringify(event)) }
    return browser.call('POST', '/api/billing/webhook', event, headers)
  },
}

const register = post('/api/account/register', everyone, ({ newEmail, password }) => ({ displayName: 'Jo', email: newEmail, password }))
const profile: Case = { route: 'PATCH /api/me', cells: members, call: ({ browser }) => browser.patch('/api/me', { phone: '0400 000 000' }) }
const picture: Case = {
  route: 'PUT /api/me/picture',
  cells: members,
  call: ({ browser }) => browser.call('PUT', '/api/me/picture', { photoId: null }),
}
const addUser = post('/api/users', managers, ({ newEmail }) => ({ displayName: 'Jo', email: newEmail }))

const makeBriefLink = post('/api/brief-links', managers, () => ({ code: 'BF17', hours: 4 }))

/** A passkey response to a challenge that never existed. */
const A_PASSKEY = {
  challengeId: '00000000-0000-4000-8000-0000000000ff',
  answer: { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA' }, clientExtensionResults: {} },
}

const resetFactor = (about: string, cells: string, extra: Partial<Case> = {}): Case => ({
  route: 'POST /api/users/:id/second-factor-reset',
  about,
  cells,
  call: ({ browser, subject, password }) => browser.post(`/api/users/${subject.id}/second-factor-reset`, { proof: { password } }),
  ...extra,
})

const withdrawReset: Case = {
  route: 'DELETE /api/users/:id/second-factor-reset',
  cells: administrators,
  async call({ browser, db, subject }) {
    const { id: requestedBy } = await createPerson(db, { role: 4 })
    await db.insertInto('secondFactorResets').values({ personId: subject.id, requestedBy, requestedAt: new Date() }).execute()
    return browser.remove(`/api/users/${subject.id}/second-factor-reset`)
  },
}

const confirmAddress = (about: string, cells: string, extra: Partial<Case> = {}): Case => ({
  route: 'POST /api/users/:id/address',
  about,
  cells,
  async call({ browser, db, subject, password, newEmail }) {
    await doubtAddress(db, subject.id)
    return browser.post(`/api/users/${subject.id}/address`, { email: newEmail, proof: { password } })
  },
  ...extra,
})

/** Returns the case with a subject who has just given the caller access. */
const byWhomSubjectLetIn = (one: Case): Case => ({
  ...one,
  subjectRole: 2,
  call: async (env) => {
    await grantAccess(env)
    return one.call(env)
  },
})

async function grantAccess({ browser, db, subject }: TestEnv) {
  const personId = await getPersonId(browser)
  if (personId === subject.id) return
  await db
    .insertInto('accountGrants')
    .values({ personId, grantedBy: subject.id, grantedByRole: 4, way: 'invited', at: new Date() })
    .execute()
}

const SECOND_FACTOR_CASES: readonly Case[] = [
  confirmAddress('of a member', administrators),
  asCoordinator(confirmAddress('of a member', nobodyAtAll)),
  confirmAddress('of oneself', nobodyAtAll, {
    async call({ browser, db, password, newEmail }) {
      const id = await getPersonId(browser)
      await doubtAddress(db, id)
      return browser.post(`/api/users/${id}/address`, { email: newEmail, proof: { password } })
    },
  }),
  resetFactor('of a member', administrators),
  asCoordinator(resetFactor('of a member', nobodyAtAll)),
  resetFactor('of an administrator', administrators, { subjectRole: 4 }),
  resetFactor('of oneself', nobodyAtAll, {
    call: async ({ browser, password }) =>
      browser.post(`/api/users/${await getPersonId(browser)}/second-factor-reset`, { proof: { password } }),
  }),
  ...[
    resetFactor('of the person who invited them', nobodyAtAll),
    confirmAddress('of the person who invited them', nobodyAtAll),
    patchUser('disabled of the person who invited them', nobodyAtAll, { disabled: true }),
    patchUser('role of the person who invited them', nobodyAtAll, { role: 1 }),
    removeUser('the person who invited them', nobodyAtAll),
  ].map(byWhomSubjectLetIn),
  resetFactor('field role', '- - - - - ! -', {
    call: ({ browser, subject, password }) =>
      browser.post(`/api/users/${subject.id}/second-factor-reset`, { proof: { password }, role: 4 }),
  }),
  withdrawReset,
  asCoordinator(withdrawReset),
]

export const CASES: readonly Case[] = [
  { route: 'GET /*', cells: everyone, call: ({ browser }) => browser.get('/healthz') },
  read('/api/public/status', everyone),
  read('/api/public/warnings', everyone),
  read('/api/public/hazards', everyone),
  read('/api/public/page-data', everyone),
  read('/api/public/site-data', everyone),
  read('/api/public/trails.geojson', everyone),
  read('/api/public/guide', everyone),
  read('/api/docs', everyone),
  read('/api/docs/openapi.json', everyone),
  read('/api/billing', members),
  post('/api/billing/checkout', '- + + - - - -', () => ({ price: 'price_1' })),
  ...protectedFields(
    post('/api/billing/checkout', '', () => ({})),
    nobody,
    'POST',
    () => '/api/billing/checkout',
    () => ({ price: 'price_1' }),
    ['customer', 'success_url', 'cancel_url', 'role'],
  ),
  { ...post('/api/billing/portal', '- 404 404 404 404 404 -', () => ({})), about: 'of somebody who never paid' },
  ...protectedFields(
    post('/api/billing/portal', '', () => ({})),
    nobody,
    'POST',
    () => '/api/billing/portal',
    () => ({}),
    ['returnUrl'],
  ),
  providerEvent,
  read('/dev/mail', everyone),
  read('/dev/mail.json', everyone),

  register,
  ...protectedFields(
    register,
    '! ! ! ! ! ! !',
    'POST',
    () => '/api/account/register',
    ({ newEmail, password }) => ({ displayName: 'Jo', email: newEmail, password }),
    ['id', 'role', 'disabled', 'phone', 'createdAt', 'createdBy'],
  ),
  post('/api/account/login', everyone, ({ subject, password }) => ({ email: subject.email, password })),
  post('/api/account/passkey-challenge', everyone, () => ({})),
  { ...post('/api/account/passkey-login', '410 410 410 410 410 410 410', () => A_PASSKEY), about: 'with a challenge that is none' },
  post('/api/account/reset-password', everyone, ({ subject }) => ({ email: subject.email })),
  post('/api/account/open-link', everyone, ({ setPasswordToken }) => ({ token: setPasswordToken })),
  post('/api/account/set-password', everyone, ({ setPasswordToken }) => ({ token: setPasswordToken, password: 'loose gravel here' })),
  post('/api/account/confirm-email', everyone, ({ confirmEmailToken }) => ({ token: confirmEmailToken })),
  post('/api/account/logout', everyone, () => ({})),
  post('/api/account/change-password', members, ({ password }) => ({ current: password, password: 'loose gravel here' })),
  post('/api/account/change-email', members, ({ newEmail, password }) => ({ email: newEmail, password })),
  post('/api/account/change-name', members, () => ({ displayName: 'Ann' })),
  {
    ...post('/api/account/delete', '- + + + + 409 -', ({ password }) => ({ password })),
    about: 'where no other administrator has a password',
    call: async ({ browser, db, password }) => {
      await db
        .deleteFrom('passwords')
        .where(
          'personId',
          'in',
          db
            .selectFrom('people')
            .select('id')
            .where('role', '=', 4)
            .where('id', '<>', await getPersonId(browser)),
        )
        .execute()
      return browser.post('/api/account/delete', { password })
    },
  },
  ...SIGN_ON_CASES,
  { ...post('/api/account/delete', '- + + - - - -', ({ password }) => ({ password })), about: 'as the only manager', alone: true },

  read('/api/me', everyone),
  profile,
  picture,
  ...protectedFields(
    profile,
    nobody,
    'PATCH',
    () => '/api/me',
    () => ({ phone: '' }),
    ['id', 'role', 'disabled', 'email', 'displayName', 'createdAt', 'createdBy'],
  ),
  read('/api/me/approval-blocks', managers),
  read('/api/me/sessions', members),
  { route: 'DELETE /api/me/sessions', cells: members, call: ({ browser }) => browser.remove('/api/me/sessions') },
  {
    route: 'DELETE /api/me/sessions/:id',
    about: 'a session of the subject: one’s own or, for the others, not to be found',
    cells: '- 404 + 404 + 404 -',
    call: ({ browser, subject }) => browser.remove(`/api/me/sessions/${subject.sessionId}`),
  },

  read('/api/me/passkeys', members),
  post('/api/me/passkeys/link', members, ({ password }) => ({ password })),
  {
    ...post('/api/me/passkeys/options', members, () => ({})),
    about: 'in a session that began with two factors',
    call: async ({ browser, db, password }) => {
      await db.updateTable('sessions').set({ hasTwoFactors: true }).execute()
      return browser.post('/api/me/passkeys/options', { password })
    },
  },
  { ...post('/api/me/passkeys/options', '- 403 403 403 403 403 -', ({ password }) => ({ password })), about: 'with the password alone' },
  { ...post('/api/me/passkeys', '- 410 410 410 410 410 -', () => A_PASSKEY), about: 'with a challenge that is none' },
  {
    route: 'POST /api/me/passkeys/:id/remove',
    about: 'one that is not there',
    cells: '- 404 404 404 404 404 -',
    call: ({ browser, password }) => browser.post('/api/me/passkeys/none/remove', { password }),
  },
  { ...post('/api/me/recovery-codes', '- 404 404 404 404 404 -', ({ password }) => ({ password })), about: 'without a passkey' },

  read('/api/users', managers),
  { route: 'GET /api/users/:id', cells: managers, call: ({ browser, subject }) => browser.get(`/api/users/${subject.id}`) },
  addUser,
  ...protectedFields(
    addUser,
    noManager,
    'POST',
    () => '/api/users',
    ({ newEmail }) => ({ displayName: 'Jo', email: newEmail }),
    ['id', 'disabled', 'phone', 'createdAt', 'createdBy', 'password'],
  ),
  ...INVITATION_CASES,
  ...SECOND_FACTOR_CASES,
  patchUser('phone', managers, { phone: '0400 000 000' }),
  patchUser('phone of a manager', managers, { phone: '0400 000 000' }, { subjectRole: 2 }),
  patchUser('phone of an administrator', '- - - - + + -', { phone: '0400 000 000' }, { subjectRole: 4 }),
  patchUser('role to manager', '- - - - - + -', { role: 2 }),
  asCoordinator(patchUser('role to manager', '', { role: 2 }), '- + - + - + -'),
  asCoordinator(patchUser('role to administrator', '', { role: 4 })),
  patchUser('role to administrator', '- - - - - + -', { role: 4 }),
  patchUser('role of a manager to member', '- - - + - + -', { role: 1 }, { subjectRole: 2 }),
  patchUser('role of an administrator to member', '- - - - - + -', { role: 1 }, { subjectRole: 4 }),
  patchUser('disable a member', '- - - + - + -', { disabled: true }),
  patchUser('enable a manager', '- - - - - + -', { disabled: false }, { subjectRole: 2 }),
  patchUser('enable a member', '- - - + - + -', { disabled: false }),
  patchUser('disable an administrator', '- - - - - + -', { disabled: true }, { subjectRole: 4 }),
  ...protectedFields(
    patchUser('', '', {}),
    noManager,
    'PATCH',
    ({ subject }) => `/api/users/${subject.id}`,
    () => ({ phone: '' }),
    ['id', 'email', 'displayName', 'createdAt', 'createdBy', 'password'],
  ),
  removeUser('a member', '- - - + - + -'),
  removeUser('a manager', '- - - + - + -', { subjectRole: 2 }),
  removeUser('an administrator', '- - - - - + -', { subjectRole: 4 }),

  ...ALERT_CASES,
  post('/api/subscriptions', everyone, ({ newEmail }) => ({ email: newEmail, networks: ['st-helens'] })),
  { ...post('/api/subscriptions/confirm', '410 410 410 410 410 410 410', () => ({ token: 'none' })), about: 'with a link that is none' },
  read('/api/subscriptions/:id/unsubscribe', everyone),
  {
    route: 'POST /api/subscriptions/:id/unsubscribe',
    cells: everyone,
    call: ({ browser, subject }) => browser.post(`/api/subscriptions/${subject.id}/unsubscribe`, {}),
  },
  { ...read('/api/open-hazards', members), call: ({ browser }) => browser.get('/api/open-hazards?code=BF17') },
  makeBriefLink,
  ...protectedFields(
    makeBriefLink,
    noManager,
    'POST',
    () => '/api/brief-links',
    () => ({ code: 'BF17', hours: 4 }),
    ['id', 'token', 'expiresAt', 'createdBy'],
  ),
  {
    route: 'POST /api/brief-links/open',
    about: 'a link that a manager made',
    cells: everyone,
    call: async ({ browser, db, subject }) => browser.post('/api/brief-links/open', { token: await createBriefLink(db, subject.id) }),
  },
  read('/api/site-state', managers),
  read('/api/management/overview', managers),
  read('/api/audit-log', managers),
  read('/api/system-status', administrators),
  asCoordinator(read('/api/system-status', administrators)),
  ...KEY_CASES,
  post('/api/exports', managers, () => ({ collection: 'actions', rows: 3 })),

  ...SYNC_CASES,
  ...NOTICE_CASES,
  ...WORK_DAY_CASES,
  ...POINT_CASES,
  ...PROPOSAL_CASES,
  ...REPORT_CASES,
]
