import type { FastifyInstance } from 'fastify'
import { sendProblem } from '../problem.ts'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
/** Each response has a new expiry, so the file never expires while the server runs. RFC 9116 recommends a maximum of one year. */
const VALID_DAYS = 180

/** Without a contact, serves no file, because a wrong address would be worse (RFC 9116). */
export function securityTxtRoute(app: FastifyInstance, { contact, publicUrl }: { contact: string | undefined; publicUrl: string }): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    if (!contact) return sendProblem(reply, 'not-found', 'This deployment has no contact for security reports.')
    const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    const expires = new Date(tomorrow + VALID_DAYS * DAY_MS).toISOString().replace('.000', '')
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en', `Canonical: ${new URL(PATH, publicUrl).href}`]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
