import { randomUUID } from 'node:crypto'
import { PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { openPushService } from '@trailwarden/testkit/servers/push-service'
import { expect, onTestFinished, test } from 'vitest'
import webpush from 'web-push'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const KEYS = webpush.generateVAPIDKeys()
const PUBLIC = ['/api/public/status', '/api/public/trails.geojson', '/feeds/status.json', '/feeds/status.atom', '/feeds/closures.ics']

type Device = Awaited<ReturnType<typeof createTestDevice>>

async function proposalOf({ browser }: Device, id: string): Promise<unknown> {
  const { documents } = PullReply.parse((await browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })).json())
  return documents.find((one) => one.kind === 'status-proposal' && one.id === id)?.data
}

async function createCarefulSite() {
  const service = await openPushService(KEYS.publicKey)
  onTestFinished(() => service.close())
  const server = await createTestServer({
    environment: {
      PUBLIC_URL: 'https://trails.example.org',
      VAPID_PUBLIC_KEY: KEYS.publicKey,
      VAPID_PRIVATE_KEY: KEYS.privateKey,
      OUTBOUND_LOOPBACK: 'true',
    },
    // Sends alerts at any hour, because tests can run at any hour.
    site: { statusNeedsSecondYes: true, reopeningHours: { from: 0, to: 24 } },
  })
  const { app, database, site } = server
  await server.features.trailStatus.alerts.start()
  const mara = await createTestDevice(app, database.db, { role: 2, displayName: 'Mara' })
  const tom = await createTestDevice(app, database.db, { role: 2, displayName: 'Tom' })
  const visitor = createBrowser(app)
  const networks = (status: string, message = '') => Object.fromEntries(site.networks.map(({ id }) => [id, { status, message }]))
  /** Closing needs no confirmation, so every test starts with a public status. */
  const closed = randomUUID()
  expect((await mara.do('trail-update', closed, { networks: networks('Closed', 'Storm'), basedOn: null })).outcome).toBe('applied')
  const statuses = async () => (await visitor.get('/api/public/status')).json().networks.map((one: { status: string }) => one.status)
  /** Times differ between reads, so they are removed. */
  const everythingPublic = async () => {
    const all: string[] = []
    for (const path of PUBLIC) {
      const reply = await visitor.get(path)
      all.push(`${path} ${reply.statusCode} ${reply.body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}T\d{6}Z|\d+ (min|s) ago/g, 'TIME')}`)
    }
    return all
  }
  const queued = async () => {
    const { rows } = await database.pool.query(`select (select count(*) from push_messages) + (select count(*) from push_fan_outs)
      + (select count(*) from email_fan_outs) + (select count(*) from emails) + (select count(*) from webhook_messages) as n`)
    return Number(rows[0]?.n)
  }
  const open = { networks: networks('Open', 'Dry again'), trails: {}, closures: [], basedOn: closed }
  const propose = async (patch: object = {}, by = mara) => {
    const id = randomUUID()
    return { id, answer: await by.do('status-proposal', id, { ...open, ...patch }) }
  }
  return { ...server, mara, tom, visitor, service, networks, closed, open, propose, statuses, everythingPublic, queued }
}

test('T20 if the site requires a second manager, a closure becomes public immediately and a reopening is refused', async () => {
  const { mara, open, statuses } = await createCarefulSite()
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
  const answer = await mara.do('trail-update', randomUUID(), open)
  expect(answer).toMatchObject({ outcome: 'conflict', refusal: { code: 'needs-second-yes' } })
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
})

test('T21 a proposal changes the public status and sends alerts only after it’s confirmed', async () => {
  const { app, mara, tom, visitor, service, propose, everythingPublic, queued, statuses, database, closed } = await createCarefulSite()
  const phone = service.aPhone()
  const member = await createTestDevice(app, database.db, { role: 1 })
  // New followers don't receive earlier updates.
  const pushes = async () =>
    (await database.pool.query('select (select count(*) from push_fan_outs)::int + (select count(*) from push_messages)::int as n')).rows[0]
      ?.n
  await expect.poll(pushes, { timeout: 15_000 }).toBe(0)
  await visitor.post('/api/alerts', { ...phone.subscription, networks: ['st-helens'], trails: ['bay-of-fires'] })
  const sentBefore = await queued()
  const before = await everythingPublic()
  const { id, answer } = await propose()
  expect(answer.outcome).toBe('applied')
  expect(await everythingPublic()).toEqual(before)
  expect(await queued()).toBe(sentBefore)
  expect(phone.received).toEqual([])
  expect((await mara.do('status-proposal', id, { confirm: true }, { baseVersion: 1 })).refusal).toMatchObject({ code: 'own-entry' })
  expect(await everythingPublic()).toEqual(before)
  expect(await proposalOf(tom, id)).toMatchObject({ state: 'Waiting', basedOn: closed, createdByName: 'Mara' })
  expect(await proposalOf(member, id)).toBeUndefined()

  expect((await tom.do('status-proposal', id, { confirm: true }, { baseVersion: 1 })).outcome).toBe('applied')
  expect(await statuses()).toEqual(['Open', 'Open', 'Open'])
  const changed = (await everythingPublic()).flatMap((body, i) => (body === before[i] ? [] : (body.split(' ')[0] ?? '')))
  expect(changed).toEqual(
    expect.arrayContaining(['/api/public/status', '/api/public/trails.geojson', '/feeds/status.json', '/feeds/status.atom']),
  )
  await expect.poll(() => phone.received.length, { timeout: 15_000 }).toBe(2)
  await tom.fetch()
  expect(await proposalOf(tom, id)).toMatchObject({ state: 'Confirmed', updatedByName: 'Tom' })
  expect(tom.mirror.get(`trail-update ${id}`)).toMatchObject({ createdByName: 'Mara', createdBy: mara.person.id })
})

