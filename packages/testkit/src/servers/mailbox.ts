import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../database/postgres.ts'

export type Mailbox = {
  url: string
  emailTo(address: string, subject: RegExp): Promise<Email>
  linkTo(address: string, subject: RegExp): Promise<string>
  countTo(address: string): number
  all(): readonly Email[]
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const emails: { to: string; email: Email }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks))
        for (const { address } of session.envelope.rcptTo) emails.push({ to: address, email })
        done()
      })
    },
  })
  // The server under test may cut a connection when it stops, which isn't an error of the test.
  server.on('error', () => undefined)
  const port = await freePort()
  const listening = await new Promise<AddressInfo>((ready) => {
    const http = server.listen(port, '127.0.0.1', () => ready(http.address() as AddressInfo))
  })

  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${listening.port}`,
    async emailTo(address, subject) {
      for (let tries = 0; tries < 200; tries++) {
        const found = emails.findLast((one) => one.to === address && subject.test(one.email.subject ?? ''))
        if (found) return found.email
        await new Promise((wake) => setTimeout(wake, 100))
      }
      throw new Error(`no email to ${address} about ${subject}; there are ${emails.map((one) => `${one.to}: ${one.email.subject}`)}`)
    },
    async linkTo(address, subject) {
      const { text, html } = await mailbox.emailTo(address, subject)
      const link = /https?:\/\/\S+#token=[\w-]+/.exec(text ?? '')?.[0]
      if (!link || !html?.includes(`href="${link}"`)) throw new Error('the email does not have the same link in both parts')
      return link
    },
    all: () => emails.map(({ email }) => email),
    countTo: (address) => emails.filter((one) => one.to === address).length,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  return mailbox
}
