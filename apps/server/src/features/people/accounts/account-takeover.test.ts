/**
 * Twelve ways to take over an account, against the real server, PostgreSQL and SMTP. Each ends with the owner in control, without anyone
 * using the server's shell.
 * 1. The thief knows the password and adds a passkey.
 * 2. The thief knows the password and adds a passkey on the owner's unlocked device. The owner opens "This wasn't me".
 * 3. The same as 2, but the owner resets the password.
 * 4. The same as 3, but the thief also removes the owner's passkey and creates recovery codes.
 * 5. The thief knows the password and changes it.
 * 6. The thief knows the password and moves the account to their own address.
 * 7. The thief moves the account twice, uses the links sent to those addresses and registers the owner's address.
 * 8. The thief knows the password and stays logged in until the owner adds a passkey or gets a higher role.
 * 9. The thief can log in with the council's single sign-on as the owner.
 * 10. The thief uses the owner's account to create a second administrator, who locks the owner out.
 * 11. The thief uses the owner's account to create a key and a webhook.
 * 12. The thief controls the account for more than 30 days, and also an administrator's account.
 */
import { SIGN_ON_CALLBACK } from '@trailwarden/api'
import { as, type Browser, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { openSignOnProvider } from '@trailwarden/testkit/servers/sign-on-provider'
import { expect, onTestFinished, test } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createPasskey, createSoftPasskey } from '#testing/soft-passkey.ts'
import { createTestServer } from '#testing/test-server.ts'

const APP = 'https://trails.example.org'
const NEW_PASSWORD = 'berms and jumps'
const DAY_MS = 86_400_000

type Passkey = ReturnType<typeof createSoftPasskey>
type Options = { passkeyFromRole?: number | null; environment?: Record<string, string>; ownerEmail?: string }

async function createAccounts({ passkeyFromRole = null, environment = {}, ownerEmail = 'owner@example.org' }: Options = {}) {
  const mailServer = await createMailServer()
  const server = await createTestServer({
    environment: { PUBLIC_URL: APP, SMTP_URL: mailServer.url, ...environment },
    sendsMail: true,
    site: { signIn: { passkeyFromRole, registration: 'open' } },
  })
  const { app } = server
  const { db } = server.database
  const owner = await createPerson(db, { role: 4, displayName: 'Olive Owner', email: ownerEmail })
  const [ann, bea] = [await as(app, db, { role: 4, displayName: 'Ann' }), await as(app, db, { role: 4, displayName: 'Bea' })]
  let addresses = 10
  const createTestDevice = () => createBrowser(app, { address: `198.51.100.${addresses++}` })

  async function emailTo(address: string, subject: RegExp) {
    const found = () => mailServer.emails.filter((one) => one.recipients.includes(address) && subject.test(one.subject ?? '')).at(-1)
    await expect.poll(() => found() !== undefined, { timeout: 10_000, message: `${subject} to ${address}` }).toBe(true)
    return found() as NonNullable<ReturnType<typeof found>>
  }

  const logIn = async (email: string, password: string, browser = createTestDevice()) => {
    const reply = await browser.post('/api/account/login', { email, password })
    return { browser, status: reply.statusCode, code: reply.json().code }
  }
  const passkeyLogIn = async (passkey: Passkey, browser = createTestDevice()) => {
    const { challengeId, options } = (await browser.post('/api/account/passkey-challenge')).json()
    const reply = await browser.post('/api/account/passkey-login', { challengeId, answer: passkey.answer(options.challenge) })
    return { browser, status: reply.statusCode }
  }
  const roleOf = async (browser: Browser) => (await browser.get('/api/me')).json().person?.role ?? null

  async function addPasskey(browser: Browser, given: { password: string } | { token: string }) {
    const passkey = createSoftPasskey()
    const begun = await browser.post('/api/me/passkeys/options', given)
    if (begun.statusCode !== 200) return { code: begun.json().code, passkey }
    const { challengeId, options } = begun.json()
    const added = await browser.post('/api/me/passkeys', { challengeId, answer: passkey.registration(options.challenge) })
    expect(added.statusCode).toBe(201)
    return { code: null, passkey, codes: added.json().codes as string[] | null }
  }

  async function takeBack(message: Awaited<ReturnType<typeof emailTo>>, removePasskeys?: string[]) {
    const browser = createTestDevice()
    const token = tokenIn(message)
    const opened = await browser.post('/api/account/open-link', { token })
    const body = { token, password: NEW_PASSWORD, ...(removePasskeys && { removePasskeys }) }
    expect((await browser.post('/api/account/set-password', body)).statusCode).toBe(204)
    return opened.json()
  }

  /** Nothing the thief has may give access, and the owner must have all rights. */
  async function expectControl(
    thief: { browsers?: Browser[]; passkeys?: Passkey[]; passwords?: string[]; codes?: string[] },
    by?: Passkey,
  ) {
    for (const browser of thief.browsers ?? []) expect(await roleOf(browser)).toBeNull()
    for (const passkey of thief.passkeys ?? []) expect((await passkeyLogIn(passkey)).status).toBe(401)
    for (const password of thief.passwords ?? [PASSWORD]) expect((await logIn(owner.email, password)).code).toBe('wrong-credentials')
    for (const recoveryCode of thief.codes ?? []) {
      const reply = await createTestDevice().post('/api/account/login', { email: owner.email, password: PASSWORD, recoveryCode })
      expect(reply.statusCode).toBe(401)
    }
    const { browser, status } = by ? await passkeyLogIn(by) : await logIn(owner.email, NEW_PASSWORD)
    expect([status, await roleOf(browser)]).toEqual([200, 4])
    const me = (await browser.get('/api/me')).json().person
    expect([me.id, me.email]).toEqual([owner.id, owner.email])
    return browser
  }
  const events = async () => (await db.selectFrom('auditLog').select('event').orderBy('id').execute()).map(({ event }) => event)
  return {
    ...server,
    db,
    mailServer,
    owner,
    ann,
    bea,
    createTestDevice,
    emailTo,
    logIn,
    passkeyLogIn,
    roleOf,
    addPasskey,
    takeBack,
    expectControl,
    events,
  }
}

