import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A real SMTP server on loopback. To make the n-th email fail, `answer` may return an error for it. */
export async function createMailServer({ answer, hangs = false }: { answer?: (count: number) => Error | null; hangs?: boolean } = {}) {
  const emails: (Email & { recipients: string[] })[] = []
  let count = 0
  let begun = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const refusal = answer?.(++count) ?? null
        begun++
        if (hangs) return
        if (refusal) return done(refusal)
        const message = await PostalMime.parse(Buffer.concat(chunks))
        emails.push({ ...message, recipients: session.envelope.rcptTo.map((to) => to.address) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((listening) => {
    const http = server.listen(0, '127.0.0.1', () => listening((http.address() as { port: number }).port))
  })
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))

  async function emailTo(address: string, n = 1) {
    for (let tries = 0; tries < 200; tries++) {
      const message = emails.filter((one) => one.recipients.includes(address))[n - 1]
      if (message) return message
      await new Promise((wake) => setTimeout(wake, 50))
    }
    throw new Error(`no email ${n} to ${address} among ${emails.length}`)
  }
  return { url: `smtp://127.0.0.1:${port}`, emails, emailTo, begun: () => begun }
}

export function tokenIn(message: Email): string {
  const token = /#token=([\w-]+)/.exec(message.text ?? '')?.[1]
  if (!token || !message.html?.includes(`#token=${token}"`)) throw new Error('no link in both parts of the email')
  return token
}
