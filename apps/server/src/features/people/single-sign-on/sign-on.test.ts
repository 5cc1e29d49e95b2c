import { SIGN_ON_CALLBACK } from '@trailwarden/api'
import type { RegistrationMode } from '@trailwarden/domain'
import { as, type Browser, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { openSignOnProvider } from '@trailwarden/testkit/servers/sign-on-provider'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { displayNameFrom } from './sign-on.ts'

const APP = 'https://trails.example.org'
const JO = { email: 'jo@council.example', email_verified: true, name: 'Jo Berg' }

type Options = { registration?: RegistrationMode; environment?: Record<string, string> }

async function createCouncil({ registration = 'open', environment = {} }: Options = {}) {
  const provider = await openSignOnProvider([APP + SIGN_ON_CALLBACK])
  onTestFinished(() => provider.close())
  const server = await createTestServer({
    environment: { PUBLIC_URL: APP, ...provider.environment, ...environment },
    site: { signIn: { passkeyFromRole: null, registration } },
  })
  const begin = async (browser: Browser, next = '/') => (await browser.post('/api/account/sign-on', { next })).json().url as string
  const back = (url: string) => url.slice(APP.length)
  async function signOn(login: string | null, browser = createBrowser(server.app), next = '/') {
    const url = await provider.visit(await begin(browser, next), login)
    const reply = await browser.get(back(url))
    expect(reply.statusCode).toBe(303)
    return { browser, location: String(reply.headers.location), url }
  }
  const meOf = async (browser: Browser) => (await browser.get('/api/me')).json().person
  return { ...server, provider, begin, back, signOn, meOf, db: server.database.db }
}

const SIGNED_IN = '/login?next=%2F&signed=in'
const problem = (code: string) => `/login?problem=sign-on-${code}`

test('ACC-12 the first login creates an account; later logins find it by the provider’s ID, even with a new email address', async () => {
  const { provider, signOn, meOf, db } = await createCouncil()
  provider.people.set('jo', JO)
  const { browser, location } = await signOn('jo', undefined, '/actions?x=1')
  expect(location).toBe('/login?next=%2Factions%3Fx%3D1&signed=in')
  const me = await meOf(browser)
  expect(me).toMatchObject({ displayName: 'Jo Berg', email: JO.email, role: 1 })
  expect(browser.cookie).toMatch(/__Host-tw=/)
  expect(browser.cookie).not.toContain('sign-on')

  provider.people.set('jo', { ...JO, email: 'jo.married@council.example' })
  const later = await signOn('jo')
  expect(await meOf(later.browser)).toEqual(me)
  expect((await later.browser.post('/api/account/logout')).statusCode).toBe(204)
  expect(await meOf(later.browser)).toBeNull()
  const events = await db.selectFrom('auditLog').select(['event', 'details']).orderBy('id').execute()
  expect(events).toEqual([
    { event: 'registered', details: { by: 'single sign-on' } },
    { event: 'signed-in', details: { by: 'single sign-on' } },
    { event: 'signed-in', details: { by: 'single sign-on' } },
    { event: 'signed-out', details: {} },
  ])
})

test('ACC-12 refuses responses that were already used, started in another browser, are too old or don’t match the request', async () => {
  const { app, provider, begin, back, signOn, meOf, db } = await createCouncil()
  provider.people.set('jo', JO)
  const failed = async (browser: Browser, path: string) => {
    const reply = await browser.get(path)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, problem('failed')])
    expect(await meOf(browser)).toBeNull()
  }
  const used = await signOn('jo')
  await used.browser.post('/api/account/logout')
  await failed(used.browser, back(used.url))
  // Simulates a link with someone else's attempt: this browser has no token, or a different one.
  const theirs = back(await provider.visit(await begin(createBrowser(app)), 'jo'))
  await failed(createBrowser(app), theirs)
  const mine = createBrowser(app)
  await begin(mine)
  await failed(mine, theirs)

  for (const change of [{ state: 'another' }, { nonce: 'another' }, { verifier: 'a'.repeat(43) }, { expiresAt: new Date(0) }]) {
    const browser = createBrowser(app)
    const url = back(await provider.visit(await begin(browser), 'jo'))
    await db.updateTable('oidcAttempts').set(change).execute()
    await failed(browser, url)
  }
  const browser = createBrowser(app)
  await begin(browser)
  await failed(browser, `${SIGN_ON_CALLBACK}?code=guess`)
  await failed(createBrowser(app), SIGN_ON_CALLBACK)
  expect((await signOn(null)).location).toBe(problem('cancelled'))
})

