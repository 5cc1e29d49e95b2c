import nodemailer from 'nodemailer'

export type EmailMessage = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where one POST ends emails of this kind, for recipients without an account. */
  unsubscribeUrl?: string | null
}

export type Transport = {
  /** Resolves once the mail server has accepted the email. */
  send(message: EmailMessage): Promise<void>
  close(): void
}

/** The mail server refused permanently: another try would be refused too. */
export class EmailRefused extends Error {}

/** The mail program's own button to unsubscribe (RFC 2369, RFC 8058). */
const listHeaders = (url: string | null | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

/**
 * Sends emails to a mail server, over connections that stay open for the next one. All waiting together stays well below the time after
 * which the queue would try again elsewhere. `siteHost` is our own name, by which Message-IDs are ours alone.
 */
export function smtpTransport(
  url: string,
  { from, siteHost, connections }: { from: string; siteHost: string; connections: number },
): Transport {
  const server = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    // The queue tries again, and counts.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      try {
        // An email sent twice carries the same Message-ID, by which many mailboxes show only one.
        await server.sendMail({ from, to, subject, text, html, messageId: `<${id}@${siteHost}>`, headers: listHeaders(unsubscribeUrl) })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        const reason = `the mail server refused an email: ${responseCode ?? code ?? 'no reason given'}`
        // Without the cause: its text names the recipient, and the queue stores it.
        throw responseCode !== undefined && responseCode >= 500 ? new EmailRefused(reason) : new Error(reason)
      }
    },
    close: () => server.close(),
  }
}

export type Mailbox = Transport & { emails: EmailMessage[] }

/** For development: emails stay in memory, the newest first, and are logged. */
export function memoryTransport(log: (line: string) => void): Mailbox {
  const emails: EmailMessage[] = []
  return {
    emails,
    async send(message) {
      emails.unshift(message)
      emails.length = Math.min(emails.length, 100)
      log(`email to ${message.to}: ${message.subject}\n${message.text}`)
    },
    close: () => undefined,
  }
}