test('T22 T23 a proposal that was declined with a reason or withdrawn can’t be confirmed', async () => {
  const { mara, tom, propose, statuses } = await createCarefulSite()
  const first = await propose()
  expect((await tom.do('status-proposal', first.id, { decline: { reason: 'The bridge is out' } }, { baseVersion: 1 })).outcome).toBe(
    'applied',
  )
  expect((await tom.do('status-proposal', first.id, { confirm: true }, { baseVersion: 2 })).refusal).toMatchObject({
    code: 'changed-since',
  })
  const second = await propose()
  expect((await tom.do('status-proposal', second.id, { withdraw: true }, { baseVersion: 1 })).outcome).toBe('forbidden')
  expect((await mara.do('status-proposal', second.id, { withdraw: true }, { baseVersion: 1 })).outcome).toBe('applied')
  expect((await tom.do('status-proposal', second.id, { confirm: true }, { baseVersion: 1 })).refusal).toMatchObject({
    code: 'changed-since',
  })
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
  expect(await proposalOf(mara, first.id)).toMatchObject({
    state: 'Declined',
    reason: 'The bridge is out',
    updatedByName: 'Tom',
  })
})

test('T24 a confirmation can’t undo a later update, and one of two simultaneous confirmations is refused', async () => {
  const { mara, tom, propose, statuses, networks, closed, database } = await createCarefulSite()
  const [first, second] = [await propose(), await propose({}, tom)]
  const yes = { confirm: true }
  const answers = await Promise.all([
    tom.do('status-proposal', first.id, yes, { baseVersion: 1 }),
    mara.do('status-proposal', second.id, yes, { baseVersion: 1 }),
  ])
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'conflict'])
  expect(answers.find(({ outcome }) => outcome === 'conflict')?.refusal).toMatchObject({ code: 'superseded' })
  const { rows } = await database.pool.query(`select state, count(*)::int as n from status_proposals group by state order by state`)
  expect(rows).toEqual([
    { state: 'Confirmed', n: 1 },
    { state: 'Waiting', n: 1 },
  ])
  expect(await statuses()).toEqual(['Open', 'Open', 'Open'])
  const latest = answers[0]?.outcome === 'applied' ? first.id : second.id
  const third = await propose({ basedOn: latest, networks: networks('Open', 'Ride on') })
  expect((await tom.do('trail-update', randomUUID(), { networks: networks('Closed'), basedOn: latest })).outcome).toBe('applied')
  expect((await tom.do('status-proposal', third.id, yes, { baseVersion: 1 })).refusal).toMatchObject({ code: 'superseded' })
  expect(await statuses()).toEqual(['Closed', 'Closed', 'Closed'])
  expect((await propose({ basedOn: closed })).answer.refusal).toMatchObject({ code: 'superseded' })
})

test('T24 a proposal and its confirmation create only one update, even if both are sent twice', async () => {
  const { mara, tom, open, statuses, database } = await createCarefulSite()
  const id = randomUUID()
  const proposal = mara.command('status-proposal', id, open)
  for (let i = 0; i < 2; i++) expect((await mara.send([proposal]))[0]?.outcome).toBe('applied')
  const yes = tom.command('status-proposal', id, { confirm: true }, { baseVersion: 1 })
  for (let i = 0; i < 2; i++) expect((await tom.send([yes]))[0]).toMatchObject({ outcome: 'applied', refusal: null })
  expect(await statuses()).toEqual(['Open', 'Open', 'Open'])
  expect((await database.pool.query('select count(*)::int as n from trail_updates')).rows[0]?.n).toBe(2)
})

test('without the setting, every update is public as soon as it’s published', async () => {
  const { app, database, site } = await createTestServer()
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  expect((await mara.do('trail-update', randomUUID(), { networks, basedOn: null })).outcome).toBe('applied')
})

test('T29 STAT-3 the history shows which updates and proposals were sent despite a message that contradicts the trails', async () => {
  const { mara, propose, networks, closed, database } = await createCarefulSite()
  const id = randomUUID()
  const post = { networks: networks('Closed', 'Storm'), basedOn: closed, sentAnyway: true, trails: {} }
  // Without a new closure, the update would need a second manager.
  const closure = { id: randomUUID(), networkId: 'st-helens', trailId: null, section: null, level: 'Closed', message: '', wayAround: '' }
  const closures = [{ ...closure, startsAt: null, endsAt: null, reopens: null }]
  expect((await mara.do('trail-update', id, { ...post, closures })).outcome).toBe('applied')
  const proposal = await propose({ basedOn: id, sentAnyway: true })
  expect(proposal.answer.outcome).toBe('applied')
  const plain = await propose({ basedOn: id })
  const sentAnyway = async (recordId: string) => {
    const lines = await database.db.selectFrom('history').select('changes').where('recordId', '=', recordId).execute()
    return lines.map(({ changes }) => changes.sentAnyway?.after ?? null)
  }
  expect(await sentAnyway(id)).toEqual([true])
  expect(await sentAnyway(proposal.id)).toEqual([true])
  expect(await sentAnyway(plain.id)).toEqual([null])
})
