import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import type { ConnectionBudget } from '#db/connection-budget.ts'
import type { Database } from '#db/database.ts'
import type { EmailWriter } from './delivery.ts'
import { type BulkKind, type Mail, openMail } from './mailer.ts'
import { type Mailbox, memoryTransport, smtpTransport } from './transport.ts'

/** Features may add kinds until sending starts, because emails are composed when they're sent. */
export type EmailKinds = { writers: Record<string, EmailWriter>; bulk: Record<string, BulkKind> }

type Options = { log: FastifyBaseLogger; onMilestone: (milestone: string) => void; budget: ConnectionBudget | undefined }

/** Without a mail server, emails go to `mailbox` if DEV_MAIL is set, which production rejects. */
export async function openMailer(
  config: Config,
  database: Database,
  kinds: EmailKinds,
  { log, onMilestone, budget }: Options,
): Promise<{ mail: Mail; mailbox: Mailbox | null }> {
  const mailbox = config.SMTP_URL ? null : memoryTransport((line) => log.warn(line))
  const { PUBLIC_URL, SMTP_URL = '', FAN_OUT_BATCH: fanOutBatch } = config
  const ours = { from: config.MAIL_FROM, siteHost: new URL(PUBLIC_URL).hostname }
  const over = (connections: number) => mailbox ?? smtpTransport(SMTP_URL, { ...ours, connections })
  const transports = { urgent: over(2), closure: over(5), bulk: over(5) }
  const mail = await openMail(database, { transports, ...kinds, log, fanOutBatch, onMilestone, budget })
  return { mail, mailbox }
}