/** The owner has logged in on this device with a passkey that is 90 days old. */
async function createUnlockedDevice() {
  const scene = await createAccounts()
  const passkey = await createPasskey(scene.db, scene.owner.id, { createdAt: new Date(Date.now() - 90 * DAY_MS) })
  const { browser } = await scene.passkeyLogIn(passkey)
  return { ...scene, passkey, thief: browser }
}

test('SEC-N1 attack 1: the password isn’t enough to add a passkey; the link that adds one goes to the owner', async () => {
  const { app, db, owner, logIn, addPasskey, emailTo, takeBack, expectControl, createTestDevice, events } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  expect((await addPasskey(thief, { password: PASSWORD })).code).toBe('link-needed')
  expect((await thief.post('/api/me/passkeys/link', { password: PASSWORD })).statusCode).toBe(202)
  expect((await addPasskey(thief, { token: 'guessed' })).code).toBe('link-expired')
  const link = await emailTo(owner.email, /Add a passkey/)
  expect(link.text).toContain('someone else knows your password')
  const { browser: other } = await as(app, db)
  expect((await addPasskey(other, { token: tokenIn(link) })).code).toBe('link-expired')
  await createTestDevice().post('/api/account/reset-password', { email: owner.email })
  await takeBack(await emailTo(owner.email, /Set a new password/))
  await expectControl({ browsers: [thief] })
  expect((await addPasskey(thief, { token: tokenIn(link) })).code).toBe('not-signed-in')
  expect(await events()).toContain('passkey-link-sent')
})

test('SEC-N1 attack 2: “This wasn’t me” removes a passkey added on an unlocked device, and administrators are notified', async () => {
  const { owner, ann, thief, passkey, addPasskey, emailTo, takeBack, expectControl, events } = await createUnlockedDevice()
  const { passkey: stolen } = await addPasskey(thief, { password: PASSWORD })
  const notice = await emailTo(ann.person.email, /added a passkey/)
  expect(notice.text).toContain(`Olive Owner (${owner.email})`)
  const opened = await takeBack(await emailTo(owner.email, /A passkey was added/))
  expect(opened).toMatchObject({ purpose: 'take-back', email: owner.email, newPasskeys: [{ id: stolen.id }] })
  await expectControl({ browsers: [thief], passkeys: [stolen], passwords: [PASSWORD] }, passkey)
  expect(await events()).toEqual(expect.arrayContaining(['passkey-added', 'account-taken-back', 'password-set']))
})

