/**
 * PUSH: the server is killed at each step of an alert: while the post is written and after it was committed, while the fan-out is taken,
 * writes a batch and has committed one, while pushes are taken, handed over and removed. Each phone must get the last state, and nothing
 * else twice: what a kill repeats has the same Topic and the same words, by which a push service and a phone show one (RFC 8030). Those
 * are counted apart (`handedAgain`).
 *
 * In the full size, first 10,000 phones and 100,000 email addresses follow: a post must return within half a second, and all of them must be handed over.
 */
import { randomUUID } from 'node:crypto'
import { openMailbox } from '@trailwarden/testkit/mailbox'
import { openPushService, type PushService, pushKeys } from '@trailwarden/testkit/push-service'
import { aDevice, openTestEnv, type TestEnv } from '@trailwarden/testkit/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { PUSH_MILESTONES } from '../../apps/server/src/features/trail-status/alert-work.ts'
import type { FaultTest, Result } from './fault-test.ts'

const [TAKEN, WRITTEN, COMMITTED, PUSH_TAKEN, HANDED, REMOVED] = PUSH_MILESTONES
// The small size makes those that leave an alert half sent; the steps of a post are also MAIL's.
const STEPS = [`${WRITTEN}:2`, HANDED, COMMITTED, TAKEN, PUSH_TAKEN, REMOVED, 'after-apply', 'before-commit', 'after-commit']
const AMOUNT = { small: 3, full: 36 }
const PHONES = { small: 25, full: 10_000 }
const EMAILS = { small: 0, full: 100_000 }
const ARRIVE_MS = { small: 60_000, full: 200_000 }
const POST_LIMIT_MS = 500
const NETWORK = 'north-wood'

async function follow(env: TestEnv, service: PushService, count: number) {
  const phones = Array.from({ length: count }, () => service.aPhone())
  const column = (pick: (phone: (typeof phones)[number]) => string) => phones.map(pick)
  await env.pool.query(
    `insert into push_subscriptions (id, endpoint, p256dh, auth, networks, trails, created_at)
     select gen_random_uuid(), e, p, a, '{north-wood}', '{}', now() from unnest($1::text[], $2::text[], $3::text[]) as s (e, p, a)`,
    [
      column(({ subscription }) => subscription.endpoint),
      column(({ subscription }) => subscription.keys.p256dh),
      column(({ subscription }) => subscription.keys.auth),
    ],
  )
  return phones
}

/** What the queue does by itself two minutes after a sender died, now. */
const noticeTheDead = (env: TestEnv) => env.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'")

const waiting = (env: TestEnv) => env.count('select (select count(*) from push_messages) + (select count(*) from push_fan_outs) as n')

async function untilHandedOver(env: TestEnv, limitMs: number): Promise<number> {
  const started = Date.now()
  while ((await waiting(env)) && Date.now() - started < limitMs) await pause(50)
  return Date.now() - started
}

const update = (message: string) => ({
  networks: { [NETWORK]: { status: 'Closed', message }, quarry: { status: 'Open', message: '' } },
})

export const pushOnce: FaultTest = {
  name: 'PUSH',
  async run(size, stop): Promise<Result> {
    const keys = pushKeys()
    const service = await openPushService(keys.VAPID_PUBLIC_KEY)
    const mail = await openMailbox()
    const environment = { SMTP_URL: mail.url, PUBLIC_URL: 'https://trails.example.org', OUTBOUND_LOOPBACK: 'true', ...keys }
    const env = await openTestEnv({ environment })
    const broken: string[] = []
    let [lost, doubled, killed, runs, handedAgain, slowestMs] = [0, 0, 0, 0, 0, 0]
    const figures: Record<string, number> = {}
    try {
      await env.start()
      const manager = await aDevice(env, 'manager@example.org')
      const phones = await follow(env, service, PHONES[size])
      const lacking = (text: string) => phones.filter(({ received }) => !received.at(-1)?.text.includes(text)).length
      if (EMAILS[size] > 0) {
        await env.pool.query(
          `insert into status_subscriptions (id, email, networks, created_at)
           select gen_random_uuid(), 'rider' || n || '@example.net', '{north-wood}', now() from generate_series(1, $1::integer) n`,
          [EMAILS[size]],
        )
        const command = manager.command('trail-update', randomUUID(), update('To all.'))
        const started = performance.now()
        await manager.drain([command])
        figures.postMs = Math.round(performance.now() - started)
        if (figures.postMs > POST_LIMIT_MS) broken.push(`the post took ${figures.postMs} ms`)
        const handOverFrom = Date.now()
        figures.handedOverMs = await untilHandedOver(env, ARRIVE_MS[size])
        while ((await env.count('select count(*) as n from email_fan_outs')) && Date.now() - handOverFrom < ARRIVE_MS[size])
          await pause(200)
        // Written for each address, once; the mail server takes them in its own time (P14).
        figures.emails = (await env.count('select count(*) as n from emails')) + mail.all().length
        figures.emailsWrittenMs = Date.now() - handOverFrom
        if (figures.emails < EMAILS[size]) lost += EMAILS[size] - figures.emails
        lost += lacking('To all.')
        // What follows is about kills: with all phones each would take a minute.
        await env.pool.query('delete from status_subscriptions')
        await env.pool.query('delete from emails')
        const left = phones.splice(25).map(({ subscription }) => subscription.endpoint)
        await env.pool.query('delete from push_subscriptions where endpoint = any($1)', [left])
      }
      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const step = STEPS[runs % STEPS.length] ?? TAKEN
        const text = `Alert ${runs} of the fault test.`
        const command = manager.command('trail-update', randomUUID(), update(text))
        const before = phones.map(({ received }) => received.length)
        env.kill()
        await env.ended()
        // Batches so small that an alert to these phones takes several.
        await env.start(step, { FAN_OUT_BATCH: '10' })
        await manager.send([command])
        const wasKilled = await Promise.race([env.ended().then(() => true), pause(20_000).then(() => false)])
        if (wasKilled) killed++
        else broken.push(`the server lived on past ${step}`)
        await noticeTheDead(env)
        if (wasKilled) await env.start()
        const answers = await manager.drain([command])
        if (answers.get(command.id)?.outcome !== 'applied') broken.push(`alert ${runs} has no answer`)
        slowestMs = Math.max(slowestMs, await untilHandedOver(env, ARRIVE_MS.small))
        lost += lacking(text)
        for (const [at, { received }] of phones.entries()) {
          const fresh = received.slice(before[at])
          handedAgain += Math.max(0, fresh.length - 1)
          // Another Topic or other words would be a second message on the phone.
          doubled += new Set(fresh.map(({ topic, text: words }) => topic + words)).size > 1 ? 1 : 0
        }
      }
      if (service.problems.length > 0) broken.push(...new Set(service.problems))
      const pushes = service.phones.reduce((sum, { received }) => sum + received.length, 0)
      return { runs: killed, lost, doubled, broken, figures: { ...figures, alerts: runs, pushes, handedAgain, slowestMs } }
    } finally {
      await env.close()
      await service.close()
      await mail.close()
    }
  },
}
