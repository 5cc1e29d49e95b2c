/** Which emails there are, and where they go. */
import { buildTrailIndex, type Describer } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { ConnectionBudget } from './db/connection-budget.ts'
import type { Database } from './db/database.ts'
import { actionEmails } from './features/actions/action-emails.ts'
import { digestEmails } from './features/overview/digest.ts'
import { peopleEmails } from './features/people/people-emails.ts'
import { reportEmails } from './features/reports/report-emails.ts'
import type { SiteContent } from './features/site/site.ts'
import { subscriptionEmails, subscriptionNews } from './features/trail-status/subscription-store.ts'
import { webhookEmails } from './features/webhooks/webhook-emails.ts'
import { devMailRoutes } from './mail/dev-mail.ts'
import { type Mail, openMail } from './mail/mailer.ts'
import { memoryTransport, smtpTransport } from './mail/transport.ts'

/** Built for the first email that names a place: a server starts without it. */
function describerOf(bundle: SiteBundle): Describer {
  let index: Describer | null = null
  return {
    describe(place) {
      index ??= buildTrailIndex(bundle)
      return index.describe(place)
    },
  }
}

/** Emails go to the mail server; with DEV_MAIL, which production refuses, to a page. */
export async function openMailer(
  app: FastifyInstance,
  config: Config,
  database: Database,
  { site, bundle }: SiteContent,
  reach: (milestone: string) => void,
  budget: ConnectionBudget | undefined,
): Promise<Mail> {
  const mailbox = config.SMTP_URL ? null : memoryTransport((line) => app.log.warn(line))
  const { PUBLIC_URL, SMTP_URL = '' } = config
  const ours = { from: config.MAIL_FROM, siteHost: new URL(PUBLIC_URL).hostname }
  const over = (connections: number) => mailbox ?? smtpTransport(SMTP_URL, { ...ours, connections })
  const emails = actionEmails({ label: site.label, trails: describerOf(bundle) }, PUBLIC_URL)
  const ofWebhooks = webhookEmails(site.label, PUBLIC_URL)
  const writers = {
    ...peopleEmails(site, PUBLIC_URL),
    ...emails,
    ...reportEmails(site.label),
    ...subscriptionEmails(site, PUBLIC_URL, () => bundle.trails),
    ...ofWebhooks,
    ...digestEmails(site, PUBLIC_URL),
  }
  const mail = await openMail(database, {
    transports: { urgent: over(2), bulk: over(5) },
    writers,
    bulk: subscriptionNews(site, PUBLIC_URL, () => bundle.trails),
    log: app.log,
    fanOutBatch: config.FAN_OUT_BATCH,
    reach,
    budget,
  })
  if (mailbox && config.DEV_MAIL) devMailRoutes(app, mailbox)
  return mail
}