test('ACC-12 only a verified address in the council’s domain can be used to log in or create an account', async () => {
  const { provider, signOn, db } = await createCouncil()
  const owner = await createPerson(db, { email: JO.email })
  const attempts = [
    { ...JO, email_verified: false },
    { email: JO.email, name: 'Jo' },
    { ...JO, email: 'jo@elsewhere.example' },
    { ...JO, email: 'jo@council.example.evil.example' },
    { email_verified: true, name: 'Jo' },
  ]
  for (const [i, claims] of attempts.entries()) {
    provider.people.set(`jo${i}`, claims)
    expect((await signOn(`jo${i}`)).location, JSON.stringify(claims)).toBe(problem('email'))
  }
  expect(await db.selectFrom('oidcIdentities').selectAll().execute()).toEqual([])
  expect((await db.selectFrom('people').select('id').execute()).map(({ id }) => id)).toEqual([owner.id])
  // Entra ID uses xms_edov for verified addresses.
  provider.people.set('entra', { email: 'new@council.example', xms_edov: true, name: 'New' })
  expect((await signOn('entra')).location).toBe(SIGNED_IN)
})

test('ACC-12 links an existing account with the same address once, and removes the login of anyone who registered that address first', async () => {
  const { app, provider, signOn, meOf, db } = await createCouncil()
  provider.people.set('jo', JO)
  const squatter = await as(app, db, { email: JO.email })
  expect((await signOn('jo')).location).toBe(SIGNED_IN)
  expect(await meOf(squatter.browser)).toBeNull()
  expect((await createBrowser(app).post('/api/account/login', { email: JO.email, password: PASSWORD })).statusCode).toBe(401)
  expect(
    await db.selectFrom('emails').select('kind').where('personId', '=', squatter.person.id).where('kind', '=', 'sign-on-linked').execute(),
  ).toHaveLength(1)

  // An existing user who has used a link sent to this address keeps their password.
  const ann = await createPerson(db, { email: 'ann@council.example' })
  await db
    .insertInto('auditLog')
    .values({ at: new Date(), event: 'password-set', actorId: ann.id, subjectId: ann.id, details: {} })
    .execute()
  provider.people.set('ann', { ...JO, email: ann.email })
  expect(await meOf((await signOn('ann')).browser)).toMatchObject({ id: ann.id })
  expect((await createBrowser(app).post('/api/account/login', { email: ann.email, password: PASSWORD })).statusCode).toBe(200)

  // If the council later gives the address to another person, that person doesn't get this account.
  provider.people.set('another ann', { ...JO, email: ann.email })
  expect((await signOn('another ann')).location).toBe(problem('refused'))
  await db.updateTable('people').set({ disabled: true }).where('id', '=', ann.id).execute()
  expect((await signOn('ann')).location).toBe(problem('refused'))
})

test('ACC-12 USR-06 a login accepts a pending invitation if it’s still valid', async () => {
  const { app, provider, signOn, meOf, db } = await createCouncil({ registration: 'invited' })
  const { browser } = await as(app, db, { role: 3 })
  provider.people.set('jo', JO)
  expect((await signOn('jo')).location).toBe(problem('no-account'))
  const { user } = (await browser.post('/api/users', { displayName: 'Jo', email: JO.email, role: 2 })).json()
  await db
    .updateTable('invitations')
    .set({ sentAt: new Date(0), expiresAt: new Date(1) })
    .execute()
  expect((await signOn('jo')).location).toBe(problem('refused'))
  await browser.post(`/api/users/${user.id}/invitation`)
  expect(await meOf((await signOn('jo')).browser)).toMatchObject({ id: user.id, role: 2 })
  expect(await db.selectFrom('invitations').selectAll().execute()).toEqual([])
  const { people } = (await browser.get('/api/user-access')).json()
  expect(people.find(({ id }: { id: string }) => id === user.id).signsInWith).toEqual(['Single sign-on'])
})

