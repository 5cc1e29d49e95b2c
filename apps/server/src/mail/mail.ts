/**
 * Letters are sent if and only if the change they tell of was committed: `post` writes the letter and its job in the caller's
 * transaction, and a worker in any of the processes takes it from there.
 *
 * Each letter goes out once, however often processes crash, with one honest exception: when a process dies after the mail server
 * took the letter and before our row is gone, it is sent a second time, with the same words, link and Message-ID. SMTP has no way
 * to ask whether a letter had arrived, so the choice is between twice and perhaps never.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, LetterRow, Tx } from '#db/database.ts'
import { LetterRefused, type Transport } from './transport.ts'

export type Written = { subject: string; text: string; html: string; unsubscribeUrl?: string }

/** Turns a waiting letter into words, just before it goes; null when there is nobody to write to after all. */
export type LetterWriter = (tx: Tx, letter: LetterRow, now: Date) => Promise<Written | null>

type Posted = { kind: string; recipient: string; personId?: string; details?: Record<string, string> }

/** Points in the life of a letter at which a drill may end the process (`npm run drill -- MAIL`). In service nothing happens there. */
export const LETTER_MILESTONES = ['letter-taken', 'letter-written', 'letter-handed', 'letter-removed'] as const
export type LetterMilestone = (typeof LETTER_MILESTONES)[number]

export type Mail = {
  post(tx: Tx, letter: Posted, now: Date): Promise<void>
  /** Many at once, in few statements: the transaction of a post must not last longer for every reader of its news. */
  postAll(tx: Tx, letters: readonly Posted[], now: Date): Promise<void>
  /** Begins to send what waits, and goes on until `stop`. */
  startSending(): Promise<void>
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }

const QUEUE = 'letters'
const KEEP_UNSENT_DAYS = 7
/** Letters in one statement. */
const AT_ONCE = 500

export async function openMail(
  { db, pool }: { db: Db; pool: pg.Pool },
  transport: Transport,
  writers: Readonly<Record<string, LetterWriter>>,
  log: Log,
  reach: (milestone: LetterMilestone) => void = () => undefined,
): Promise<Mail> {
  // Every 15 s it looks for letters whose sender died.
  const looking = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 }
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schedule: false, ...looking })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of letters is disturbed'))
  await boss.start()
  await boss.createQueue(QUEUE, {
    // Tries for about two days, in case the mail server is away for a weekend's maintenance.
    retryLimit: 60,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deleteAfterSeconds: 3600,
  })

  async function write(id: string, now: Date): Promise<(LetterRow & { subject: string; text: string; html: string }) | null> {
    return db.transaction().execute(async (tx) => {
      const letter = await tx.selectFrom('letters').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!letter) return null
      const { subject, bodyText, bodyHtml } = letter
      if (subject !== null && bodyText !== null && bodyHtml !== null) return { ...letter, subject, text: bodyText, html: bodyHtml }
      const written = await writers[letter.kind]?.(tx, letter, now)
      if (!written) {
        await tx.deleteFrom('letters').where('id', '=', id).execute()
        return null
      }
      const { unsubscribeUrl = null } = written
      const words = { subject: written.subject, bodyText: written.text, bodyHtml: written.html, unsubscribeUrl }
      await tx.updateTable('letters').set(words).where('id', '=', id).execute()
      return { ...letter, ...written, unsubscribeUrl }
    })
  }

  async function deliver(id: string): Promise<void> {
    const now = new Date()
    reach('letter-taken')
    const letter = await write(id, now)
    if (!letter) return
    reach('letter-written')
    try {
      const { recipient: to, subject, text, html, unsubscribeUrl } = letter
      await transport.send({ id, to, subject, text, html, unsubscribeUrl })
      reach('letter-handed')
    } catch (error) {
      if (!(error instanceof LetterRefused)) throw error
      log.warn({ kind: letter.kind, reason: error.message }, 'a letter cannot be delivered')
    }
    const tooOld = new Date(now.getTime() - KEEP_UNSENT_DAYS * 86_400_000)
    await db
      .deleteFrom('letters')
      .where((row) => row.or([row('id', '=', id), row('createdAt', '<', tooOld)]))
      .execute()
    reach('letter-removed')
  }

  const unwritten = { subject: null, bodyText: null, bodyHtml: null, unsubscribeUrl: null }
  async function postAll(tx: Tx, letters: readonly Posted[], now: Date): Promise<void> {
    for (let first = 0; first < letters.length; first += AT_ONCE) {
      const rows = letters.slice(first, first + AT_ONCE).map(({ personId = null, details = {}, ...letter }) => ({
        id: randomUUID(),
        ...letter,
        personId,
        details,
        ...unwritten,
        createdAt: now,
      }))
      await tx.insertInto('letters').values(rows).execute()
      // Only the ids: the queue keeps finished jobs for a while, and must not keep addresses.
      await boss.insert(
        QUEUE,
        rows.map(({ id }) => ({ data: { id } })),
        { db: fromKysely(tx) },
      )
    }
  }

  return {
    post: (tx, letter, now) => postAll(tx, [letter], now),
    postAll,
    async startSending() {
      await boss.work<{ id: string }>(QUEUE, { pollingIntervalSeconds: 0.5, batchSize: 5 }, async (jobs) => {
        const results = await Promise.allSettled(jobs.map((job) => deliver(job.data.id)))
        // One failure sends all five back to the queue; those that had gone out find no letter the next time and are done.
        const failed = results.find((result) => result.status === 'rejected')
        if (failed) throw failed.reason
      })
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 })
      transport.close()
    },
  }
}
