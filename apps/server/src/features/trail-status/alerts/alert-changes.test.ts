/** Tests the text of alerts about changes, and when browsers that can't be reached are removed. */
import type { PushPhone } from '@trailwarden/testkit/servers/push-service'
import { expect, test } from 'vitest'
import { createServerWithFollowers, read, titles } from '#testing/followed-server.ts'

/** This network has only one trail. The other networks have several. */
const POOL = 'dreaming-pools'
const closedTrail = (id: string, message = '') => ({ trails: { [id]: { status: 'Closed', message } } })

test('STAT-5 an alert names what closed or reopened, and is urgent if anything closed', async () => {
  const { follow, post, allSent, trails } = await createServerWithFollowers()
  const named = Object.groupBy(trails(), ({ networkId }) => networkId)
  const [only] = named[POOL] ?? []
  const [icarus, other] = named['st-helens'] ?? []
  if (!only || !icarus || !other) throw new Error('the sample has different trails')
  expect(named[POOL]).toHaveLength(1)
  await post()
  await allSent()
  const pools = await follow({ networks: [POOL] })
  const network = await follow({ networks: ['st-helens'] })
  const trail = await follow({ trails: [icarus.id] })
  const last = (phone: PushPhone) => ({ ...read(phone).at(-1), urgency: phone.received.at(-1)?.urgency })
  await post({}, closedTrail(only.id))
  await allSent()
  expect(last(pools)).toMatchObject({ title: 'Dreaming Pools closed', urgency: 'high' })
  await post(
    { 'st-helens': { message: 'Crews at work' } },
    { trails: { ...closedTrail(icarus.id).trails, ...closedTrail(only.id).trails } },
  )
  await allSent()
  expect(last(network)).toMatchObject({
    title: `${icarus.name} closed`,
    body: `St Helens is Partially Open. ${icarus.name} closed. Crews at work.`,
    urgency: 'high',
  })
  expect(last(trail)).toMatchObject({ title: `${icarus.name} closed`, urgency: 'high' })
  await post({}, closedTrail(other.id))
  await allSent()
  expect(last(network)).toMatchObject({ title: `${other.name} closed, ${icarus.name} open again`, urgency: 'high' })
  expect(last(trail)).toMatchObject({ title: `${icarus.name} open again`, urgency: 'normal' })
  expect(last(pools)).toMatchObject({ title: 'Dreaming Pools open again', urgency: 'normal' })
  await post({}, { trails: {} })
  await allSent()
  expect(last(network)).toMatchObject({ title: `${other.name} open again`, body: 'St Helens is Open.', urgency: 'normal' })
})

test('STAT-5 a closure that ended before its alert was sent isn’t announced, and an old change isn’t announced as new', async () => {
  const { follow, post, allSent, database } = await createServerWithFollowers()
  await post()
  await allSent()
  const rider = await follow({ networks: ['st-helens'] })
  rider.answerWith(503)
  await post({ 'st-helens': { status: 'Closed' } })
  await expect
    .poll(async () => (await database.pool.query('select 1 from push_subscriptions where failed_days > 0')).rowCount, { timeout: 15_000 })
    .toBe(1)
  await post()
  rider.answerWith(201)
  await allSent()
  expect(new Set(titles(rider))).toEqual(new Set(['St Helens is open']))
  expect(rider.received.every(({ urgency }) => urgency === 'normal')).toBe(true)
})

test('STAT-5 the subject line of an email names what changed', async () => {
  const { post, allSent, mailServer, database, trails } = await createServerWithFollowers()
  const icarus = trails().find(({ networkId }) => networkId === 'st-helens')
  if (!icarus) throw new Error('the sample has different trails')
  await post()
  await allSent()
  await database.pool.query(
    "insert into status_subscriptions (id, email, networks, created_at) values (gen_random_uuid(), 'jo@example.org', '{st-helens}', now())",
  )
  await post({}, closedTrail(icarus.id, 'Tree down'))
  const closed = await mailServer.emailTo('jo@example.org', 1)
  expect(closed.subject).toBe(`${icarus.name} closed`)
  expect(closed.text).toContain(`St Helens: Partially Open. ${icarus.name} closed.`)
  await post({ 'st-helens': { message: 'Dusty' } }, { trails: {} })
  expect((await mailServer.emailTo('jo@example.org', 2)).subject).toBe(`${icarus.name} open again`)
  await post({ 'st-helens': { message: 'Dry' } }, { trails: {} })
  expect((await mailServer.emailTo('jo@example.org', 3)).subject).toBe('St Helens Open')
})

test('STAT-5 removes a browser’s alerts after failures on three days over 72 hours, but only while other pushes succeed', async () => {
  const { follow, post, allSent, database } = await createServerWithFollowers()
  const failing = await follow({ networks: ['st-helens'] })
  failing.answerWith(500)
  const subscriptions = async () => (await database.pool.query('select id from push_subscriptions')).rowCount
  const failed = async () =>
    (
      await database.pool.query('select failed_days as n, last_failed_on is not null as today from push_subscriptions where id = $1', [
        failing.id,
      ])
    ).rows[0]?.n
  const pretend = (days: number, hours: number) =>
    database.pool.query(
      'update push_subscriptions set failed_days = $1, last_failed_on = current_date - 1, failing_since = now() - make_interval(hours => $2) where id = $3',
      [days, hours, failing.id],
    )
  await post()
  await expect.poll(failed, { timeout: 15_000 }).toBe(1)
  // On the third day, after more than 72 hours, no push has reached any browser, so the server may be at fault.
  await pretend(2, 80)
  await post({ 'st-helens': { status: 'Closed' } })
  await expect.poll(failed, { timeout: 15_000 }).toBe(3)
  expect(await subscriptions()).toBe(1)
  const well = await follow({ networks: ['bay-of-fires'] })
  await post({ 'bay-of-fires': { status: 'Closed' }, 'st-helens': { status: 'Closed' } })
  await expect.poll(() => titles(well), { timeout: 15_000 }).toEqual(['Bay of Fires closed'])
  for (const [days, hours] of [
    [3, 70],
    [1, 200],
  ] as const) {
    await pretend(days, hours)
    await post({ 'bay-of-fires': { status: 'Closed' }, 'st-helens': { status: 'Closed', message: `${days}` } })
    await expect.poll(failed, { timeout: 15_000 }).toBe(days + 1)
    expect(await subscriptions()).toBe(2)
  }
  await pretend(2, 73)
  await post({ 'bay-of-fires': { status: 'Closed' }, 'st-helens': { status: 'Closed', message: 'Once more' } })
  await expect.poll(subscriptions, { timeout: 15_000 }).toBe(1)
  await allSent()
})

test('STAT-5 a single delivered push resets the failure count', async () => {
  const { follow, post, allSent, database } = await createServerWithFollowers()
  const rider = await follow({ networks: ['st-helens'] })
  await database.pool.query(
    "update push_subscriptions set failed_days = 9, last_failed_on = current_date - 1, failing_since = now() - interval '9 days'",
  )
  await post({ 'st-helens': { status: 'Closed' } })
  await allSent()
  expect(titles(rider)).toEqual(['St Helens closed'])
  expect((await database.pool.query('select failed_days, failing_since, last_failed_on from push_subscriptions')).rows).toEqual([
    { failed_days: 0, failing_since: null, last_failed_on: null },
  ])
})
