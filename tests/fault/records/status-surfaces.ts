/**
 * STATUS: after each step of a random history, all public surfaces must show one status for every network, trail and section (STAT-1). The
 * nginx configuration is our production one, except for a cache lifetime of 1 s instead of 15.
 */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Closure, type PublicStatus, TrailUpdateDocument } from '@trailwarden/domain'
import { knownTrailsOf } from '@trailwarden/site'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { PUBLIC_SURFACES, type SurfaceReader } from '@trailwarden/testkit/devices/public-surfaces'
import { findDifferences } from '@trailwarden/testkit/devices/surface-differences'
import { createTestDevice, openTestEnv, SAMPLE_PASSWORD } from '@trailwarden/testkit/devices/test-env'
import { openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { openPushService, pushKeys } from '@trailwarden/testkit/servers/push-service'
import { pause } from '@trailwarden/testkit/wait'
import { readSiteContent } from '../../../apps/server/src/features/site/site.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 4, full: 200 }
const STEPS = 3
/** Longer than the combined cache lifetimes of nginx and the app. */
const SETTLE_MS = 2200
const ARRIVE_MS = 30_000
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
const RIDER = 'rider@example.net'

const hasJustBegun = (startsAt: string, readAt: number) => {
  const start = Date.parse(startsAt)
  return start > readAt - SETTLE_MS && start <= Date.now()
}

const root = resolve(import.meta.dirname, '../../..')
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const chance = (share: number) => Math.random() < share

/** Reopening alerts are usually limited to certain hours, but the test must run at any time. */
function makeSite(statusNeedsSecondYes: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'fault-sites-'))
  cpSync(join(root, 'sites/demo-park'), join(folder, 'demo-park'), { recursive: true })
  const file = join(folder, 'demo-park/site.json')
  const changed = { statusNeedsSecondYes, reopeningHours: { from: 0, to: 24 } }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changed }))
  return folder
}

async function openWebhookReceiver() {
  const received: { type: string; data: { id: string; networks: Record<string, { status: string; exceptions: string }> } }[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(JSON.parse(body))
      reply.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, close: () => void server.close() }
}

