/**
 * MAIL: the server is killed at each step of a notification, and each email must arrive exactly once. One step can't be made safe: after a
 * kill between the mail server's acceptance and its recording, the email is sent again with its Message-ID, so that mailboxes show it once.
 * `handedAgain` counts these repeats.
 */

import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/api'
import { AREA, createTestDevice, type Device, letReportsBeReviewed, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Mailbox, openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { pause } from '@trailwarden/testkit/wait'
import { EMAIL_MILESTONES } from '../../../apps/server/src/mail/delivery.ts'
import { FAN_OUT_MILESTONES } from '../../../apps/server/src/mail/fan-out.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const STEPS = ['after-apply', 'before-commit', 'after-commit', ...EMAIL_MILESTONES]
const [TAKEN, WRITTEN, COMMITTED] = FAN_OUT_MILESTONES
// In the second batch or between the first two, only some recipients' emails are queued.
const FAN_OUT_STEPS = [`${WRITTEN}:2`, COMMITTED, TAKEN]
const AMOUNT = { small: 12, full: 200 }
/** Every fourth notification is a trail status, which goes through the steps of a fan-out first. */
function stepOf(run: number): string {
  const round = Math.floor(run / 4)
  const steps = run % 4 === 3 ? [...FAN_OUT_STEPS, ...STEPS] : STEPS
  return steps[run % 4 === 3 ? round % steps.length : (round * 3 + (run % 4)) % steps.length] ?? 'email-taken'
}
const ARRIVE_MS = 60_000

/** Notices about the phones' own logins aren't part of the test. */
function takenBy(mailbox: Mailbox): Map<string, string[]> {
  const emails = mailbox.all().filter(({ subject = '' }) => !subject.startsWith('New sign-in'))
  const byId = Map.groupBy(emails, ({ messageId = '' }) => messageId)
  const contentOf = ({ to, subject = '', text = '' }: ReturnType<Mailbox['all']>[number]) => `${to?.[0]?.address}\n${subject}\n${text}`
  return new Map([...byId].map(([id, emails]) => [id, emails.map(contentOf)]))
}

const SUBSCRIBERS = Array.from({ length: 25 }, (_, n) => `rider${n}@example.net`)
const ASSIGNEE_ID = '00000000-0000-4000-8000-000000000004'

/** `text` identifies the email. */
type Notification = { by: Device; command: Command; recipients: readonly string[]; text: string }

function* notifications(member: Device, manager: Device): Generator<Notification, never> {
  for (let round = 0; ; round++) {
    const id = randomUUID()
    const text = `Report ${round} of the fault test.`
    yield {
      by: member,
      command: member.command('action', id, { description: text, area: AREA }),
      recipients: ['manager@example.org'],
      text,
    }
    yield { by: manager, command: manager.command('action', id, { assignedTo: ASSIGNEE_ID }, 1), recipients: ['admin@example.org'], text }
    yield { by: manager, command: manager.command('action', id, { status: 'Resolved' }, 2), recipients: ['member@example.org'], text }
    const message = `Update ${round} of the fault test.`
    const networks = { 'north-wood': { status: 'Closed', message }, quarry: { status: 'Open', message: '' } }
    yield { by: manager, command: manager.command('trail-update', randomUUID(), { networks }), recipients: SUBSCRIBERS, text: message }
  }
}

const subscribe = (env: TestEnv) =>
  env.pool.query(
    "insert into status_subscriptions (id, email, networks, created_at) select gen_random_uuid(), email, '{north-wood}', now() from unnest($1::text[]) email",
    [SUBSCRIBERS],
  )

/** The queue itself would requeue active jobs two minutes after the sender died. */
const noticeTheDead = (env: TestEnv) => env.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'")

export const mailOnce: FaultTest = {
  name: 'MAIL',
  async run(size, stop): Promise<Result> {
    const mail = await openMailbox()
    const environment = { SMTP_URL: mail.url, PUBLIC_URL: 'https://trails.example.org', FAN_OUT_BATCH: '10' }
    const env = await openTestEnv({ environment })
    const broken: string[] = []
    let [lost, killed, runs, expected, slowestMs] = [0, 0, 0, 0, 0]
    const mayRepeat = new Set<string>()
    try {
      await env.start()
      await letReportsBeReviewed(env)
      await subscribe(env)
      const next = notifications(await createTestDevice(env, 'member@example.org'), await createTestDevice(env, 'manager@example.org'))
      const arrived = ({ recipients, text }: Notification) => {
        const all = [...takenBy(mail).values()].flat().filter((email) => email.includes(text))
        return recipients.filter((recipient) => all.some((email) => email.startsWith(`${recipient}\n`))).length
      }
      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const step = stepOf(runs)
        const notification = next.next().value
        const { by, command } = notification
        env.kill()
        await env.ended()
        await env.start(step)
        await by.send([command])
        const wasKilled = await Promise.race([env.ended().then(() => true), pause(15_000).then(() => false)])
        if (wasKilled) killed++
        else broken.push(`the server was not killed at ${step}`)
        // The mail server accepted these emails, but their row still exists, so they may be sent again after the kill.
        await pause(200)
        const { rows } = await env.pool.query<{ id: string }>('select id from emails')
        for (const id of takenBy(mail).keys()) if (rows.some((row) => id.includes(row.id))) mayRepeat.add(id)
        await noticeTheDead(env)
        if (wasKilled) await env.start()
        const started = Date.now()
        const answers = await by.drain([command])
        if (answers.get(command.id)?.outcome !== 'applied') broken.push(`notification ${runs} has no answer`)
        while (await env.count('select (select count(*) from emails) + (select count(*) from email_fan_outs) as n')) {
          if (Date.now() - started > ARRIVE_MS) break
          await pause(50)
        }
        slowestMs = Math.max(slowestMs, Date.now() - started)
        expected += notification.recipients.length
        lost += notification.recipients.length - arrived(notification)
      }
      const taken = takenBy(mail)
      const handed = [...taken].filter(([, copies]) => copies.length > 1)
      const wrongly = handed.filter(([id, copies]) => !mayRepeat.has(id) || new Set(copies).size > 1)
      // A copy with a different Message-ID would appear as a separate email in the mailbox.
      const doubled = wrongly.length + Math.max(0, taken.size - (expected - lost))
      return {
        runs: killed,
        lost,
        doubled,
        broken,
        figures: { notifications: runs, emails: taken.size, handedAgain: handed.length, slowestMs },
      }
    } finally {
      await env.close()
      await mail.close()
    }
  },
}