test('SEC-N1 attack 3: a password reset lists the new passkey and lets the owner remove it', async () => {
  const { owner, thief, passkey, addPasskey, emailTo, takeBack, expectControl, createTestDevice } = await createUnlockedDevice()
  const { passkey: stolen } = await addPasskey(thief, { password: PASSWORD })
  await createTestDevice().post('/api/account/reset-password', { email: owner.email })
  // The app doesn't offer to remove the owner's old passkey, and a request to remove it has no effect.
  const opened = await takeBack(await emailTo(owner.email, /Set a new password/), [stolen.id, passkey.id])
  expect(opened).toMatchObject({ purpose: 'set-password', newPasskeys: [{ id: stolen.id }] })
  await expectControl({ browsers: [thief], passkeys: [stolen] }, passkey)
})

test('SEC-N1 attack 4: the link in the notice restores the owner’s passkey and undoes the new recovery codes', async () => {
  const { owner, thief, passkey, addPasskey, emailTo, takeBack, expectControl } = await createUnlockedDevice()
  const { passkey: stolen } = await addPasskey(thief, { password: PASSWORD })
  expect((await thief.post(`/api/me/passkeys/${passkey.id}/remove`, { password: PASSWORD })).statusCode).toBe(204)
  const { codes } = (await thief.post('/api/me/recovery-codes', { password: PASSWORD })).json()
  await takeBack(await emailTo(owner.email, /A passkey was removed/))
  await expectControl({ browsers: [thief], passkeys: [stolen, passkey], codes: codes.slice(0, 2) })
})

test('SEC-N1 attack 5: the link in the notice undoes a password change', async () => {
  const { owner, logIn, emailTo, takeBack, expectControl } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  const changed = await thief.post('/api/account/change-password', { current: PASSWORD, password: 'stolen for good' })
  expect(changed.statusCode).toBe(204)
  expect((await logIn(owner.email, PASSWORD)).status).toBe(401)
  await takeBack(await emailTo(owner.email, /password .* was changed/))
  await expectControl({ browsers: [thief], passwords: [PASSWORD, 'stolen for good'] })
})

test('SEC-N1 attack 6: the owner recovers an account whose address was changed', async () => {
  const { owner, logIn, emailTo, takeBack, expectControl } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  await thief.post('/api/account/change-email', { email: 'thief@evil.example', password: PASSWORD })
  const token = tokenIn(await emailTo('thief@evil.example', /Confirm/))
  expect((await thief.post('/api/account/confirm-email', { token })).statusCode).toBe(200)
  const opened = await takeBack(await emailTo(owner.email, /email address .* was changed/))
  expect(opened).toMatchObject({ purpose: 'take-back', email: owner.email })
  await expectControl({ browsers: [thief] })
  expect((await logIn('thief@evil.example', PASSWORD)).status).toBe(401)
})

test('SEC-N1 attack 7: the owner recovers the account after two address changes, used links and a new registration of their address', async () => {
  const { owner, logIn, emailTo, takeBack, expectControl, createTestDevice } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  for (const email of ['one@evil.example', 'two@evil.example']) {
    await thief.post('/api/account/change-email', { email, password: PASSWORD })
    const token = tokenIn(await emailTo(email, /Confirm/))
    expect((await thief.post('/api/account/confirm-email', { token })).statusCode).toBe(200)
  }
  const owners = await emailTo(owner.email, /is about to change/)
  const thiefs = tokenIn(await emailTo('one@evil.example', /email address .* was changed/))
  const used = await createTestDevice().post('/api/account/set-password', { token: thiefs, password: 'stolen for good' })
  expect(used.statusCode).toBe(204)
  const squat = await createTestDevice().post('/api/account/register', { displayName: 'Olive', email: owner.email, password: PASSWORD })
  expect(squat.json().code).toBe('email-unavailable')
  const late = tokenIn(await emailTo('one@evil.example', /password .* was changed/))
  await takeBack(owners)
  expect((await createTestDevice().post('/api/account/set-password', { token: late, password: 'stolen again' })).statusCode).toBe(410)
  await expectControl({ browsers: [thief], passwords: [PASSWORD, 'stolen for good'] })
})