async function runHistories(amount: number, needsApproval: boolean, stop: AbortSignal) {
  const keys = pushKeys()
  const service = await openPushService(keys.VAPID_PUBLIC_KEY)
  const mail = await openMailbox()
  const webhook = await openWebhookReceiver()
  const sites = makeSite(needsApproval)
  const env = await openTestEnv({
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://trails.example.org',
      OUTBOUND_LOOPBACK: 'true',
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      SITES_DIR: sites,
      ...keys,
    },
  })
  const directory = mkdtempSync(join(tmpdir(), 'fault-nginx-'))
  const broken: string[] = []
  let [runs, readings, posted, refused, proposed, oldCopies, readAgain] = [0, 0, 0, 0, 0, 0, 0]
  try {
    await env.start()
    const nginx = await startNginx({ directory, appPorts: [env.port], copyLifetime: '1s' })
    try {
      const content = await readSiteContent(join(root, 'sites/demo-park'), join(root, 'apps/web/help'))
      const { site, bundle } = content
      const trails = knownTrailsOf(bundle)
      const [manager, administrator] = [
        await createTestDevice(env, 'manager@example.org'),
        await createTestDevice(env, 'admin@example.org'),
      ]
      const proof = { password: SAMPLE_PASSWORD }
      const made = await fetch(`${env.address}/api/keys`, {
        method: 'POST',
        headers: administrator.headers,
        body: JSON.stringify({ name: 'Weather station', scopes: ['read-status', 'post-status'], days: 30, proof }),
      })
      if (!made.ok) throw new Error(`no API key was created: ${made.status}`)
      const { secret } = (await made.json()) as { secret: string }
      const byKey = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      await fetch(`${env.address}/api/webhooks`, {
        method: 'POST',
        headers: administrator.headers,
        body: JSON.stringify({ name: 'Signs', url: webhook.url, events: ['status'], proof }),
      })
      const phone = service.aPhone()
      const followed = { networks: site.networks.map(({ id }) => id), trails: trails.map(({ id }) => id) }
      await fetch(`${env.address}/api/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ ...phone.subscription, ...followed, reopenings: true }),
      })
      await env.pool.query(`insert into status_subscriptions (id, email, networks, created_at) values (gen_random_uuid(), $1, $2, now())`, [
        RIDER,
        followed.networks,
      ])

      let postAnswer: string | null = null
      let stored: PublicStatus | null = null
      let [pushesBefore, emailsBefore] = [0, 0]
      let latest: TrailUpdateDocument | null = null
      const readLatest = async () => {
        const { rows } = await env.pool.query('select * from trail_updates order by order_number desc, created_at desc limit 1')
        const row = rows[0]
        const { posted: _, ...fields } = Object.fromEntries(
          Object.entries(row ?? {}).map(([name, value]) => [name.replace(/_(\w)/g, (__, first: string) => first.toUpperCase()), value]),
        )
        latest = row ? TrailUpdateDocument.parse(JSON.parse(JSON.stringify({ ...fields, orderNumber: Number(fields.orderNumber) }))) : null
        return latest
      }
      let copy = ''
      const get = async (path: string, headers: Record<string, string> = {}) => {
        for (const started = Date.now(); ; await pause(100)) {
          const reply = await fetch(`${nginx.url}${path}`, { headers })
          if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
          const text = await reply.text()
          copy = reply.headers.get('x-cache') ?? ''
          // If the app doesn't respond in time, nginx serves an old copy and marks it as old.
          if (!['STALE', 'UPDATING'].includes(copy) || Date.now() - started > ARRIVE_MS) return text
          oldCopies += 1
        }
      }
      const surfaces: SurfaceReader = {
        site,
        networks: site.networks,
        trails,
        now: () => new Date(),
        get,
        getByKey: (path) => get(path, byKey),
        postAnswer: () => postAnswer,
        webhookData: () => webhook.received.findLast(({ data }) => data.id === latest?.id)?.data ?? null,
        document: () => latest,
        storedAnswer: () => stored,
        push(kind, id) {
          const pushed = phone.received.slice(pushesBefore).map(({ text }) => JSON.parse(text))
          const news = pushed.findLast((one) => one.kind === kind && one.topic === id)
          return news ? `${news.title}\n${news.body}` : null
        },
        pushedStatus: () => JSON.parse(phone.received.slice(pushesBefore).at(-1)?.text ?? '{}').status ?? null,
        email: () =>
          mail
            .all()
            .slice(emailsBefore)
            .findLast(({ to }) => to?.[0]?.address === RIDER)?.text ?? null,
      }

      const closureOf = (): Closure => {
        const trail = pick(trails)
        const isWhole = chance(0.15)
        const [from = null, to = null] = trail.posts
        const section = !isWhole && chance(0.6) && from && to ? { from, to } : null
        const startsAt = chance(0.6) ? null : new Date(Date.now() + 1000 + Math.random() * 4000).toISOString()
        return {
          id: randomUUID(),
          networkId: trail.networkId,
          trailId: isWhole ? null : trail.id,
          section,
          level: section && chance(0.3) ? 'Limited' : 'Closed',
          message: '',
          wayAround: '',
          startsAt,
          endsAt: null,
          reopens: null,
        }
      }
      const post = async (isFirst: boolean) => {
        const networks = Object.fromEntries(
          site.networks.map(({ id }) => [id, { status: pick(STATUSES), message: pick(['', 'Dry', 'Wind']) }]),
        )
        const words = Object.fromEntries(trails.flatMap(({ id }) => (chance(0.2) ? [[id, { status: pick(STATUSES), message: '' }]] : [])))
        const remaining = isFirst ? [] : (latest?.closures ?? []).filter(() => chance(0.6))
        const closures = [...remaining, ...(chance(0.6) ? [closureOf()] : [])]
        const isLate = !isFirst && chance(0.25)
        const based = isLate
          ? pick([{}, { basedOn: null }, { basedOn: randomUUID() }])
          : { basedOn: latest?.id ?? null, basedOnNumber: latest?.orderNumber }
        const patch = { networks, ...(chance(0.8) && { trails: words, closures }), ...based }
        const id = randomUUID()
        postAnswer = null
        if (chance(0.3)) {
          const { basedOnNumber: _, ...body } = patch as Record<string, unknown>
          const reply = await fetch(`${nginx.url}/api/v1/status-updates/${id}`, {
            method: 'PUT',
            headers: byKey,
            body: JSON.stringify(body),
          })
          if (reply.ok) postAnswer = await reply.text()
          return reply.ok
        }
        const command = manager.command('trail-update', id, patch)
        const answer = (await manager.drain([command], ARRIVE_MS, nginx.url)).get(command.id)
        if (answer?.refusal?.code !== 'needs-second-yes') return answer?.outcome === 'applied'
        const proposal = { ...patch, trails: words, closures, basedOn: latest?.id ?? null } as Record<string, unknown>
        delete proposal.basedOnNumber
        const proposing = manager.command('status-proposal', randomUUID(), proposal)
        await manager.drain([proposing], ARRIVE_MS, nginx.url)
        proposed += 1
        if (chance(0.3)) return false
        const confirming = administrator.command('status-proposal', proposing.recordId, { confirm: true }, 1)
        return (await administrator.drain([confirming], ARRIVE_MS, nginx.url)).get(confirming.id)?.outcome === 'applied'
      }
      const waiting = () =>
        env.count(
          `select (select count(*) from push_messages) + (select count(*) from push_fan_outs where starts_at is null or starts_at < now())
            + (select count(*) from emails) + (select count(*) from email_fan_outs) + (select count(*) from webhook_messages where done_at is null) as n`,
        )

      for (; runs < amount && !stop.aborted && broken.length < 5; runs++) {
        for (let step = 0; step < STEPS; step++) {
          pushesBefore = phone.received.length
          emailsBefore = mail.all().length
          if (await post(step === 0 && runs === 0)) posted += 1
          else refused += 1
          const before = latest as TrailUpdateDocument | null
          await readLatest()
          const isNew = before?.id !== (latest as TrailUpdateDocument | null)?.id
          const started = Date.now()
          // The stored status is what a phone had when it was last in range. Planned closures begin later.
          const isCurrent = () => (stored?.orderNumber ?? 0) >= ((latest as TrailUpdateDocument | null)?.orderNumber ?? 0)
          stored = null
          while (!isCurrent() && Date.now() - started < ARRIVE_MS) {
            stored = JSON.parse(await get('/api/public/status')) as PublicStatus
            if (!isCurrent()) await pause(50)
          }
          while ((await waiting()) > 0 && Date.now() - started < ARRIVE_MS) await pause(50)
          await pause(SETTLE_MS)
          if (!latest) continue
          for (const surface of PUBLIC_SURFACES) {
            // A message describes an earlier moment and contains only changes. A planned closure may have begun since then.
            const isMoment = /^(PUT|push|status email|webhook)/.test(surface.name)
            const mayHaveBegun = (latest as TrailUpdateDocument).closures.some(
              ({ startsAt }) => startsAt && Date.parse(startsAt) > started - 2000,
            )
            if (isMoment && (!isNew || mayHaveBegun)) continue
            let from = Date.now()
            let reading = await surface.read(surfaces)
            // A page shows the status at the time it was rendered. If a closure began around that time, the page is read again.
            while ((latest as TrailUpdateDocument).closures.some(({ startsAt }) => startsAt && hasJustBegun(startsAt, from))) {
              await pause(SETTLE_MS)
              from = Date.now()
              reading = await surface.read(surfaces)
              readAgain += 1
            }
            if (!reading) continue
            readings += 1
            broken.push(
              ...findDifferences(surface.name, reading, latest, surfaces).map(
                (text) => `history ${runs}, step ${step}, copy ${copy}: ${text}`,
              ),
            )
          }
        }
      }
      if (service.problems.length > 0) broken.push(...new Set(service.problems))
      return { runs, broken, figures: { readings, posted, refused, proposed, oldCopies, readAgain } }
    } finally {
      await nginx.destroy()
    }
  } finally {
    await env.close()
    await service.close()
    await mail.close()
    webhook.close()
    rmSync(sites, { recursive: true, force: true })
  }
}

export const statusAgrees: FaultTest = {
  name: 'STATUS',
  promise: 'STAT-1 through nginx every public surface shows the same status for every network, trail and section',
  async run(size, stop, times = AMOUNT[size]): Promise<Result> {
    buildApp()
    // The two histories mostly wait for caches to expire, so they run at one time.
    const [plain, approved] = await Promise.all([
      runHistories(Math.ceil(times / 2), false, stop),
      runHistories(Math.floor(times / 2), true, stop),
    ])
    const sum = (name: keyof typeof plain.figures) => plain.figures[name] + approved.figures[name]
    const figures = {
      surfaces: PUBLIC_SURFACES.length,
      readings: sum('readings'),
      posted: sum('posted'),
      refused: sum('refused'),
      proposed: sum('proposed'),
      oldCopies: sum('oldCopies'),
      readAgain: sum('readAgain'),
    }
    return { runs: plain.runs + approved.runs, lost: 0, doubled: 0, broken: [...plain.broken, ...approved.broken], figures }
  },
}