test('ACC-11 ACC-12 if managers approve accounts, a new user’s login creates a request unless their group has a role', async () => {
  const { app, provider, signOn, meOf, db } = await createCouncil({ registration: 'confirmed' })
  const { browser } = await as(app, db, { role: 2 })
  provider.people.set('jo', JO)
  expect((await signOn('jo')).location).toBe(problem('waiting'))
  const { requests } = (await browser.get('/api/user-access')).json()
  expect(requests).toMatchObject([{ displayName: 'Jo Berg', email: JO.email }])
  await browser.post(`/api/account-requests/${requests[0].id}/confirm`)
  expect((await signOn('jo')).location).toBe(SIGNED_IN)
  provider.people.set('crew', { ...JO, email: 'crew@council.example', groups: ['trail-crew'] })
  expect(await meOf((await signOn('crew')).browser)).toMatchObject({ role: 2 })
})

test('PE20 the role follows the groups at each login, but a role set by a manager is kept if the provider sends no groups', async () => {
  const { app, provider, signOn, meOf, db } = await createCouncil()
  await as(app, db, { role: 4 })
  const roleWith = async (groups: string[] | undefined) => {
    provider.people.set('jo', { ...JO, ...(groups && { groups }) })
    return (await meOf((await signOn('jo')).browser)).role
  }
  expect(await roleWith(['staff'])).toBe(1)
  expect(await roleWith(['staff', 'trail-crew'])).toBe(2)
  expect(await roleWith(['trail-crew', 'trail-admins'])).toBe(4)
  expect(await roleWith([])).toBe(1)
  await db.updateTable('people').set({ role: 3 }).where('email', '=', JO.email).execute()
  expect(await roleWith(undefined)).toBe(3)
  expect(await roleWith(['trail-crew'])).toBe(2)
  const log = await db.selectFrom('auditLog').select('details').where('event', '=', 'role-changed').orderBy('id').execute()
  expect(log.map(({ details }) => details)).toEqual([
    { from: 1, to: 2, by: 'groups' },
    { from: 2, to: 4, by: 'groups' },
    { from: 4, to: 1, by: 'groups' },
    { from: 3, to: 2, by: 'groups' },
  ])
})

test('PE21 groups can’t demote the last manager, or the last administrator who can log in without single sign-on', async () => {
  const { provider, signOn, meOf, db } = await createCouncil()
  const admin = await createPerson(db, { email: JO.email, role: 4 })
  await db
    .insertInto('auditLog')
    .values({ at: new Date(), event: 'password-set', actorId: admin.id, subjectId: admin.id, details: {} })
    .execute()
  provider.people.set('jo', { ...JO, groups: ['trail-crew'] })
  expect((await meOf((await signOn('jo')).browser)).role).toBe(4)
  await createPerson(db, { role: 4 })
  expect((await meOf((await signOn('jo')).browser)).role).toBe(2)
  await db.deleteFrom('people').where('id', '<>', admin.id).execute()
  provider.people.set('jo', { ...JO, groups: [] })
  expect((await meOf((await signOn('jo')).browser)).role).toBe(2)
})

test('PE21 an administrator whose role comes from a group can’t remove, demote or disable the last one with a password, or replace them', async () => {
  const { provider, signOn, db } = await createCouncil()
  const local = await createPerson(db, { role: 4, email: 'local@council.example' })
  provider.people.set('boss', { ...JO, email: 'boss@council.example', groups: ['trail-admins'] })
  const { browser } = await signOn('boss')
  const refusals = [
    await browser.patch(`/api/users/${local.id}`, { role: 1 }),
    await browser.patch(`/api/users/${local.id}`, { disabled: true }),
    await browser.remove(`/api/users/${local.id}`),
  ]
  expect(refusals.map((reply) => [reply.statusCode, reply.json().code])).toEqual(Array(3).fill([409, 'last-way-in']))
  provider.people.set('local', { ...JO, email: local.email })
  expect((await signOn('local')).location).toBe(problem('refused'))
  await createPerson(db, { role: 4 })
  expect((await browser.remove(`/api/users/${local.id}`)).statusCode).toBe(204)
})

