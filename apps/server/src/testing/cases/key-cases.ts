import { randomBytes, randomUUID } from 'node:crypto'
import { ADMINISTRATOR, COORDINATOR, KEY_SCOPES, type KeyScope } from '@trailwarden/domain'
import { createPerson } from '@trailwarden/testkit/devices/people'
import { hashToken, newToken } from '../../http/security/token.ts'
import { administrators, type Case, everyone, type TestEnv } from './permission-case.ts'

/** Coordinators have no column in the table. Refused by default. */
export const asCoordinator = (one: Case, cells = '- - - - - - -'): Case => ({
  ...one,
  about: `${one.about ?? ''} as a coordinator`,
  cells,
  call: async (env) => {
    const { person } = (await env.browser.get('/api/me')).json()
    if (person) {
      await env.db.updateTable('people').set({ role: COORDINATOR }).where('id', '=', person.id).execute()
      await env.db.updateTable('sessions').set({ roleAtSignIn: COORDINATOR }).where('personId', '=', person.id).execute()
    }
    return one.call(env)
  },
})

async function made(db: TestEnv['db']) {
  const { id } = await createPerson(db, { role: ADMINISTRATOR })
  return { createdAt: new Date(), createdBy: id, heldBy: id }
}

async function createKey({ db }: TestEnv, scopes: readonly KeyScope[]) {
  // The table can contain only 50 keys, and the matrix creates more.
  await db.deleteFrom('apiKeys').execute()
  const [id, secret] = [randomUUID(), `twk_${newToken()}`]
  const key = { id, name: 'GIS', tokenHash: hashToken(secret), ending: secret.slice(-4), scopes: [...scopes], lastUsedAt: null }
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('apiKeys')
    .values({ ...key, ...(await made(db)), expiresAt })
    .execute()
  return { id, secret }
}

const make: Case = {
  route: 'POST /api/keys',
  cells: administrators,
  call: async ({ browser, db, password }) => {
    await db.deleteFrom('apiKeys').execute()
    return browser.post('/api/keys', { name: 'GIS', scopes: ['read-status'], days: 30, proof: { password } })
  },
}

const takeOver = (route: string, of: (env: TestEnv) => Promise<string>): Case => ({
  route,
  cells: administrators,
  call: async (env) => env.browser.post(route.replace('POST ', '').replace(':id', await of(env)), { proof: { password: env.password } }),
})
const takeOverKey = takeOver('POST /api/keys/:id/take-over', async (env) => (await createKey(env, ['read-status'])).id)

const revoke: Case = {
  route: 'DELETE /api/keys/:id',
  cells: administrators,
  call: async (env) => env.browser.remove(`/api/keys/${(await createKey(env, ['read-status'])).id}`),
}

const list: Case = { route: 'GET /api/keys', cells: administrators, call: ({ browser }) => browser.get('/api/keys') }

const keyFields = ['id', 'secret', 'tokenHash', 'expiresAt', 'createdBy'].map(
  (field): Case => ({
    ...make,
    about: `field ${field}`,
    cells: '- - - - - ! -',
    call: ({ browser, password }) =>
      browser.post('/api/keys', { name: 'GIS', scopes: ['read-status'], days: 30, proof: { password }, [field]: 'x' }),
  }),
)

/** Cases for a session without a key, a key with the right scope, a key with all other scopes, and an invalid key. */
function byKey(
  route: string,
  scope: KeyScope,
  send: (env: TestEnv, headers: Record<string, string>) => Promise<{ statusCode: number }>,
): Case[] {
  const json = { 'content-type': 'application/json' }
  const withKey = async (env: TestEnv, scopes: readonly KeyScope[]) =>
    send(env, { ...json, authorization: `Bearer ${(await createKey(env, scopes)).secret}` })
  const others = KEY_SCOPES.filter((one) => one !== scope)
  return [
    { route, about: 'by a session', cells: '- - - - - - -', call: (env) => send(env, { ...json, 'sec-fetch-site': 'same-origin' }) },
    { route, about: 'by a key for it', cells: everyone, call: (env) => withKey(env, [scope]) },
    { route, about: 'by a key for all else', cells: '403 403 403 403 403 403 403', call: (env) => withKey(env, others) },
    {
      route,
      about: 'by a key that is none',
      cells: '401 401 401 401 401 401 401',
      call: (env) => send(env, { ...json, authorization: `Bearer twk_${'A'.repeat(43)}` }),
    },
  ]
}

