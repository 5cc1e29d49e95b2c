import nodemailer from 'nodemailer'

export type EmailMessage = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** A POST to this address unsubscribes a recipient who has no account from this kind of email. */
  unsubscribeUrl?: string | null
}

export type Transport = {
  /** Resolves once the mail server has accepted the email. */
  send(message: EmailMessage): Promise<void>
  close(): void
}

/** The mail server refused the email permanently, so a retry would fail too. */
export class EmailRefused extends Error {}

/** Adds an unsubscribe button in mail programs (RFC 2369, RFC 8058). */
const listHeaders = (url: string | null | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

/**
 * The timeouts add up to much less than the time after which another process would retry the email. `siteHost` is our own host name, which
 * makes Message-IDs unique to us.
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
    // Our own queue retries and counts the attempts.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      try {
        // If an email is sent twice, the copies have one Message-ID, so many mailboxes show only one copy.
        await server.sendMail({ from, to, subject, text, html, messageId: `<${id}@${siteHost}>`, headers: listHeaders(unsubscribeUrl) })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        const reason = `the mail server rejected an email: ${responseCode ?? code ?? 'no reason given'}`
        // The error has no `cause`, because the original text contains the recipient's address and the queue stores errors.
        throw responseCode !== undefined && responseCode >= 500 ? new EmailRefused(reason) : new Error(reason)
      }
    },
    close: () => server.close(),
  }
}

export type Mailbox = Transport & { emails: EmailMessage[] }

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
