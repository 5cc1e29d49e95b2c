/**
 * STAT-5: push services that never respond must not delay other deliveries. STAT-11: a closure must not wait behind reopenings. The small
 * sizes run on busy machines and detect only gross deviations.
 */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTestDevice, type Device, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { openPushService, type PushPhone, type PushService, pushKeys } from '@trailwarden/testkit/servers/push-service'
import { pause } from '@trailwarden/testkit/wait'
import { SMTPServer } from 'smtp-server'
import type { FaultTest, Result } from '../fault-test.ts'

const HANGING = {
  small: { phones: 100, hanging: 24, rounds: 1, limit: 2.5 },
  full: { phones: 400, hanging: 96, rounds: 3, limit: 1.5 },
}
const BEHIND = {
  small: { reopenings: 500, rounds: 3, limit: 3 },
  full: { reopenings: 2001, rounds: 5, limit: 2 },
}
const ARRIVE_MS = 120_000
/** Even on a busy machine, everything must be sent within this time. */
const SENT_MS = 400_000
const TAKES_MS = 5

type Subscription = PushPhone['subscription']

const follow = (env: TestEnv, subscriptions: readonly Subscription[], network: string) =>
  env.pool.query(
    `insert into push_subscriptions (id, endpoint, p256dh, auth, networks, trails, created_at)
     select gen_random_uuid(), e, p, a, array[$4], '{}', now() from unnest($1::text[], $2::text[], $3::text[]) as s (e, p, a)`,
    [
      subscriptions.map(({ endpoint }) => endpoint),
      subscriptions.map(({ keys }) => keys.p256dh),
      subscriptions.map(({ keys }) => keys.auth),
      network,
    ],
  )

const unfollow = (env: TestEnv, subscriptions: readonly Subscription[]) =>
  env.pool.query('delete from push_subscriptions where endpoint = any($1)', [subscriptions.map(({ endpoint }) => endpoint)])

type Words = { status: 'Open' | 'Partially Open' | 'Closed'; message: string }

/** The function returns the update's start time. Each update is based on the previous one. */
async function createPoster(env: TestEnv, manager: Device, broken: string[]) {
  const { rows } = await env.pool.query<{ id: string }>('select id from trail_updates order by order_number desc limit 1')
  let latest = rows[0]?.id ?? null
  return async (northWood: Words, quarry: Words): Promise<number> => {
    const [started, id, basedOn] = [Date.now(), randomUUID(), latest]
    latest = id
    const command = manager.command('trail-update', id, { networks: { 'north-wood': northWood, quarry }, basedOn })
    const outcome = (await manager.drain([command])).get(command.id)?.outcome
    if (outcome !== 'applied') broken.push(`an update was ${outcome}`)
    return started
  }
}