test('SEC-N1 SEC-N2 attack 8: a password-only session gains nothing from a new passkey or role, and ends when a passkey is added', async () => {
  const { app, db, owner, ann, logIn, passkeyLogIn, roleOf, addPasskey, emailTo } = await createAccounts({ passkeyFromRole: 2 })
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  const { browser: mine } = await logIn(owner.email, PASSWORD)
  expect([await roleOf(thief), await roleOf(mine)]).toEqual([1, 1])
  await mine.post('/api/me/passkeys/link', { password: PASSWORD })
  const { passkey } = await addPasskey(mine, { token: tokenIn(await emailTo(owner.email, /Add a passkey/)) })
  expect([await roleOf(thief), await roleOf(mine)]).toEqual([null, 1])
  const { browser } = await passkeyLogIn(passkey)
  expect(await roleOf(browser)).toBe(4)
  expect((await logIn(owner.email, PASSWORD)).code).toBe('passkey-needed')
  // A raised role takes effect at the next login.
  await createPasskey(db, ann.person.id)
  await db.updateTable('sessions').set({ hasTwoFactors: true }).where('personId', '=', ann.person.id).execute()
  const sam = await as(app, db, { role: 1 })
  expect((await ann.browser.patch(`/api/users/${sam.person.id}`, { role: 4 })).statusCode).toBe(200)
  expect([await roleOf(sam.browser), (await sam.browser.get('/api/users')).statusCode]).toEqual([1, 403])
})

test('SEC-N1 SEC-N2 attack 9: a council login with only a password isn’t a second factor, and “This wasn’t me” removes the link', async () => {
  const provider = await openSignOnProvider([APP + SIGN_ON_CALLBACK])
  onTestFinished(() => provider.close())
  const environment = { ...provider.environment, OIDC_TWO_FACTORS: 'mfa' }
  const { db, owner, createTestDevice, roleOf, emailTo, takeBack, expectControl } = await createAccounts({
    passkeyFromRole: 2,
    environment,
    ownerEmail: 'owner@council.example',
  })
  const passkey = await createPasskey(db, owner.id, { createdAt: new Date(Date.now() - 90 * DAY_MS) })
  // The owner has already used a link sent to this address, which proves ownership of the address.
  await db
    .insertInto('auditLog')
    .values({ at: new Date(), event: 'password-set', actorId: owner.id, subjectId: owner.id, details: {} })
    .execute()
  const signOn = async (amr: string[]) => {
    const browser = createTestDevice()
    provider.people.set('owner', { email: owner.email, email_verified: true, name: 'Olive Owner', amr })
    const { url } = (await browser.post('/api/account/sign-on', { next: '/' })).json()
    const back = await browser.get((await provider.visit(url, 'owner')).slice(APP.length))
    return { browser, location: back.headers.location }
  }
  const { browser: thief, location } = await signOn(['pwd'])
  expect([location, await roleOf(thief), (await thief.get('/api/keys')).statusCode]).toEqual(['/login?next=%2F&signed=limited', 1, 403])
  const asserted = await signOn(['pwd', 'mfa'])
  expect(await roleOf(asserted.browser)).toBe(4)
  await takeBack(await emailTo(owner.email, /linked to council single sign-on/))
  await expectControl({ browsers: [thief, asserted.browser] }, passkey)
  expect(await db.selectFrom('oidcIdentities').selectAll().execute()).toEqual([])
})

test('SEC-N1 attack 10: a second administrator created by the attacker can’t lock the owner out', async () => {
  const { owner, logIn, createTestDevice, emailTo, takeBack, expectControl } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  const made = await thief.post('/api/users', { displayName: 'Eve', email: 'eve@evil.example', role: 4 })
  expect(made.statusCode).toBe(201)
  const token = tokenIn(await emailTo('eve@evil.example', /Your account/))
  await createTestDevice().post('/api/account/set-password', { token, password: 'greasy accomplice' })
  const { browser: eve } = await logIn('eve@evil.example', 'greasy accomplice')
  const attempts = [
    await eve.patch(`/api/users/${owner.id}`, { disabled: true }),
    await eve.patch(`/api/users/${owner.id}`, { role: 1 }),
    await eve.remove(`/api/users/${owner.id}`),
    await eve.post(`/api/users/${owner.id}/second-factor-reset`, { proof: { password: 'greasy accomplice' } }),
  ]
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  await takeBack(await emailTo(owner.email, /New login/))
  const mine = await expectControl({ browsers: [thief] })
  await emailTo(owner.email, /New manager/)
  expect((await mine.patch(`/api/users/${made.json().user.id}`, { disabled: true })).statusCode).toBe(200)
  expect((await eve.get('/api/me')).json().person).toBeNull()
})