test('ACC-12 while the provider is down everyone else can log in, and single sign-on works again after the outage', async () => {
  const { app, provider, signOn, db } = await createCouncil()
  provider.people.set('jo', JO)
  const member = await createPerson(db)
  const port = Number(new URL(provider.environment.OIDC_ISSUER ?? '').port)
  await provider.close()
  const visitor = createBrowser(app)
  const reply = await visitor.post('/api/account/sign-on', { next: '/' })
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
  expect((await visitor.post('/api/account/login', { email: member.email, password: PASSWORD })).statusCode).toBe(200)
  const again = await openSignOnProvider([APP + SIGN_ON_CALLBACK], port)
  onTestFinished(() => again.close())
  again.people.set('jo', JO)
  provider.visit = again.visit
  expect((await signOn('jo')).location).toBe(SIGNED_IN)
})

test('ACC-12 PE15 single sign-on starts only from the app’s own pages, returns only to the app’s own paths, and is rate limited', async () => {
  const { app } = await createCouncil({ environment: { PASSKEY_TRIES_PER_ADDRESS: '3' } })
  const browser = createBrowser(app)
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil']) {
    expect((await browser.post('/api/account/sign-on', { next })).statusCode, next).toBe(422)
  }
  const crossSite = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
  expect((await browser.call('POST', '/api/account/sign-on', {}, crossSite)).statusCode).toBe(403)
  const codes: number[] = []
  for (let i = 0; i < 4; i++) codes.push((await browser.post('/api/account/sign-on', {})).statusCode)
  expect(codes).toEqual([200, 200, 200, 429])
})

test('ACC-12 without a provider there is no route or button; with a provider, the pages show its name', async () => {
  const { app } = await createTestServer()
  expect((await createBrowser(app).post('/api/account/sign-on', {})).statusCode).toBe(404)
  const siteOf = async (server: typeof app) => (await server.inject('/api/public/page-data')).json().site
  expect((await siteOf(app)).signIn.singleSignOn).toBeUndefined()
  expect((await siteOf((await createCouncil()).app)).signIn.singleSignOn).toBe('Council sign-in')
})

test('ACC-12 the server refuses to start with missing or unsafe settings, and names them', async () => {
  const given = { OIDC_ISSUER: 'https://id.council.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y', OIDC_EMAIL_DOMAINS: '*' }
  await createTestServer({ environment: given })
  const fails = (changes: Record<string, string>, without: string[] = []) => {
    const environment = Object.fromEntries(Object.entries({ ...given, ...changes }).filter(([name]) => !without.includes(name)))
    return createTestServer({ environment }).then(
      () => 'it started',
      (error: Error) => error.message,
    )
  }
  expect(await fails({}, ['OIDC_EMAIL_DOMAINS'])).toContain('OIDC_EMAIL_DOMAINS')
  expect(await fails({}, ['OIDC_CLIENT_SECRET'])).toContain('OIDC_CLIENT_SECRET')
  expect(await fails({ OIDC_ISSUER: 'http://id.council.example' })).toContain('OIDC_ISSUER')
  expect(await fails({ OIDC_ROLES: 'crew=5' })).toContain('OIDC_ROLES')
})

test('PE3 adapts names from the provider to the rules for names', () => {
  expect(displayNameFrom(['Jo Berg'])).toBe('Jo Berg')
  expect(displayNameFrom(['Bartholomewson Longlastnameofthenorthland'])).toBe('Bartholomews Longlastnameofthenor')
  expect(displayNameFrom(['Dr. Jo (Parks)'])).toBe('Dr Jo Parks')
  expect(displayNameFrom(['<b>', 'jo.berg@council.example'])).toBe('b')
  expect(displayNameFrom(['!!!', '123@x.example'])).toBe('New member')
})
