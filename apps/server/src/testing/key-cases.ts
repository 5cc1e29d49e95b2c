/** Permission cases of keys and of what they open: see permission-cases.ts for what the columns are. */
import { randomUUID } from 'node:crypto'
import { ADMINISTRATOR, COORDINATOR, KEY_SCOPES, type KeyScope } from '@trailwarden/domain'
import { makeKey } from '../features/keys/key-store.ts'
import { addWebhook } from '../features/webhooks/webhook-store.ts'
import { administrators, type Case, everyone, type TestEnv } from './permission-case.ts'

/** The same call by a coordinator, whom the columns leave out: one role less than the row asks for. */
export const asCoordinator = (one: Case): Case => ({
  ...one,
  about: `${one.about ?? ''} as a coordinator`,
  cells: '- - - - - - -',
  call: async (env) => {
    const { person } = (await env.browser.get('/api/me')).json()
    if (person) await env.db.updateTable('people').set({ role: COORDINATOR }).where('id', '=', person.id).execute()
    return one.call(env)
  },
})

const MAKER = { id: randomUUID(), name: 'x', role: ADMINISTRATOR }

async function aKey({ db }: TestEnv, scopes: readonly KeyScope[]) {
  // The table has room for 50, and a matrix makes more.
  await db.deleteFrom('apiKeys').execute()
  const made = await makeKey(db, MAKER, { name: 'GIS', scopes: [...scopes], days: 1 }, new Date())
  if (!made.ok) throw new Error(made.refusal.detail)
  return made.record
}

const make: Case = {
  route: 'POST /api/keys',
  cells: administrators,
  call: async ({ browser, db }) => {
    await db.deleteFrom('apiKeys').execute()
    return browser.post('/api/keys', { name: 'GIS', scopes: ['read-status'], days: 30 })
  },
}

const revoke: Case = {
  route: 'DELETE /api/keys/:id',
  cells: administrators,
  call: async (env) => env.browser.remove(`/api/keys/${(await aKey(env, ['read-status'])).key.id}`),
}

const list: Case = { route: 'GET /api/keys', cells: administrators, call: ({ browser }) => browser.get('/api/keys') }

const keyFields = ['id', 'secret', 'tokenHash', 'expiresAt', 'createdBy'].map(
  (field): Case => ({
    ...make,
    about: `field ${field}`,
    cells: '- - - - - ! -',
    call: ({ browser }) => browser.post('/api/keys', { name: 'GIS', scopes: ['read-status'], days: 30, [field]: 'x' }),
  }),
)

/** By a session alone, by a key that is good for it, and by one that is good for everything else. */
function byKey(
  route: string,
  scope: KeyScope,
  send: (env: TestEnv, headers: Record<string, string>) => Promise<{ statusCode: number }>,
): Case[] {
  const json = { 'content-type': 'application/json' }
  const withKey = async (env: TestEnv, scopes: readonly KeyScope[]) =>
    send(env, { ...json, authorization: `Bearer ${(await aKey(env, scopes)).secret}` })
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

/** To an address where nobody listens. */
async function aWebhook({ db }: TestEnv): Promise<string> {
  await db.deleteFrom('webhooks').execute()
  const input = { name: 'Works', url: 'http://127.0.0.1:9/', events: ['action' as const] }
  const made = await addWebhook(db, MAKER, input, true, new Date())
  if (!made.ok) throw new Error(made.refusal.detail)
  return made.record.webhook.id
}

const A_WEBHOOK = { name: 'Works', url: 'https://example.org/', events: ['action'] }

const addOne = (about: string, cells: string, extra: object): Case => ({
  route: 'POST /api/webhooks',
  about,
  cells,
  call: async ({ browser, db }) => {
    await db.deleteFrom('webhooks').execute()
    return browser.post('/api/webhooks', { ...A_WEBHOOK, ...extra })
  },
})

const ofWebhook = (route: string, body: Record<string, unknown> = {}, cells = administrators): Case => ({
  route,
  cells,
  call: async (env) => {
    const [method = '', path = ''] = route.split(' ')
    return env.browser.call(method as 'GET', path.replace(':id', await aWebhook(env)), body)
  },
})

const WEBHOOK_CASES: readonly Case[] = [
  ...[
    { route: 'GET /api/webhooks', cells: administrators, call: ({ browser }: TestEnv) => browser.get('/api/webhooks') },
    addOne('', administrators, {}),
    ofWebhook('PATCH /api/webhooks/:id', { paused: true }),
    ofWebhook('DELETE /api/webhooks/:id'),
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
  // Ten in a minute are answered, and a matrix asks more often.
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
  ...[list, make, revoke].flatMap((one) => [one, asCoordinator(one)]),
  ...keyFields,
  ...byKey('GET /api/v1/status', 'read-status', ({ browser }, headers) => browser.call('GET', '/api/v1/status', {}, headers)),
  ...byKey('PUT /api/v1/status-updates/:id', 'post-status', ({ browser, networks }, headers) =>
    browser.call('PUT', `/api/v1/status-updates/${randomUUID()}`, { networks }, headers),
  ),
  ...byKey('GET /api/v1/actions', 'read-actions', ({ browser }, headers) => browser.call('GET', '/api/v1/actions', {}, headers)),
  ...byKey('GET /api/v1/actions/:id', 'read-actions', async ({ browser, anAction }, headers) =>
    browser.call('GET', `/api/v1/actions/${await anAction('Unresolved')}`, {}, headers),
  ),
]
