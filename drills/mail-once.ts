/**
 * MAIL: the server is killed at each step of a notification: while the change is written, after it was committed, and while its letter is
 * taken, written, handed over and removed. Each letter must arrive, and once. The notifications are in turn those of an action's life (to the
 * reviewer when it is reported, to its assignee, to its reporter when it is resolved) and of trail status to a subscriber; four kinds and seven
 * steps meet in every pair within 28 runs.
 *
 * One step cannot be made safe by anyone: killed after the mail server took the letter and before that was noted, the next process hands it
 * over again, word for word and with the same Message-ID, by which mailboxes keep one. Those are counted apart (`handedAgain`);
 * a repeat for any other reason, or in other words, counts as doubled.
 */
import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/sync'
import { LETTER_MILESTONES } from '../apps/server/src/mail/mail.ts'
import { type Mailbox, openMailbox } from '../e2e/mailbox.ts'
import { type Drill, pause, type Result } from './drill.ts'
import { AREA, aPhone, letReportsBeReviewed, openWorld, type Phone, type World } from './world.ts'

const STEPS = ['after-apply', 'before-commit', 'after-commit', ...LETTER_MILESTONES]
const AMOUNT = { small: STEPS.length, full: 200 }
const ARRIVE_MS = 60_000

/** What the mail server took, by Message-ID: to whom and in which words, each time. */
function takenBy(mailbox: Mailbox): Map<string, string[]> {
  const byId = Map.groupBy(mailbox.all(), ({ messageId = '' }) => messageId)
  const said = ({ to, subject = '', text = '' }: ReturnType<Mailbox['all']>[number]) => `${to?.[0]?.address}\n${subject}\n${text}`
  return new Map([...byId].map(([id, letters]) => [id, letters.map(said)]))
}

const SUBSCRIBER = 'rider@example.net'
const ASSIGNEE_ID = '00000000-0000-4000-8000-000000000004'

/** Something worth one letter: who does it, to whom it is told, and the words by which that letter is known. */
type Notification = { by: Phone; command: Command; recipient: string; words: string }

/** The kinds in turn: an action is reported, assigned and resolved, then a status is posted. */
function* notifications(member: Phone, manager: Phone): Generator<Notification, never> {
  for (let round = 0; ; round++) {
    const id = randomUUID()
    const words = `Report ${round} of the drill.`
    yield { by: member, command: member.command('action', id, { description: words, area: AREA }), recipient: 'manager@example.org', words }
    yield { by: manager, command: manager.command('action', id, { assignedTo: ASSIGNEE_ID }, 1), recipient: 'admin@example.org', words }
    yield { by: manager, command: manager.command('action', id, { status: 'Resolved' }, 2), recipient: 'member@example.org', words }
    const message = `Update ${round} of the drill.`
    const networks = { 'north-wood': { status: 'Closed', message }, quarry: { status: 'Open', message: '' } }
    yield { by: manager, command: manager.command('trail-update', randomUUID(), { networks }), recipient: SUBSCRIBER, words: message }
  }
}

const subscribe = (world: World) =>
  world.pool.query("insert into status_subscriptions (id, email, networks, created_at) values ($1, $2, '{north-wood}', now())", [
    randomUUID(),
    SUBSCRIBER,
  ])

/** What the queue does by itself two minutes after a sender died, now. */
const noticeTheDead = (world: World) =>
  world.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'")

export const mailOnce: Drill = {
  name: 'MAIL',
  async run(size, stop): Promise<Result> {
    const mail = await openMailbox()
    const world = await openWorld({ environment: { SMTP_URL: mail.url, PUBLIC_URL: 'https://trails.example.org' } })
    const broken: string[] = []
    let [lost, killed, runs, slowestMs] = [0, 0, 0, 0]
    const mayRepeat = new Set<string>()
    try {
      await world.start()
      await letReportsBeReviewed(world)
      await subscribe(world)
      const next = notifications(await aPhone(world, 'member@example.org'), await aPhone(world, 'manager@example.org'))
      const letterOf = ({ recipient, words }: Notification) =>
        [...takenBy(mail)].find(([, times]) => times.some((text) => text.startsWith(`${recipient}\n`) && text.includes(words)))
      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const step = STEPS[runs % STEPS.length] ?? 'letter-taken'
        const notification = next.next().value
        const { by, command } = notification
        world.kill()
        await world.ended()
        await world.start(step)
        await by.send([command])
        const wasKilled = await Promise.race([world.ended().then(() => true), pause(15_000).then(() => false)])
        if (wasKilled) killed++
        else broken.push(`the server lived on past ${step}`)
        if (step === 'letter-handed') mayRepeat.add(letterOf(notification)?.[0] ?? '')
        await noticeTheDead(world)
        if (wasKilled) await world.start()
        const started = Date.now()
        const answers = await by.drain([command])
        if (answers.get(command.id)?.outcome !== 'applied') broken.push(`notification ${runs} has no answer`)
        while (await world.count('select count(*) as n from letters')) {
          if (Date.now() - started > ARRIVE_MS) break
          await pause(50)
        }
        slowestMs = Math.max(slowestMs, Date.now() - started)
        if (!letterOf(notification)) lost++
      }
      const taken = takenBy(mail)
      const handed = [...taken].filter(([, words]) => words.length > 1)
      const wrongly = handed.filter(([id, words]) => !mayRepeat.has(id) || new Set(words).size > 1)
      // One notification, one letter: another Message-ID would be another letter in the mailbox.
      const doubled = wrongly.length + Math.max(0, taken.size - (runs - lost))
      return {
        runs: killed,
        lost,
        doubled,
        broken,
        figures: { notifications: runs, letters: taken.size, handedAgain: handed.length, slowestMs },
      }
    } finally {
      await world.close()
      await mail.close()
    }
  },
}