/** Reopening alerts are usually limited to certain hours, but the test must run at any time. */
function openAllHours(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fault-sites-'))
  const path = join(directory, 'demo-park')
  cpSync(resolve(import.meta.dirname, '../../../sites/demo-park'), path, { recursive: true })
  const file = join(path, 'site.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), reopeningHours: { from: 0, to: 24 } }))
  return directory
}

async function until(isSo: () => boolean | Promise<boolean>, stop: AbortSignal, limitMs = ARRIVE_MS): Promise<boolean> {
  const started = Date.now()
  while (!(await isSo())) {
    if (stop.aborted || Date.now() - started > limitMs) return false
    await pause(20)
  }
  return true
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.POSITIVE_INFINITY
const tenths = (value: number) => Math.round(value * 100) / 100

async function openHangingEndpoints(service: PushService, count: number) {
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  const subscriptions: Subscription[] = []
  for (let n = 0; n < count; n++) {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    servers.push(server)
    const { keys } = service.aPhone().subscription
    subscriptions.push({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID()}`, keys })
  }
  return {
    subscriptions,
    tried: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    },
  }
}

export const hangingEndpoints: FaultTest = {
  name: 'STAT-5',
  promise: 'STAT-5 push services that never answer delay no other delivery, at small size',
  async run(size, stop): Promise<Result> {
    const { phones: amount, hanging, rounds, limit } = HANGING[size]
    const keys = pushKeys()
    const service = await openPushService(keys.VAPID_PUBLIC_KEY)
    const sites = openAllHours()
    const environment = { PUBLIC_URL: 'https://trails.example.org', OUTBOUND_LOOPBACK: 'true', SITES_DIR: sites, ...keys }
    const env = await openTestEnv({ environment })
    const broken: string[] = []
    const times: Record<string, number[]> = {}
    let [lost, doubled, runs, tried] = [0, 0, 0, 0]
    try {
      await env.start()
      const post = await createPoster(env, await createTestDevice(env, 'manager@example.org'), broken)
      const phones = Array.from({ length: amount }, () => service.aPhone())
      const quarry: Words = { status: 'Open', message: '' }
      await post({ status: 'Closed', message: '' }, quarry)
      // The fan-out would alert the first followers, so it must end before anyone follows.
      await until(async () => (await env.count('select count(*) as n from push_fan_outs')) === 0, stop)
      await follow(
        env,
        phones.map(({ subscription }) => subscription),
        'north-wood',
      )
      const alertAll = async (name: string, status: Words['status']) => {
        const text = `${name} ${randomUUID()}`
        const isSent = ({ received }: PushPhone) => received.some((one) => one.text.includes(text))
        const started = await post({ status, message: text }, quarry)
        await until(() => phones.every(isSent), stop)
        const arrived = phones.map(({ received }) => received.filter((one) => one.text.includes(text)))
        lost += arrived.filter((all) => all.length === 0).length
        doubled += arrived.filter((all) => all.length > 1).length
        const ofPhones = `select count(*) as n from push_messages m join push_subscriptions s on s.id = m.subscription_id where s.endpoint = any($1)`
        await until(async () => (await env.count(ofPhones, [phones.map(({ subscription }) => subscription.endpoint)])) === 0, stop)
        times[name] = [...(times[name] ?? []), Math.max(...arrived.map(([first]) => (first?.at ?? started + ARRIVE_MS) - started))]
      }
      // A server's first requests are slow, so these alerts aren't measured.
      for (const status of ['Partially Open', 'Closed'] as const) await alertAll('first', status)
      for (let round = 0; round < rounds && !stop.aborted; round++) {
        // A change from Closed to Partially Open isn't a closure.
        await alertAll('bulkBaseMs', 'Partially Open')
        await alertAll('closureBaseMs', 'Closed')
        for (const [name, status] of [
          ['bulkBesideHangingMs', 'Partially Open'],
          ['closureBesideHangingMs', 'Closed'],
        ] as const) {
          const endpoints = await openHangingEndpoints(service, hanging)
          await follow(env, endpoints.subscriptions, 'north-wood')
          await alertAll(name, status)
          await until(() => endpoints.tried() >= hanging, stop, 20_000)
          tried += Math.min(endpoints.tried(), hanging)
          runs++
          await unfollow(env, endpoints.subscriptions)
          await endpoints.close()
        }
      }
      if (tried < runs * hanging && !stop.aborted) broken.push(`only ${tried} of ${runs * hanging} hanging endpoints were tried`)
      const medians = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.round(median(all))]))
      const ratioOf = (lane: string) => tenths((medians[`${lane}BesideHangingMs`] ?? 0) / (medians[`${lane}BaseMs`] ?? 1))
      const figures = { deliveries: amount, hanging, ...medians, bulkRatio: ratioOf('bulk'), closureRatio: ratioOf('closure') }
      for (const ratio of [figures.bulkRatio, figures.closureRatio])
        if (ratio > limit) broken.push(`beside ${hanging} hanging endpoints the slowest of ${amount} took ${ratio} times as long`)
      broken.push(...new Set(service.problems))
      return { runs, lost, doubled, broken, figures }
    } finally {
      await env.close()
      await service.close()
      rmSync(sites, { recursive: true, force: true })
    }
  },
}

async function openSink() {
  const taken = new Map<string, number[]>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () =>
        setTimeout(() => {
          for (const { address } of session.envelope.rcptTo) taken.set(address, [...(taken.get(address) ?? []), Date.now()])
          done()
        }, TAKES_MS),
      )
    },
  })
  server.on('error', () => undefined)
  const { port } = await new Promise<AddressInfo>((ready) => {
    const listener = server.listen(0, '127.0.0.1', () => ready(listener.address() as AddressInfo))
  })
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

export const closureFirst: FaultTest = {
  name: 'STAT-11',
  promise: 'STAT-11 a closure alert does not wait behind reopenings, by push and by email, at small size',
  async run(size, stop): Promise<Result> {
    const { reopenings, rounds, limit } = BEHIND[size]
    const keys = pushKeys()
    const service = await openPushService(keys.VAPID_PUBLIC_KEY)
    const sink = await openSink()
    const sites = openAllHours()
    const environment = {
      SMTP_URL: sink.url,
      PUBLIC_URL: 'https://trails.example.org',
      OUTBOUND_LOOPBACK: 'true',
      SITES_DIR: sites,
      ...keys,
    }
    const env = await openTestEnv({ environment })
    const broken: string[] = []
    const times: Record<string, number[]> = {}
    let [lost, doubled, runs] = [0, 0, 0]
    const sunk = (address: string) => sink.taken.get(address) ?? []
    try {
      await env.start()
      const post = await createPoster(env, await createTestDevice(env, 'manager@example.org'), broken)
      const riders = Array.from({ length: reopenings }, () => service.aPhone())
      const addresses = riders.map((_, n) => `rider${n}@example.net`)
      const ofRiders = riders.map(({ subscription }) => subscription)
      const subscribe = (emails: readonly string[], network: string) =>
        env.pool.query(
          `insert into status_subscriptions (id, email, networks, created_at)
           select gen_random_uuid(), email, array[$2], now() from unnest($1::text[]) email`,
          [emails, network],
        )
      const [phone, reader] = [service.aPhone(), 'closures@example.net']
      const waiting = () =>
        env.count(`select (select count(*) from push_messages) + (select count(*) from push_fan_outs)
          + (select count(*) from emails) + (select count(*) from email_fan_outs) as n`)
      const idle = async () => {
        if (!(await until(async () => (await waiting()) === 0, stop, SENT_MS)) && !stop.aborted)
          broken.push(`after ${SENT_MS / 1000} s there were still alerts to send`)
      }
      const open: Words = { status: 'Partially Open', message: '' }
      const closed: Words = { status: 'Closed', message: '' }
      let quarry = closed
      await post(open, quarry)
      await idle()
      await follow(env, [phone.subscription], 'north-wood')
      await subscribe([reader], 'north-wood')

      const closeNorthWood = async (name: string) => {
        const [pushes, emails] = [phone.received.length, sunk(reader).length]
        const started = await post(closed, quarry)
        if (!(await until(() => phone.received.length > pushes && sunk(reader).length > emails, stop)) && !stop.aborted) lost++
        const after = (at: number | undefined) => (at ?? started + ARRIVE_MS) - started
        times[`push${name}Ms`] = [...(times[`push${name}Ms`] ?? []), after(phone.received[pushes]?.at)]
        times[`email${name}Ms`] = [...(times[`email${name}Ms`] ?? []), after(sunk(reader)[emails])]
      }
      const openNorthWood = async () => {
        await post(open, quarry)
        await idle()
      }
      // A server's first requests are slow, so the first alert isn't measured.
      await closeNorthWood('First')
      await openNorthWood()
      let overtaken = Number.POSITIVE_INFINITY
      for (; runs < rounds && !stop.aborted; runs++) {
        await closeNorthWood('Alone')
        await openNorthWood()
        await follow(env, ofRiders, 'quarry')
        await subscribe(addresses, 'quarry')
        const [pushesBefore, emailsBefore] = [riders.map(({ received }) => received.length), addresses.map((one) => sunk(one).length)]
        quarry = open
        await post(open, quarry)
        await closeNorthWood('Behind')
        const pushed = () => riders.filter(({ received }, n) => received.length > (pushesBefore[n] ?? 0)).length
        const emailed = () => addresses.filter((one, n) => sunk(one).length > (emailsBefore[n] ?? 0)).length
        overtaken = Math.min(overtaken, reopenings - pushed(), reopenings - emailed())
        await idle()
        if (!stop.aborted) lost += 2 * reopenings - pushed() - emailed()
        doubled += riders.filter(({ received }, n) => received.length > (pushesBefore[n] ?? 0) + 1).length
        doubled += addresses.filter((one, n) => sunk(one).length > (emailsBefore[n] ?? 0) + 1).length
        // Everyone who would be notified is removed before Quarry closes again.
        await unfollow(env, ofRiders)
        await env.pool.query('delete from status_subscriptions where email = any($1)', [addresses])
        quarry = closed
        await openNorthWood()
      }
      if (overtaken < reopenings / 4) broken.push('the reopenings were sent before the closure, so nothing was overtaken')
      const medians = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.round(median(all))]))
      const ratioOf = (way: string) => tenths((medians[`${way}BehindMs`] ?? 0) / (medians[`${way}AloneMs`] ?? 1))
      const figures = { reopenings, ...medians, pushRatio: ratioOf('push'), emailRatio: ratioOf('email'), leastOvertaken: overtaken }
      if (figures.pushRatio >= limit)
        broken.push(`behind ${reopenings} reopenings a closure by push took ${figures.pushRatio} times as long`)
      if (figures.emailRatio >= limit)
        broken.push(`behind ${reopenings} reopenings a closure by email took ${figures.emailRatio} times as long`)
      broken.push(...new Set(service.problems))
      return { runs, lost, doubled, broken, figures }
    } finally {
      await env.close()
      await service.close()
      rmSync(sites, { recursive: true, force: true })
      await sink.close()
    }
  },
}
