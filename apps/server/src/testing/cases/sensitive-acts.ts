/**
 * Each event of the audit log has an act here that performs it through the API or a command, and returns who the log must name. An event
 * without an act fails the type check and the test.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SIGN_ON_CALLBACK } from '@trailwarden/api'
import { type AuditEvent, SETTINGS_ID } from '@trailwarden/domain'
import { as, type Browser, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { openSignOnProvider } from '@trailwarden/testkit/servers/sign-on-provider'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { Db } from '../../db/database.ts'
import { doubtAddress } from '../../features/people/accounts/doubtful-addresses.ts'
import { makeLink } from '../../features/people/accounts/links.ts'
import { makeRecoveryCodes } from '../../features/people/accounts/recovery-codes.ts'
import { makeTakeBackLink } from '../../features/people/accounts/take-back.ts'
import { hashToken } from '../../http/security/token.ts'
import { createBriefLink } from '../brief-links.ts'
import { createTestDevice, REPORT } from '../devices.ts'
import { createReporter } from '../reporters.ts'
import { createPasskey, createSoftPasskey } from '../soft-passkey.ts'
import { createTestDatabase, createTestServer } from '../test-server.ts'

const APP = 'https://trails.example.org'
const HOUR_MS = 3_600_000

/** `db` is set if the act writes to the log of another database. */
export type Logged = { actor: string | null; subject: string | null; db?: Db }
type Stage = Awaited<ReturnType<typeof setStage>>
type Device = Awaited<ReturnType<typeof createTestDevice>>

