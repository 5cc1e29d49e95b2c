/** Attempts to bypass the second approval: with an account that someone created, through other people, or unnoticed. */
import { randomUUID } from 'node:crypto'
import { createBrowser, createPerson, PASSWORD as FIRST_PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createDeviceFor, createTestDevice } from '#testing/devices.ts'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const SOON = { timeout: 10_000 }
const PASSWORD = 'berms and jumps'

async function createCarefulSite(registration: 'open' | 'confirmed' = 'open') {
  const mailServer = await createMailServer()
  const server = await createTestServer({
    environment: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org' },
    sendsMail: true,
    site: { statusNeedsSecondYes: true, reopeningHours: { from: 0, to: 24 }, signIn: { passkeyFromRole: null, registration } },
  })
  const { app, database, site } = server
  const admin = await createTestDevice(app, database.db, { role: 4, displayName: 'Alex' })
  const carl = await createTestDevice(app, database.db, { role: 3, displayName: 'Carl' })
  const mara = await createTestDevice(app, database.db, { role: 2, displayName: 'Mara' })
  const tom = await createTestDevice(app, database.db, { role: 2, displayName: 'Tom' })
  const networks = (status: string, message = '') => Object.fromEntries(site.networks.map(({ id }) => [id, { status, message }]))
  const closed = randomUUID()
  expect((await mara.do('trail-update', closed, { networks: networks('Closed', 'Storm'), basedOn: null })).outcome).toBe('applied')
  const statuses = async () => (await app.inject('/api/public/status')).json().networks.map((one: { status: string }) => one.status)
  const proposedBy = async (by: ReturnType<typeof createDeviceFor>) => {
    const id = randomUUID()
    const open = { networks: networks('Open', 'Dry'), trails: {}, closures: [], basedOn: closed }
    expect((await by.do('status-proposal', id, open)).outcome).toBe('applied')
    return (device: ReturnType<typeof createDeviceFor>, answer: object = { confirm: true }) =>
      device.do('status-proposal', id, { ...answer }, { baseVersion: 1 })
  }
  const acceptInvitation = async (email: string) => {
    const browser = createBrowser(app, { address: '203.0.113.9' })
    const token = tokenIn(await mailServer.emailTo(email))
    expect((await browser.post('/api/account/set-password', { token, password: PASSWORD })).statusCode).toBe(204)
    expect((await browser.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(200)
    return createDeviceFor(browser, database.db)
  }
  const invite = async (by: { browser: ReturnType<typeof createBrowser> }, email: string, role: number) => {
    const reply = await by.browser.post('/api/users', { displayName: 'Second', email, role })
    return { status: reply.statusCode, id: String(reply.json().user?.id) }
  }
  const age = async (days: number) => {
    await database.pool.query('alter table account_grants disable trigger all')
    await database.pool.query('update account_grants set at = at - make_interval(days => $1)', [days])
  }
  const audited = async () =>
    (await database.pool.query('select event, actor_id as actor, subject_id as subject, details from audit_log order by id')).rows
  return { ...server, mailServer, admin, carl, mara, tom, networks, statuses, proposedBy, acceptInvitation, invite, age, audited }
}

/** A raised role only takes effect at the next login. */
async function logInAgain(browser: ReturnType<typeof createBrowser>, email: string, password = FIRST_PASSWORD) {
  expect((await browser.post('/api/account/login', { email, password })).statusCode).toBe(200)
}

test('STAT-6 planning a closure for 2099 can’t replace a warning or renew an old status without a second approval', async () => {
  const { app, database, mara, tom, networks, site } = await createCarefulSite()
  type Network = { id: string; status: string; message: string; postedAt: string }
  const read = async (): Promise<Network[]> => (await app.inject('/api/public/status')).json().networks
  const latest = async () => (await database.pool.query('select id from trail_updates order by order_number desc limit 1')).rows[0]?.id
  const daysPass = async () => {
    await database.pool.query('alter table trail_updates disable trigger all')
    await database.pool.query("update trail_updates set created_at = created_at - interval '20 days'")
    await database.pool.query('alter table trail_updates enable trigger all')
  }
  await daysPass()
  const before = await read()
  const [first, second] = site.networks
  if (!first || !second) throw new Error('no networks')
  const closure = {
    id: randomUUID(),
    networkId: first.id,
    trailId: null,
    section: null,
    level: 'Closed',
    startsAt: '2099-01-01T00:00:00.000Z',
    endsAt: null,
    message: 'Works',
    wayAround: '',
    reopens: null,
  }
  const post = async (patch: object) =>
    mara.do('trail-update', randomUUID(), { trails: {}, closures: [closure], basedOn: await latest(), ...patch })
  expect((await post({ networks: networks('Closed', 'Everything has reopened, enjoy!') })).refusal?.code).toBe('needs-second-yes')
  expect((await post({ networks: networks('Closed') })).refusal?.code).toBe('needs-second-yes')
  expect(await read()).toEqual(before)
  expect((await post({ networks: networks('Closed', 'Storm') })).outcome).toBe('applied')
  const facts = (list: Network[]) => list.map(({ id, status, message, postedAt }) => [id, status, message, postedAt])
  expect(facts(await read())).toEqual(facts(before))

  // Closing one trail confirms only that trail again.
  const proposal = randomUUID()
  await mara.do('status-proposal', proposal, {
    networks: networks('Open', 'Take care at the bridge'),
    trails: {},
    closures: [],
    basedOn: await latest(),
  })
  expect((await tom.do('status-proposal', proposal, { confirm: true }, { baseVersion: 1 })).outcome).toBe('applied')
  await daysPass()
  const opened = await read()
  type Feature = { id: string; properties: { network: string; confirmedAt: string; status: string | null } }
  const readTrails = async (): Promise<Feature[]> => (await app.inject('/api/public/trails.geojson')).json().features
  const trail = (await readTrails()).find(({ properties }) => properties.network === second.name)
  if (!trail) throw new Error('no trail')
  const closes = {
    networks: networks('Open', 'Take care at the bridge'),
    closures: [],
    trails: { [trail.id]: { status: 'Closed', message: 'Tree' } },
  }
  expect((await post({ ...closes, networks: networks('Open', 'All clear') })).refusal?.code).toBe('needs-second-yes')
  expect((await post(closes)).outcome).toBe('applied')
  expect((await read()).map(({ message, postedAt }) => [message, postedAt])).toEqual(
    opened.map(({ message, postedAt }) => [message, postedAt]),
  )
  const fresh = (await readTrails()).filter(({ properties }) => Date.now() - Date.parse(properties.confirmedAt) < 60_000)
  expect(fresh.map(({ id, properties }) => [id, properties.status])).toEqual([[trail.id, 'Closed']])

  // Closing a network sets only that network's message and confirmation time.
  const others = Object.fromEntries(Object.entries(closes.networks).filter(([id]) => id !== first.id))
  expect((await post({ ...closes, networks: { ...others, [first.id]: { status: 'Closed', message: 'Fire' } } })).outcome).toBe('applied')
  const ages = (await read()).map(({ id, message, postedAt }) => [id, message, Date.now() - Date.parse(postedAt) < 60_000])
  expect(ages).toEqual(site.networks.map(({ id }) => (id === first.id ? [id, 'Fire', true] : [id, 'Take care at the bridge', false])))
})

test('STAT-6 for 30 days after an invitation, neither account can help the other to open trails', async () => {
  const { carl, tom, statuses, proposedBy, acceptInvitation, invite, age, audited, admin } = await createCarefulSite()
  const made = await invite(carl, 'carl.two@example.org', 2)
  expect(made.status).toBe(201)
  const two = await acceptInvitation('carl.two@example.org')
  const confirmCarls = await proposedBy(carl)
  expect(await confirmCarls(two)).toMatchObject({
    outcome: 'forbidden',
    refusal: {
      code: 'own-entry',
      detail: 'You can’t approve this because Carl invited you less than 30 days ago. Ask another manager.',
    },
  })
  const confirmTheirs = await proposedBy(two)
  expect((await confirmTheirs(carl)).refusal?.detail).toContain('you invited Second less than 30 days ago')
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
  expect(await audited()).toContainEqual({
    event: 'refused',
    actor: made.id,
    subject: carl.person.id,
    details: expect.objectContaining({ reason: 'this entry is not theirs to approve' }),
  })
  const { blocks } = (await two.browser.get('/api/me/approval-blocks')).json()
  expect(blocks).toEqual([
    { personId: carl.person.id, reason: expect.stringContaining('Carl invited you less than 30 days ago'), until: expect.any(String) },
  ])
  expect((await tom.browser.get('/api/me/approval-blocks')).json().blocks).toEqual([])
  expect((await admin.browser.get('/api/me/approval-blocks')).json().blocks).toEqual([])
  // Declining is allowed, because it opens no trail. After 30 days, the two people count as independent.
  expect((await confirmTheirs(carl, { decline: { reason: 'Not yet' } })).outcome).toBe('applied')
  await age(29)
  expect((await confirmCarls(two)).outcome).toBe('forbidden')
  await age(1)
  expect((await confirmCarls(two)).outcome).toBe('applied')
  expect(await statuses()).toEqual(['Open', 'Open', 'Open'])
})

test('STAT-6 managers linked by a chain of invitations can’t approve each other’s updates, even if someone in the chain has left', async () => {
  const { database, carl, tom, admin, statuses, proposedBy, acceptInvitation, invite } = await createCarefulSite()
  const between = await invite(carl, 'between@example.org', 3)
  const coordinator = await acceptInvitation('between@example.org')
  await invite(coordinator, 'last@example.org', 2)
  const last = await acceptInvitation('last@example.org')
  expect((await admin.browser.remove(`/api/users/${between.id}`)).statusCode).toBe(204)
  const confirm = await proposedBy(carl)
  expect((await confirm(last)).refusal?.detail).toBe(
    'You can’t approve this because you and Carl got access through the same person less than 30 days ago. Ask another manager.',
  )
  // The invited account belongs to the same coordinator.
  await invite(carl, 'other@example.org', 2)
  const other = await acceptInvitation('other@example.org')
  const confirmLast = await proposedBy(last)
  expect((await confirmLast(other)).outcome).toBe('forbidden')
  for (const statement of ['update account_grants set at = now()', 'delete from account_grants', 'truncate account_grants'])
    await expect(database.pool.query(statement)).rejects.toThrow('append only')
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
  expect((await confirm(tom)).outcome).toBe('applied')
})

test('STAT-6 managers invited by the same administrator can approve each other’s entries, but not the administrator’s', async () => {
  const { admin, proposedBy, acceptInvitation, invite, statuses } = await createCarefulSite()
  await invite(admin, 'first@example.org', 2)
  await invite(admin, 'second@example.org', 2)
  const [first, second] = [await acceptInvitation('first@example.org'), await acceptInvitation('second@example.org')]
  const confirmAdmins = await proposedBy(admin)
  expect((await confirmAdmins(first)).outcome).toBe('forbidden')
  const confirmFirsts = await proposedBy(first)
  expect((await confirmFirsts(second)).outcome).toBe('applied')
  expect(await statuses()).toEqual(['Open', 'Open', 'Open'])
})

test('STAT-6 raising a role, approving a request or enabling an account counts as an invitation', async () => {
  const { app, database, carl, mara, proposedBy, acceptInvitation } = await createCarefulSite('confirmed')
  const rita = await createTestDevice(app, database.db, { role: 1, displayName: 'Rita' })
  const ed = await createTestDevice(app, database.db, { role: 2, displayName: 'Ed', disabled: true })
  const confirm = await proposedBy(carl)
  expect((await carl.browser.patch(`/api/users/${rita.person.id}`, { role: 2 })).statusCode).toBe(200)
  await logInAgain(rita.browser, rita.person.email)
  expect((await confirm(rita)).refusal?.detail).toContain('Carl gave you your role less than 30 days ago')
  expect((await carl.browser.patch(`/api/users/${ed.person.id}`, { disabled: false })).statusCode).toBe(200)
  expect((await confirm(ed)).refusal?.detail).toContain('Carl enabled your account less than 30 days ago')
  // Mara accepts someone as a member, and Carl makes them a manager. This new manager can't approve proposals by Mara or Carl.
  const email = 'asks@example.org'
  expect((await createBrowser(app).post('/api/account/request', { displayName: 'Asks', email })).statusCode).toBe(202)
  const { requests } = (await mara.browser.get('/api/user-access')).json()
  const accepted = await mara.browser.post(`/api/account-requests/${requests[0].id}/confirm`)
  expect(accepted.statusCode).toBe(201)
  const asks = await acceptInvitation(email)
  expect((await carl.browser.patch(`/api/users/${accepted.json().user.id}`, { role: 2 })).statusCode).toBe(200)
  await logInAgain(asks.browser, email, PASSWORD)
  expect((await confirm(asks)).outcome).toBe('forbidden')
  const confirmMaras = await proposedBy(mara)
  expect((await confirmMaras(asks)).refusal?.detail).toContain('Mara accepted your account request less than 30 days ago')
})

test('STAT-6 an author’s other account, or anyone an author added, can’t confirm a moved post', async () => {
  const { app, carl, tom, acceptInvitation, invite } = await createCarefulSite()
  await invite(carl, 'carl.two@example.org', 2)
  const two = await acceptInvitation('carl.two@example.org')
  const positionOf = async (code: string) =>
    (await app.inject('/api/public/site-data')).json().markers.find((one: { code: string }) => one.code === code)?.position
  const [marker] = (await app.inject('/api/public/site-data')).json().markers
  const [longitude, latitude] = marker.position
  const replaces = { source: 'emergency-markers', id: marker.code, code: marker.code, place: { latitude, longitude } }
  const place = { latitude: latitude + 0.005, longitude, accuracyM: null }
  const id = randomUUID()
  expect((await carl.do('point', id, { category: 'Emergency Marker', code: marker.code, place, replaces })).outcome).toBe('applied')
  // The block on Carl's entries still applies after a second author has edited the entry.
  expect((await tom.do('point', id, { place: { ...place, latitude: latitude + 0.006 } }, { baseVersion: 1 })).outcome).toBe('applied')
  const confirm = { code: marker.code, place: { latitude: latitude + 0.006, longitude }, isGone: false }
  expect((await two.do('point', id, { confirm }, { baseVersion: 2 })).refusal).toEqual({
    code: 'own-entry',
    detail: 'You can’t approve this because Carl invited you less than 30 days ago. Ask another manager.',
  })
  expect(await positionOf(marker.code)).toEqual(marker.position)
  expect((await two.do('point', id, { sendBack: { ...confirm, reason: 'It stands at the bridge' } }, { baseVersion: 2 })).outcome).toBe(
    'applied',
  )
})

test('STAT-6 only coordinators and administrators can make someone a manager by invitation, role change or re-enabling', async () => {
  const { app, database, mara, carl, invite } = await createCarefulSite()
  const member = await createPerson(database.db)
  const former = await createPerson(database.db, { role: 2, disabled: true })
  expect((await invite(mara, 'mara.two@example.org', 2)).status).toBe(403)
  expect((await mara.browser.patch(`/api/users/${member.id}`, { role: 2 })).statusCode).toBe(403)
  expect((await mara.browser.patch(`/api/users/${former.id}`, { disabled: false })).statusCode).toBe(403)
  expect((await invite(mara, 'member@example.org', 1)).status).toBe(201)
  expect(await database.db.selectFrom('people').select('id').where('email', '=', 'mara.two@example.org').execute()).toEqual([])
  expect((await carl.browser.patch(`/api/users/${member.id}`, { role: 2 })).statusCode).toBe(200)
  expect((await carl.browser.patch(`/api/users/${former.id}`, { disabled: false })).statusCode).toBe(200)
  const browser = createBrowser(app)
  await logInAgain(browser, member.email)
  expect((await browser.get('/api/users')).statusCode).toBe(200)
})

test('STAT-6 every manager gets an email about a new manager that names who added them', async () => {
  const { database, mailServer, admin, carl, mara, tom, invite } = await createCarefulSite()
  const member = await createPerson(database.db, { displayName: 'Rita' })
  const disabled = await createPerson(database.db, { role: 2, disabled: true })
  await invite(carl, 'new@example.org', 2)
  const everyone = [admin, carl, mara, tom]
  for (const { person } of everyone) {
    const email = await mailServer.emailTo(person.email)
    expect(email.subject).toContain('New manager for')
    const text = email.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Second (new@example.org) now has the role Manager, assigned by Carl.')
    expect(text).toContain('https://trails.example.org/users/view/')
  }
  await carl.browser.patch(`/api/users/${member.id}`, { role: 2 })
  for (const { person } of everyone) expect((await mailServer.emailTo(person.email, 2)).text?.replaceAll(/\s+/g, ' ')).toContain('Rita')
  await mara.browser.patch(`/api/users/${member.id}`, { phone: '0400 000 000' })
  await mara.browser.patch(`/api/users/${member.id}`, { role: 1 })
  await invite(carl, 'plain.member@example.org', 1)
  await mailServer.emailTo('plain.member@example.org')
  const about = mailServer.emails.filter(({ subject }) => subject?.includes('New manager for')).flatMap(({ recipients }) => recipients)
  expect(about.sort()).toEqual(everyone.flatMap(({ person: { email } }) => [email, email]).sort())
  expect(about).not.toContain(disabled.email)
})

test('STAT-6 a new, moved, changed or removed landing zone becomes public only when a second manager confirms it', async () => {
  const { app, database, mara, tom } = await createCarefulSite()
  type Zone = { id: string; name: string; notes: string | null; position: [number, number] }
  const zones = async (): Promise<Zone[]> => (await app.inject('/api/public/site-data')).json().landingZones
  const before = await zones()
  const [zone] = before
  if (!zone) throw new Error('no landing zone')
  const [longitude, latitude] = zone.position
  const was = { latitude, longitude }
  const [notes, id] = [zone.notes ?? '', randomUUID()]
  const replaces = { source: 'landing-zones', id: zone.id, code: '', place: was, description: zone.name, notes }
  const far = { latitude: latitude + 0.01, longitude }
  const patch = { category: 'Helicopter LZ', description: zone.name, notes, place: { ...far, accuracyM: null }, replaces }
  expect((await mara.do('point', id, patch)).outcome).toBe('applied')
  const moved = { code: '', place: far, isGone: false, description: zone.name, notes }
  expect((await mara.do('point', id, { confirm: moved }, { baseVersion: 1 })).refusal?.code).toBe('own-entry')
  expect((await zones()).find((one) => one.id === zone.id)?.position).toEqual(zone.position)
  expect((await tom.do('point', id, { confirm: moved }, { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(async () => (await zones()).find((one) => one.id === zone.id)?.position, SOON).toEqual([longitude, far.latitude])

  expect((await mara.do('point', id, { notes: 'Power line to the north' }, { baseVersion: 2 })).outcome).toBe('applied')
  expect((await zones()).find((one) => one.id === zone.id)?.notes ?? '').toBe(notes)
  const changed = { ...moved, notes: 'Power line to the north' }
  expect((await tom.do('point', id, { confirm: changed }, { baseVersion: 3 })).outcome).toBe('applied')
  await expect.poll(async () => (await zones()).find((one) => one.id === zone.id)?.notes, SOON).toBe(changed.notes)

  expect((await mara.do('point', id, { isGone: true }, { baseVersion: 4 })).outcome).toBe('applied')
  expect((await zones()).some((one) => one.id === zone.id)).toBe(true)
  expect((await tom.do('point', id, { confirm: { ...changed, isGone: true } }, { baseVersion: 5 })).outcome).toBe('applied')
  await expect.poll(async () => (await zones()).some((one) => one.id === zone.id), SOON).toBe(false)

  const fresh = randomUUID()
  const added = { category: 'Helicopter LZ', description: 'School oval', place: { ...was, accuracyM: null } }
  expect((await mara.do('point', fresh, added)).outcome).toBe('applied')
  expect((await zones()).some((one) => one.name === 'School oval')).toBe(false)
  const oval = { code: '', place: was, isGone: false, description: 'School oval', notes: '' }
  expect((await tom.do('point', fresh, { confirm: oval }, { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(async () => (await zones()).some((one) => one.name === 'School oval'), SOON).toBe(true)
  // Changing the category can't create or hide a landing zone either.
  expect((await mara.do('point', fresh, { category: 'POI' }, { baseVersion: 2 })).refusal?.detail).toContain('landing zone')
  const poi = randomUUID()
  await mara.do('point', poi, { category: 'POI', description: 'Lookout', place: { ...was, accuracyM: null } })
  expect((await mara.do('point', poi, { category: 'Helicopter LZ' }, { baseVersion: 1 })).refusal?.detail).toContain('landing zone')
  expect((await database.pool.query("select count(*)::int as n from audit_log where event = 'point-entered'")).rows[0]?.n).toBe(4)
  for (const wrong of ["confirmed = '{}', category = 'POI'", "description = ''"])
    await expect(database.pool.query(`update points set ${wrong} where id = $1`, [fresh])).rejects.toThrow('violates check constraint')
})

test('STAT-6 the audit log records every step of proposals, points, invitations and role changes', async () => {
  const { app, carl, mara, tom, proposedBy, invite, audited } = await createCarefulSite()
  const withdraw = await proposedBy(mara)
  expect((await withdraw(mara, { withdraw: true })).outcome).toBe('applied')
  const decline = await proposedBy(mara)
  expect((await decline(tom, { decline: { reason: 'The bridge is out' } })).outcome).toBe('applied')
  const confirm = await proposedBy(mara)
  expect((await confirm(tom)).outcome).toBe('applied')
  const [marker] = (await app.inject('/api/public/site-data')).json().markers
  const [longitude, latitude] = marker.position
  const point = randomUUID()
  const entry = { code: 'ZZ01', place: { latitude, longitude }, isGone: false }
  await mara.do('point', point, { category: 'Emergency Marker', code: 'ZZ01', place: { ...entry.place, accuracyM: null } })
  await mara.do('point', point, { notes: 'Behind the gate' }, { baseVersion: 1 })
  await tom.do('point', point, { sendBack: { ...entry, reason: 'Wrong' } }, { baseVersion: 2 })
  await tom.do('point', point, { confirm: entry }, { baseVersion: 3 })
  // Repeating the request after a lost response, or confirming again, logs nothing.
  await tom.do('point', point, { confirm: entry }, { baseVersion: 4 })
  const { id } = await invite(carl, 'new@example.org', 1)
  await carl.browser.patch(`/api/users/${id}`, { role: 2 })
  const [m, t, c] = [mara.person.id, tom.person.id, carl.person.id]
  const steps = (await audited()).map(({ event, actor, subject }) => [event, actor, subject])
  expect(steps).toEqual([
    ['proposal-made', m, null],
    ['proposal-withdrawn', m, null],
    ['proposal-made', m, null],
    ['proposal-declined', t, m],
    ['proposal-made', m, null],
    ['proposal-confirmed', t, m],
    ['point-entered', m, null],
    ['point-sent-back', t, m],
    ['point-confirmed', t, m],
    ['user-created', c, id],
    ['role-changed', c, id],
  ])
  expect(JSON.stringify(await audited())).not.toMatch(/bridge|Mara|Wrong/)
  const { entries } = (await carl.browser.get('/api/audit-log?event=proposal-confirmed')).json()
  expect(entries).toMatchObject([{ actor: { name: 'Tom' }, subject: { name: 'Mara' } }])
})
