/**
 * MAIL: the server is killed at each step of a notification: while the change is written, after it was committed, while its email is
 * taken, written, handed over and removed, and, where it goes to many, while the fan-out is taken, writes a batch and has committed one.
 * Each email must arrive, and once. The notifications are in turn those of an action's life (to the reviewer when it is reported, to its
 * assignee, to its reporter when it is resolved) and of trail status to 25 subscribers, in batches of 10; every kind meets every one of
 * its steps within 40 runs.
 *
 * One step cannot be made safe by anyone: killed after the mail server took the email and before that was noted, the next process hands it
 * over again, unchanged and with the same Message-ID, by which mailboxes show one. Those are counted apart (`handedAgain`);
 * a repeat for any other reason, or with another text, counts as doubled.
 */

import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/api'
import { type Mailbox, openMailbox } from '@trailwarden/testkit/mailbox'
import { AREA, aDevice, type Device, letReportsBeReviewed, openTestEnv, type TestEnv } from '@trailwarden/testkit/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { EMAIL_MILESTONES } from '../../apps/server/src/mail/delivery.ts'
import { FAN_OUT_MILESTONES } from '../../apps/server/src/mail/fan-out.ts'
import type { FaultTest, Result } from './fault-test.ts'

const STEPS = ['after-apply', 'before-commit', 'after-commit', ...EMAIL_MILESTONES]
const [TAKEN, WRITTEN, COMMITTED] = FAN_OUT_MILESTONES
// Killed in the second batch and between the first two: some have their email queued and some have not.
const FAN_OUT_STEPS = [`${WRITTEN}:2`, COMMITTED, TAKEN]
const AMOUNT = { small: 12, full: 200 }
/** Of trail status, the fourth kind in turn, the steps of a fan-out come first. */
function stepOf(run: number): string {
  const round = Math.floor(run / 4)
  const steps = run % 4 === 3 ? [...FAN_OUT_STEPS, ...STEPS] : STEPS
  return steps[run % 4 === 3 ? round % steps.length : (round * 3 + (run % 4)) % steps.length] ?? 'email-taken'
}
const ARRIVE_MS = 60_000

/** What the mail server took, by Message-ID: to whom and with which text, each time. Not the notices of the phones' own sign-ins. */
function takenBy(mailbox: Mailbox): Map<string, string[]> {
  const emails = mailbox.all().filter(({ subject = '' }) => !subject.startsWith('New sign-in'))
  const byId = Map.groupBy(emails, ({ messageId = '' }) => messageId)
  const contentOf = ({ to, subject = '', text = '' }: ReturnType<Mailbox['all']>[number]) => `${to?.[0]?.address}\n${subject}\n${text}`
  return new Map([...byId].map(([id, emails]) => [id, emails.map(contentOf)]))
}

const SUBSCRIBERS = Array.from({ length: 25 }, (_, n) => `rider${n}@example.net`)
const ASSIGNEE_ID = '00000000-0000-4000-8000-000000000004'

/** A change that causes an email: who makes it, who is notified, and the text that identifies the email. */
type Notification = { by: Device; command: Command; recipients: readonly string[]; text: string }

/** The kinds in turn: an action is reported, assigned and resolved, then a status is posted. */
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

/** What the queue does by itself two minutes after a sender died, now. */
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
      const next = notifications(await aDevice(env, 'member@example.org'), await aDevice(env, 'manager@example.org'))
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
        else broken.push(`the server lived on past ${step}`)
        // What the mail server took and still has its row: those that this kill will repeat.
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
      // One email for each recipient: another Message-ID would be another email in the mailbox.
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
