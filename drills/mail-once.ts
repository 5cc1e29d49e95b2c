/**
 * MAIL: the server is killed at each step of a notification: while the change is written, after it was committed, and while its letter is
 * taken, written, handed over and removed. Each letter must arrive, and once.
 *
 * One step cannot be made safe by anyone: killed after the mail server took the letter and before that was noted, the next process hands it
 * over again, word for word and with the same Message-ID, by which mailboxes keep one. Those are counted apart (`handedAgain`);
 * a repeat for any other reason, or in other words, counts as doubled.
 */
import { randomUUID } from 'node:crypto'
import { LETTER_MILESTONES } from '../apps/server/src/mail/mail.ts'
import { type Mailbox, openMailbox } from '../e2e/mailbox.ts'
import { type Drill, pause, type Result } from './drill.ts'
import { AREA, aPhone, letReportsBeReviewed, openWorld, type World } from './world.ts'

const STEPS = ['after-apply', 'before-commit', 'after-commit', ...LETTER_MILESTONES]
const AMOUNT = { small: STEPS.length, full: 200 }
const ARRIVE_MS = 60_000

/** What the mail server took, by Message-ID: the words of each time. */
function takenBy(mailbox: Mailbox): Map<string, string[]> {
  const byId = Map.groupBy(mailbox.all(), ({ messageId = '' }) => messageId)
  return new Map([...byId].map(([id, letters]) => [id, letters.map(({ subject = '', text = '' }) => `${subject}\n${text}`)]))
}

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
      const phone = await aPhone(world, 'member@example.org')
      const letterOf = (description: string) => [...takenBy(mail)].find(([, words]) => words.some((text) => text.includes(description)))
      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const step = STEPS[runs % STEPS.length] ?? 'letter-taken'
        const description = `Report ${runs} of the drill.`
        world.kill()
        await world.ended()
        await world.start(step)
        const report = phone.command('action', randomUUID(), { description, area: AREA })
        await phone.send([report])
        const wasKilled = await Promise.race([world.ended().then(() => true), pause(15_000).then(() => false)])
        if (wasKilled) killed++
        else broken.push(`the server lived on past ${step}`)
        if (step === 'letter-handed') mayRepeat.add(letterOf(description)?.[0] ?? '')
        await noticeTheDead(world)
        if (wasKilled) await world.start()
        const started = Date.now()
        const answers = await phone.drain([report])
        if (answers.get(report.id)?.outcome !== 'applied') broken.push(`report ${runs} has no answer`)
        while (await world.count('select count(*) as n from letters')) {
          if (Date.now() - started > ARRIVE_MS) break
          await pause(50)
        }
        slowestMs = Math.max(slowestMs, Date.now() - started)
        if (!letterOf(description)) lost++
      }
      const taken = takenBy(mail)
      const handed = [...taken].filter(([, words]) => words.length > 1)
      const wrongly = handed.filter(([id, words]) => !mayRepeat.has(id) || new Set(words).size > 1)
      // One report, one letter: another Message-ID would be another letter in the mailbox.
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
