/**
 * PUSH: the server is killed at each step of an alert. Each phone must receive the latest state and no message twice. A repeat after a kill
 * has an identical Topic and text, so that a push service and a phone show one message (RFC 8030). `handedAgain` counts these repeats.
 */
import { randomUUID } from 'node:crypto'
import { createTestDevice, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { openPushService, type PushService, pushKeys } from '@trailwarden/testkit/servers/push-service'
import { pause } from '@trailwarden/testkit/wait'
import { PUSH_MILESTONES } from '../../../apps/server/src/features/trail-status/alerts/alert-work.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const [TAKEN, WRITTEN, COMMITTED, PUSH_TAKEN, HANDED, REMOVED] = PUSH_MILESTONES
// The small size covers the steps after which an alert is only partly sent. MAIL also covers the steps of an update.
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

/** The queue itself would requeue active jobs two minutes after the sender died. */
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
      const manager = await createTestDevice(env, 'manager@example.org')
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
        if (figures.postMs > POST_LIMIT_MS) broken.push(`publishing took ${figures.postMs} ms`)
        const handOverFrom = Date.now()
        figures.handedOverMs = await untilHandedOver(env, ARRIVE_MS[size])
        while ((await env.count('select count(*) as n from email_fan_outs')) && Date.now() - handOverFrom < ARRIVE_MS[size])
          await pause(200)
        // The mail server accepts emails at its own pace (P14), so queued and accepted emails count.
        figures.emails = (await env.count('select count(*) as n from emails')) + mail.all().length
        figures.emailsWrittenMs = Date.now() - handOverFrom
        if (figures.emails < EMAILS[size]) lost += EMAILS[size] - figures.emails
        lost += lacking('To all.')
        // With all phones and email addresses, each of the kills below would take a minute.
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
        // An alert to these phones needs several small batches.
        await env.start(step, { FAN_OUT_BATCH: '10' })
        await manager.send([command])
        const wasKilled = await Promise.race([env.ended().then(() => true), pause(20_000).then(() => false)])
        if (wasKilled) killed++
        else broken.push(`the server was not killed at ${step}`)
        await noticeTheDead(env)
        if (wasKilled) await env.start()
        const answers = await manager.drain([command])
        if (answers.get(command.id)?.outcome !== 'applied') broken.push(`alert ${runs} has no answer`)
        slowestMs = Math.max(slowestMs, await untilHandedOver(env, ARRIVE_MS.small))
        lost += lacking(text)
        for (const [at, { received }] of phones.entries()) {
          const fresh = received.slice(before[at])
          handedAgain += Math.max(0, fresh.length - 1)
          // A repeat with a different Topic or text would appear as a second message. The enclosed status contains the time when it was
          // read, so it doesn't count.
          doubled +=
            new Set(fresh.map(({ topic, text: pushed }) => topic + JSON.stringify({ ...JSON.parse(pushed), status: null }))).size > 1
              ? 1
              : 0
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