async function createWebhook({ db }: TestEnv): Promise<string> {
  await db.deleteFrom('webhooks').execute()
  const id = randomUUID()
  const webhook = { id, name: 'Works', url: 'http://127.0.0.1:9/', events: ['action' as const], secret: randomBytes(32) }
  const none = { oldSecret: null, oldSecretUntil: null, failingSince: null, failedAt: null, pausedAt: null }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, ...none, ...(await made(db)) })
    .execute()
  return id
}

const A_WEBHOOK = { name: 'Works', url: 'https://example.org/', events: ['action'] }

const addOne = (about: string, cells: string, extra: object): Case => ({
  route: 'POST /api/webhooks',
  about,
  cells,
  call: async ({ browser, db, password }) => {
    await db.deleteFrom('webhooks').execute()
    return browser.post('/api/webhooks', { ...A_WEBHOOK, proof: { password }, ...extra })
  },
})

const ofWebhook = (route: string, body: Record<string, unknown> = {}, cells = administrators): Case => ({
  route,
  cells,
  call: async (env) => {
    const [method = '', path = ''] = route.split(' ')
    return env.browser.call(method as 'GET', path.replace(':id', await createWebhook(env)), body)
  },
})

const WEBHOOK_CASES: readonly Case[] = [
  ...[
    { route: 'GET /api/webhooks', cells: administrators, call: ({ browser }: TestEnv) => browser.get('/api/webhooks') },
    addOne('', administrators, {}),
    ofWebhook('PATCH /api/webhooks/:id', { paused: true }),
    ofWebhook('DELETE /api/webhooks/:id'),
    takeOver('POST /api/webhooks/:id/take-over', createWebhook),
    ofWebhook('POST /api/webhooks/:id/secret'),
    ofWebhook('POST /api/webhooks/:id/test'),
    ofWebhook('GET /api/webhooks/:id/tries'),
  ].flatMap((one) => [one, asCoordinator(one)]),
  ...['id', 'secret', 'pausedAt', 'createdBy'].map((field) => addOne(`field ${field}`, '- - - - - ! -', { [field]: 'x' })),
  { ...ofWebhook('PATCH /api/webhooks/:id', { paused: true, url: 'https://example.org/' }, '- - - - - ! -'), about: 'field url' },
  { ...ofWebhook('POST /api/webhooks/:id/secret', { secret: 'x' }, '- - - - - ! -'), about: 'field secret' },
  { ...ofWebhook('POST /api/webhooks/:id/test', { url: 'https://example.org/' }, '- - - - - ! -'), about: 'field url' },
]

const SIGN_IN_CASES: readonly Case[] = [
  {
    route: 'GET /api/sign-in-settings',
    cells: administrators,
    call: ({ browser }: TestEnv) => browser.get('/api/sign-in-settings'),
  },
  // The server answers only ten of these requests per minute, and the matrix sends more.
  {
    route: 'POST /api/sign-in-settings/test',
    about: 'with an address',
    cells: '- - - - - ! -',
    call: ({ browser }: TestEnv) => browser.post('/api/sign-in-settings/test', { issuer: 'https://example.org' }),
  },
].flatMap((one) => [one, asCoordinator(one)])

export const KEY_CASES: readonly Case[] = [
  ...SIGN_IN_CASES,
  ...WEBHOOK_CASES,
  ...[list, make, takeOverKey, revoke].flatMap((one) => [one, asCoordinator(one)]),
  ...keyFields,
  ...byKey('GET /api/v1/status', 'read-status', ({ browser }, headers) => browser.call('GET', '/api/v1/status', {}, headers)),
  ...byKey('PUT /api/v1/status-updates/:id', 'post-status', ({ browser, networks }, headers) =>
    browser.call('PUT', `/api/v1/status-updates/${randomUUID()}`, { networks }, headers),
  ),
  ...byKey('GET /api/v1/actions', 'read-actions', ({ browser }, headers) => browser.call('GET', '/api/v1/actions', {}, headers)),
  ...byKey('GET /api/v1/actions/:id', 'read-actions', async ({ browser, createAction }, headers) =>
    browser.call('GET', `/api/v1/actions/${await createAction('Unresolved')}`, {}, headers),
  ),
]
