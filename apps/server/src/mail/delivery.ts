import { sql } from 'kysely'
import type { Db, EmailRow, Tx } from '#db/database.ts'
import { EmailRefused, type Transport } from './transport.ts'

export type Written = { subject: string; text: string; html: string; unsubscribeUrl?: string }

export type EmailWriter = (tx: Tx, message: EmailRow, now: Date) => Promise<Written | null>

export type BulkWriter = (tx: Tx, emails: readonly EmailRow[], now: Date) => Promise<readonly (Written | null)[]>

/** A fault test can kill the process at these points while an email is sent (`npm run fault -- MAIL`). In production, they do nothing. */
export const EMAIL_MILESTONES = ['email-taken', 'email-written', 'email-handed', 'email-removed'] as const
export type EmailMilestone = (typeof EMAIL_MILESTONES)[number]

export type Log = { warn(details: object, message: string): void }

const UNSENT_MAX_DAYS = 7

type DeliveryDependencies = {
  db: Db
  writers: Readonly<Record<string, EmailWriter>>
  bulkWriters: Readonly<Record<string, BulkWriter>>
  log: Log
  onMilestone: (milestone: EmailMilestone) => void
}

type Ready = EmailRow & { subject: string; bodyText: string; bodyHtml: string }

const isReady = (message: EmailRow): message is Ready => message.subject !== null && message.bodyText !== null && message.bodyHtml !== null

export function createDelivery({ db, writers, bulkWriters, log, onMilestone }: DeliveryDependencies) {
  async function compose(tx: Tx, kind: string, emails: readonly EmailRow[], now: Date): Promise<readonly (Written | null)[]> {
    const many = bulkWriters[kind]
    if (many) return many(tx, emails, now)
    const written: (Written | null)[] = []
    for (const message of emails) written.push((await writers[kind]?.(tx, message, now)) ?? null)
    return written
  }

  /** An earlier attempt may already have composed these emails. */
  async function write(ids: readonly string[], now: Date): Promise<Ready[]> {
    return db.transaction().execute(async (tx) => {
      const emails = await tx.selectFrom('emails').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
      const unwritten = emails.filter((message) => !isReady(message))
      const ready = emails.filter(isReady)
      const written: Ready[] = []
      const needless: string[] = []
      for (const [kind, ofKind] of Map.groupBy(unwritten, (message) => message.kind)) {
        const texts = await compose(tx, kind, ofKind, now)
        for (const [index, message] of ofKind.entries()) {
          const text = texts[index]
          if (!text) needless.push(message.id)
          else
            written.push({
              ...message,
              subject: text.subject,
              bodyText: text.text,
              bodyHtml: text.html,
              unsubscribeUrl: text.unsubscribeUrl ?? null,
            })
        }
      }
      if (needless.length > 0) await tx.deleteFrom('emails').where('id', 'in', needless).execute()
      if (written.length > 0) await store(tx, written)
      return [...ready, ...written]
    })
  }

  async function hand(message: Ready, transport: Transport): Promise<void> {
    const { id, kind, recipient: to, subject, bodyText: text, bodyHtml: html, unsubscribeUrl } = message
    try {
      await transport.send({ id, to, subject, text, html, unsubscribeUrl })
      onMilestone('email-handed')
    } catch (error) {
      if (!(error instanceof EmailRefused)) throw error
      log.warn({ kind, reason: error.message }, 'an email cannot be delivered')
    }
    // Deletes each row immediately after sending. If the process dies, any email that was sent but not deleted is sent again.
    await db.deleteFrom('emails').where('id', '=', id).execute()
    onMilestone('email-removed')
  }

  async function deliver(ids: readonly string[], transport: Transport): Promise<Map<string, Error>> {
    const failed = new Map<string, Error>()
    const fail = (id: string, error: unknown) => void failed.set(id, error instanceof Error ? error : new Error('failed'))
    onMilestone('email-taken')
    try {
      const emails = await write(ids, new Date())
      onMilestone('email-written')
      await Promise.all(emails.map((message) => hand(message, transport).catch((error: unknown) => fail(message.id, error))))
    } catch (error) {
      const [only, ...others] = ids
      if (only && others.length === 0) fail(only, error)
      // Tries each email separately, so that one failing email doesn't delay the others.
      else for (const id of ids) for (const [lost, why] of await deliver([id], transport)) fail(lost, why)
    }
    return failed
  }

  return {
    /** Returns emails that must be retried, with their errors. Emails without a row need no retry. */
    deliver,

    /** Emails that couldn't be sent within a week are out of date. */
    async dropOld(now: Date): Promise<void> {
      const tooOld = new Date(now.getTime() - UNSENT_MAX_DAYS * 86_400_000)
      await db.deleteFrom('emails').where('createdAt', '<', tooOld).execute()
    },
  }
}

async function store(tx: Tx, emails: readonly Ready[]): Promise<void> {
  const column = (name: 'id' | 'subject' | 'bodyText' | 'bodyHtml' | 'unsubscribeUrl') => emails.map((message) => message[name])
  await sql`
    update emails l set subject = w.subject, body_text = w.body_text, body_html = w.body_html, unsubscribe_url = w.unsubscribe_url
    from unnest(${column('id')}::uuid[], ${column('subject')}::text[], ${column('bodyText')}::text[], ${column('bodyHtml')}::text[],
      ${column('unsubscribeUrl')}::text[]) as w (id, subject, body_text, body_html, unsubscribe_url)
    where l.id = w.id`.execute(tx)
}