/** All acts run on the same server, on behalf of different people. */
export async function setStage() {
  const provider = await openSignOnProvider([APP + SIGN_ON_CALLBACK])
  onTestFinished(() => provider.close())
  const environment = { PUBLIC_URL: APP, ...provider.environment }
  const server = await createTestServer({ environment, site: { signIn: { passkeyFromRole: null, registration: 'open' } } })
  const { app, database, config } = server
  const { db } = database
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (program: 'admin' | 'ops', args: readonly string[], url = database.url) =>
    execFileSync(process.execPath, [resolve(import.meta.dirname, `../../${program}.ts`), ...args], {
      env: { ...process.env, DATABASE_URL: url, PHOTOS_DIR: config.PHOTOS_DIR, NODE_ENV: 'test', DEV_MAIL: 'true' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const boss = await as(app, db, { role: 4 })
  let visitors = 0
  return {
    ...server,
    db,
    boss,
    folder,
    run,
    provider,
    member: () => as(app, db),
    manager: () => createTestDevice(app, db, { role: 2 }),
    /** The number of attempts is limited for each address. */
    visitor: () => createBrowser(app, { address: `198.51.100.${++visitors}` }),
  }
}

async function expectOk(reply: Promise<{ statusCode: number; body: string; json(): unknown }>) {
  const { statusCode, body } = await reply
  if (statusCode >= 400) throw new Error(`The act was refused with ${statusCode}: ${body}`)
  // Callers know the shape of the response to their own request.
  return (body === '' ? null : JSON.parse(body)) as never
}

/** A command of the device, which must be accepted. */
async function apply(device: Device, ...command: Parameters<Device['do']>): Promise<void> {
  const { outcome, refusal } = await device.do(...command)
  if (outcome !== 'applied') throw new Error(`The act was refused with ${outcome}: ${refusal?.detail}`)
}

const own = (id: string): Logged => ({ actor: id, subject: id })

/** The member does something with their own account. */
const byMember =
  (act: (browser: Browser, person: { id: string; email: string; sessionId: string }, stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<Logged> => {
    const { browser, person } = await stage.member()
    await act(browser, person, stage)
    return own(person.id)
  }

/** The administrator does something with another person's account. */
const onMember =
  (act: (browser: Browser, person: { id: string; email: string }, stage: Stage) => Promise<unknown>, changes: { role?: number } = {}) =>
  async (stage: Stage): Promise<Logged> => {
    const person = await createPerson(stage.db, changes)
    await act(stage.boss.browser, person, stage)
    return { actor: stage.boss.person.id, subject: person.id }
  }

const login = (browser: Browser, email: string, more = {}) => browser.post('/api/account/login', { email, password: PASSWORD, ...more })

async function linkOf(
  { db }: Stage,
  personId: string,
  purpose: { purpose: 'set-password' } | { purpose: 'confirm-email'; newEmail: string },
) {
  return db.transaction().execute((tx) => makeLink(tx, personId, purpose, HOUR_MS, new Date()))
}

async function addPasskey(browser: Browser, db: Db, personId: string): Promise<void> {
  await db.updateTable('sessions').set({ hasTwoFactors: true }).where('personId', '=', personId).execute()
  const { challengeId, options }: { challengeId: string; options: { challenge: string } } = await expectOk(
    browser.post('/api/me/passkeys/options', { password: PASSWORD }),
  )
  await expectOk(browser.post('/api/me/passkeys', { challengeId, answer: createSoftPasskey().registration(options.challenge) }))
}

const invite = async ({ boss }: Stage): Promise<string> => {
  const email = `${randomUUID()}@example.org`
  const { user }: { user: { id: string } } = await expectOk(boss.browser.post('/api/users', { displayName: 'Jo', email }))
  return user.id
}

/** Signs in through the council's provider, as a person with this email address. */
async function signOn({ provider, visitor }: Stage, email: string): Promise<void> {
  const browser = visitor()
  provider.people.set(email, { email, email_verified: true, name: 'Jo' })
  const { url }: { url: string } = await expectOk(browser.post('/api/account/sign-on', { next: '/' }))
  await expectOk(browser.get((await provider.visit(url, email)).slice(APP.length)))
}

/** A site where managers confirm accounts. It has the same database. */
const createSiteWithRequests = ({ database }: Stage) =>
  createTestServer({ database, site: { signIn: { passkeyFromRole: null, registration: 'confirmed' } } })

async function requestAccount(stage: Stage): Promise<void> {
  const { app } = await createSiteWithRequests(stage)
  await expectOk(createBrowser(app).post('/api/account/request', { displayName: 'Jo', email: `${randomUUID()}@example.org` }))
}

async function addPhoto(stage: Stage) {
  const device = await stage.manager()
  const [photoId, actionId] = [randomUUID(), randomUUID()]
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } }).jpeg()
  await device.browser.putPhoto(photoId, await picture.toBuffer())
  await apply(device, 'action', actionId, { ...REPORT, photoId })
  return { device, photoId, actionId }
}

const PROOF = { proof: { password: PASSWORD } }

async function createKey({ boss }: Stage): Promise<{ id: string; secret: string }> {
  const input = { name: 'GIS', scopes: ['read-status'], days: 30, ...PROOF }
  const { key, secret }: { key: { id: string }; secret: string } = await expectOk(boss.browser.post('/api/keys', input))
  return { id: key.id, secret }
}

async function createWebhook({ boss }: Stage): Promise<string> {
  const input = { name: 'Sign', url: 'https://sign.example.org/x', events: ['action'], ...PROOF }
  const { webhook }: { webhook: { id: string } } = await expectOk(boss.browser.post('/api/webhooks', input))
  return webhook.id
}

const onWebhook =
  (...acts: ((browser: Browser, path: string) => ReturnType<Browser['get']>)[]) =>
  async (stage: Stage): Promise<Logged> => {
    const id = await createWebhook(stage)
    for (const act of acts) await expectOk(act(stage.boss.browser, `/api/webhooks/${id}`))
    return { actor: stage.boss.person.id, subject: id }
  }

async function openBrief({ db, boss, visitor }: Stage, ageMs: number): Promise<Logged> {
  const token = await createBriefLink(db, boss.person.id, { lifetimeMs: HOUR_MS, madeAt: new Date(Date.now() - ageMs) })
  await visitor().post('/api/brief-links/open', { token })
  return { actor: null, subject: await briefOf(db, token) }
}

const briefOf = async (db: Db, token: string): Promise<string> =>
  (await db.selectFrom('briefLinks').select('id').where('tokenHash', '=', hashToken(token)).executeTakeFirstOrThrow()).id

async function mute(stage: Stage, ...values: boolean[]): Promise<Logged> {
  const [device, { recordId }] = [await stage.manager(), await createReporter(stage.visitor()).report()]
  const { rows } = await stage.database.pool.query<{ id: string }>('select created_by as id from reports where id = $1', [recordId])
  const subject = rows[0]?.id ?? ''
  for (const [i, muted] of values.entries()) await apply(device, 'reporter', subject, { muted }, { baseVersion: i === 0 ? null : i })
  return { actor: device.person.id, subject }
}

const propose =
  (patch: Record<string, unknown> | null, byOther = true) =>
  async (stage: Stage): Promise<Logged> => {
    const [author, other] = [await stage.manager(), await stage.manager()]
    const id = randomUUID()
    const networks = Object.fromEntries(stage.site.networks.map((network) => [network.id, { status: 'Closed', message: '' }]))
    await apply(author, 'trail-update', randomUUID(), { networks })
    await apply(author, 'status-proposal', id, { networks, trails: {}, closures: [] })
    if (!patch) return { actor: author.person.id, subject: null }
    await apply(byOther ? other : author, 'status-proposal', id, patch, { baseVersion: 1 })
    return byOther ? { actor: other.person.id, subject: author.person.id } : { actor: author.person.id, subject: null }
  }

let posts = 0
const enterPost =
  (answer: ((entry: object) => Record<string, unknown>) | null) =>
  async (stage: Stage): Promise<Logged> => {
    const [author, other] = [await stage.manager(), await stage.manager()]
    const id = randomUUID()
    const [code, place] = [`ZP${++posts}`, { latitude: -41.1761, longitude: 148.0941 }]
    await apply(author, 'point', id, { category: 'Emergency Marker', code, place: { ...place, accuracyM: null } })
    if (!answer) return { actor: author.person.id, subject: null }
    await apply(other, 'point', id, answer({ code, place, isGone: false }), { baseVersion: 1 })
    return { actor: other.person.id, subject: author.person.id }
  }

function exportAll({ folder, run }: Stage): string {
  const whole = join(folder, 'export')
  if (!existsSync(whole)) run('ops', ['export', whole])
  return whole
}

const byCommand = (db?: Db): Logged => ({ actor: null, subject: null, ...(db && { db }) })

export const SENSITIVE_ACTS: Readonly<Record<AuditEvent, (stage: Stage) => Promise<Logged>>> = {
  'signed-in': byMember((_browser, { email }, { visitor }) => expectOk(login(visitor(), email))),
  async 'sign-in-refused'({ visitor, member }) {
    const { person } = await member()
    await login(visitor(), person.email, { password: 'wrong' })
    return { actor: null, subject: person.id }
  },
  'signed-out': byMember((browser) => expectOk(browser.post('/api/account/logout'))),
  'sessions-ended': byMember((browser) => expectOk(browser.remove('/api/me/sessions'))),
  async registered({ db, visitor }) {
    const email = `${randomUUID()}@example.org`
    await expectOk(visitor().post('/api/account/register', { displayName: 'Jo', email, password: 'loose gravel here' }))
    return own((await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id)
  },
  'password-set': byMember(async (_browser, { id }, stage) => {
    const token = await linkOf(stage, id, { purpose: 'set-password' })
    await expectOk(stage.visitor().post('/api/account/set-password', { token, password: 'loose gravel here' }))
  }),
  async 'password-reset-requested'({ visitor, member }) {
    const { person } = await member()
    await expectOk(visitor().post('/api/account/reset-password', { email: person.email }))
    return { actor: null, subject: person.id }
  },
  'password-changed': byMember((browser) =>
    expectOk(browser.post('/api/account/change-password', { current: PASSWORD, password: 'loose gravel here' })),
  ),
  'email-change-requested': byMember((browser, { email }) =>
    expectOk(browser.post('/api/account/change-email', { email: `new.${email}`, password: PASSWORD })),
  ),
  'email-changed': byMember(async (_browser, { id, email }, stage) => {
    const token = await linkOf(stage, id, { purpose: 'confirm-email', newEmail: `new.${email}` })
    await expectOk(stage.visitor().post('/api/account/confirm-email', { token }))
  }),
  'name-changed': byMember((browser) => expectOk(browser.post('/api/account/change-name', { displayName: 'Ann' }))),
  'phone-changed': onMember((browser, { id }) => expectOk(browser.patch(`/api/users/${id}`, { phone: '0400 000 000' }))),
  'passkey-added': byMember((browser, { id }, { db }) => addPasskey(browser, db, id)),
  'passkey-link-sent': byMember((browser) => expectOk(browser.post('/api/me/passkeys/link', { password: PASSWORD }))),
  'passkey-removed': byMember(async (browser, { id }, { db }) => {
    const passkey = await createPasskey(db, id)
    await expectOk(browser.post(`/api/me/passkeys/${passkey.id}/remove`, { password: PASSWORD }))
  }),
  'account-taken-back': byMember(async (_browser, { id, email }, { db, visitor }) => {
    const token = await db.transaction().execute((tx) => makeTakeBackLink(tx, id, email, new Date()))
    await expectOk(visitor().post('/api/account/set-password', { token, password: 'loose gravel here' }))
  }),
  'recovery-codes-made': byMember(async (browser, { id }, { db }) => {
    await createPasskey(db, id)
    await expectOk(browser.post('/api/me/recovery-codes', { password: PASSWORD }))
  }),
  'recovery-code-used': byMember(async (_browser, { id, email }, { db, visitor }) => {
    await createPasskey(db, id)
    const [recoveryCode] = await db.transaction().execute((tx) => makeRecoveryCodes(tx, id, new Date()))
    await expectOk(login(visitor(), email, { recoveryCode }))
  }),
  async 'sign-on-linked'(stage) {
    const { id, email } = await createPerson(stage.db, { email: `${randomUUID()}@council.example` })
    await signOn(stage, email)
    return own(id)
  },
  'second-factor-reset-requested': onMember((browser, { id }) => expectOk(browser.post(`/api/users/${id}/second-factor-reset`, PROOF)), {
    role: 4,
  }),
  'second-factor-reset-withdrawn': onMember(
    async (browser, { id }) => {
      await expectOk(browser.post(`/api/users/${id}/second-factor-reset`, PROOF))
      await expectOk(browser.remove(`/api/users/${id}/second-factor-reset`))
    },
    { role: 4 },
  ),
  'second-factor-reset': onMember((browser, { id }) => expectOk(browser.post(`/api/users/${id}/second-factor-reset`, PROOF))),
  'address-confirmed': onMember(async (browser, { id, email }, { db }) => {
    await doubtAddress(db, id)
    await expectOk(browser.post(`/api/users/${id}/address`, { email: `new.${email}`, ...PROOF }))
  }),
  async 'user-created'(stage) {
    return { actor: stage.boss.person.id, subject: await invite(stage) }
  },
  async 'account-requested'(stage) {
    await requestAccount(stage)
    return { actor: null, subject: null }
  },
  async 'account-request-declined'(stage) {
    await requestAccount(stage)
    const { id } = await stage.db.selectFrom('accountRequests').select('id').limit(1).executeTakeFirstOrThrow()
    await expectOk(stage.boss.browser.remove(`/api/account-requests/${id}`))
    return { actor: stage.boss.person.id, subject: null }
  },
  async 'brought-over'({ db, folder, run }) {
    const email = `${randomUUID()}@example.org`
    const file = join(folder, 'old.json')
    writeFileSync(
      file,
      JSON.stringify({ hazards: {}, users: { jo: { displayName: 'Jo', email, role: 1, created_at: 1_500_000_000_000 } } }),
    )
    run('ops', ['import-legacy', file, '--report', join(folder, 'report.json')])
    const { id } = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return { actor: null, subject: id }
  },
  async invited(stage) {
    const id = await invite(stage)
    await expectOk(stage.boss.browser.post(`/api/users/${id}/invitation`))
    return { actor: stage.boss.person.id, subject: id }
  },
  'role-changed': onMember((browser, { id }) => expectOk(browser.patch(`/api/users/${id}`, { role: 2 }))),
  disabled: onMember((browser, { id }) => expectOk(browser.patch(`/api/users/${id}`, { disabled: true }))),
  enabled: onMember(async (browser, { id }) => {
    for (const disabled of [true, false]) await expectOk(browser.patch(`/api/users/${id}`, { disabled }))
  }),
  'account-deleted': onMember((browser, { id }) => expectOk(browser.remove(`/api/users/${id}`))),
  async exported(stage) {
    exportAll(stage)
    return byCommand()
  },
  async 'audit-log-read'({ app, db }) {
    const { person, browser } = await as(app, db, { role: 4 })
    await expectOk(browser.get('/api/audit-log'))
    return { actor: person.id, subject: null }
  },
  async 'settings-changed'(stage) {
    const device = await stage.manager()
    await device.fetch()
    const { version } = device.mirror.get(`settings ${SETTINGS_ID}`) as { version: number }
    await apply(device, 'settings', SETTINGS_ID, { reviewerId: device.person.id }, { baseVersion: version })
    return { actor: device.person.id, subject: null }
  },
  async 'photo-blurred'(stage) {
    const { device, photoId, actionId } = await addPhoto(stage)
    const boxes = [{ x: 0.1, y: 0.1, width: 0.3, height: 0.3 }]
    await apply(device, 'action', actionId, { blurPhotos: [{ id: photoId, boxes }] }, { baseVersion: 1 })
    return { actor: device.person.id, subject: photoId }
  },
  async 'photo-original-opened'(stage) {
    const { device, photoId, actionId } = await addPhoto(stage)
    const boxes = [{ x: 0.1, y: 0.1, width: 0.3, height: 0.3 }]
    await apply(device, 'action', actionId, { blurPhotos: [{ id: photoId, boxes }] }, { baseVersion: 1 })
    expectPhoto(await device.browser.get(`/api/photos/${photoId}?size=original`))
    return { actor: device.person.id, subject: photoId }
  },
  async 'report-contact-deleted'({ visitor }) {
    const { code, recordId } = await createReporter(visitor()).report({ contact: 'jo@example.org' })
    await expectOk(visitor().post('/api/report-links/forget-contact', { code }))
    return { actor: null, subject: recordId }
  },
  async restored({ run }) {
    const target = await createTestDatabase()
    run('admin', ['new-epoch'], target.url)
    return byCommand(target.db)
  },
  async imported(stage) {
    const target = await createTestDatabase()
    stage.run('ops', ['import', exportAll(stage)], target.url)
    return byCommand(target.db)
  },
  async 'brief-link-made'({ db, boss }) {
    const { token }: { token: string } = await expectOk(boss.browser.post('/api/brief-links', { code: 'BF17', hours: 4 }))
    return { actor: boss.person.id, subject: await briefOf(db, token) }
  },
  'brief-link-opened': (stage) => openBrief(stage, 0),
  'brief-link-refused': (stage) => openBrief(stage, 2 * HOUR_MS),
  async 'key-made'(stage) {
    return { actor: stage.boss.person.id, subject: (await createKey(stage)).id }
  },
  async 'key-taken-over'(stage) {
    const { id } = await createKey(stage)
    await expectOk(stage.boss.browser.post(`/api/keys/${id}/take-over`, PROOF))
    return { actor: stage.boss.person.id, subject: id }
  },
  async 'key-revoked'(stage) {
    const { id } = await createKey(stage)
    await expectOk(stage.boss.browser.remove(`/api/keys/${id}`))
    return { actor: stage.boss.person.id, subject: id }
  },
  async 'key-used'(stage) {
    const { id, secret } = await createKey(stage)
    await expectOk(stage.visitor().call('GET', '/api/v1/status', {}, { authorization: `Bearer ${secret}` }))
    return { actor: null, subject: id }
  },
  'webhook-added': onWebhook(),
  'webhook-taken-over': onWebhook((browser, path) => browser.post(`${path}/take-over`, PROOF)),
  'webhook-secret-made': onWebhook((browser, path) => browser.post(`${path}/secret`)),
  'webhook-paused': onWebhook((browser, path) => browser.patch(path, { paused: true })),
  'webhook-resumed': onWebhook(
    (browser, path) => browser.patch(path, { paused: true }),
    (browser, path) => browser.patch(path, { paused: false }),
  ),
  'webhook-removed': onWebhook((browser, path) => browser.remove(path)),
  'reporter-muted': (stage) => mute(stage, true),
  'reporter-unmuted': (stage) => mute(stage, true, false),
  'proposal-made': propose(null),
  'proposal-confirmed': propose({ confirm: true }),
  'proposal-declined': propose({ decline: { reason: 'No' } }),
  'proposal-withdrawn': propose({ withdraw: true }, false),
  'point-entered': enterPost(null),
  'point-confirmed': enterPost((entry) => ({ confirm: entry })),
  'point-sent-back': enterPost((entry) => ({ sendBack: { ...entry, reason: 'Wrong' } })),
  async refused({ member }) {
    const { person, browser } = await member()
    await browser.get('/api/users')
    return { actor: person.id, subject: null }
  },
}

function expectPhoto({ statusCode }: { statusCode: number }): void {
  if (statusCode !== 200) throw new Error(`The photo was refused with ${statusCode}.`)
}