test('SEC-N1 SEC-N4 attack 11: creating a key or webhook needs the password and notifies every administrator; both can be revoked', async () => {
  const { app, owner, ann, logIn, emailTo, takeBack, expectControl, events } = await createAccounts()
  const { browser: thief } = await logIn(owner.email, PASSWORD)
  const key = { name: 'Sign', scopes: ['read-status'], days: 365 }
  const hook = { name: 'Copy', url: 'https://evil.example/x', events: ['action'] }
  expect((await thief.post('/api/keys', { ...key, proof: { password: 'a guess' } })).json().code).toBe('wrong-password')
  const made = (await thief.post('/api/keys', { ...key, proof: { password: PASSWORD } })).json()
  const added = (await thief.post('/api/webhooks', { ...hook, proof: { password: PASSWORD } })).json()
  for (const email of [owner.email, ann.person.email]) {
    expect((await emailTo(email, /Key .*: Sign/)).text).toContain('Olive Owner')
    expect((await emailTo(email, /Webhook .*: Copy/)).text).toContain('Olive Owner')
  }
  await takeBack(await emailTo(owner.email, /New login/))
  const mine = await expectControl({ browsers: [thief] })
  expect((await mine.get('/api/keys')).json().keys).toMatchObject([{ name: 'Sign', madeBy: 'Olive Owner' }])
  expect((await mine.remove(`/api/keys/${made.key.id}`)).statusCode).toBe(204)
  expect((await mine.remove(`/api/webhooks/${added.webhook.id}`)).statusCode).toBe(204)
  const used = await app.inject({ url: '/api/v1/status', headers: { authorization: `Bearer ${made.secret}` } })
  expect(used.statusCode).toBe(401)
  expect(await events()).toEqual(expect.arrayContaining(['key-made', 'webhook-added', 'key-revoked', 'webhook-removed']))
})

test('SEC-N1 attack 12: after the links have expired, two administrators together can return the account, but not one', async () => {
  const { db, owner, ann, bea, thief, passkey, addPasskey, emailTo, takeBack, expectControl, events } = await createUnlockedDevice()
  const { passkey: stolen } = await addPasskey(thief, { password: PASSWORD })
  await thief.post(`/api/me/passkeys/${passkey.id}/remove`, { password: PASSWORD })
  await emailTo(owner.email, /A passkey was removed/)
  const past = new Date(Date.now() - 40 * DAY_MS)
  await db.updateTable('takeBackLinks').set({ createdAt: past, expiresAt: past }).execute()
  await db.updateTable('passkeys').set({ createdAt: past }).execute()
  const reset = (browser: Browser, proof: object = { password: PASSWORD }) =>
    browser.post(`/api/users/${owner.id}/second-factor-reset`, { proof })
  expect((await reset(ann.browser, { password: 'a guess' })).json().code).toBe('wrong-password')
  expect((await reset(ann.browser)).json()).toEqual({ outcome: 'requested' })
  expect((await reset(ann.browser)).json().code).toBe('own-entry')
  // Administrators can't reset their own second factor, and people with a lower role can't reset anyone's.
  expect((await reset(thief)).statusCode).toBe(403)
  const access = (await bea.browser.get('/api/user-access')).json().people.find(({ id }: { id: string }) => id === owner.id)
  expect(access.resetRequest).toMatchObject({ by: ann.person.id, byName: 'Ann' })
  expect((await emailTo(bea.person.email, /Approve a second factor reset/)).text).toContain('Olive Owner')
  expect((await reset(bea.browser)).json()).toEqual({ outcome: 'reset' })
  await takeBack(await emailTo(owner.email, /Choose a new password/))
  await expectControl({ browsers: [thief], passkeys: [stolen, passkey] })
  expect(await events()).toEqual(expect.arrayContaining(['second-factor-reset-requested', 'second-factor-reset']))
})
