import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A real SMTP server on loopback that keeps what it is given. `answer` lets it fail: an error is its answer to the n-th letter. */
export async function aMailServer({ answer, hangs = false }: { answer?: (count: number) => Error | null; hangs?: boolean } = {}) {
  const letters: (Email & { recipients: string[] })[] = []
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
        const letter = await PostalMime.parse(Buffer.concat(chunks))
        letters.push({ ...letter, recipients: session.envelope.rcptTo.map((to) => to.address) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((listening) => {
    const http = server.listen(0, '127.0.0.1', () => listening((http.address() as { port: number }).port))
  })
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))

  /** Waits for the n-th letter to an address. */
  async function letterTo(address: string, n = 1) {
    for (let tries = 0; tries < 200; tries++) {
      const letter = letters.filter((one) => one.recipients.includes(address))[n - 1]
      if (letter) return letter
      await new Promise((wake) => setTimeout(wake, 50))
    }
    throw new Error(`no letter ${n} to ${address} among ${letters.length}`)
  }
  return { url: `smtp://127.0.0.1:${port}`, letters, letterTo, begun: () => begun }
}

/** The token of the link in a letter, from its text, after checking that the HTML has the same link. */
export function tokenIn(letter: Email): string {
  const token = /#token=([\w-]+)/.exec(letter.text ?? '')?.[1]
  if (!token || !letter.html?.includes(`#token=${token}"`)) throw new Error('no link in both parts of the letter')
  return token
}
