import type { FastifyInstance } from 'fastify'
import { sendProblem } from '../problem.ts'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
/**
 * The expiry is computed for each response, so the file never expires while the server runs. It's well below the maximum of one year that
 * RFC 9116 recommends.
 */
const VALID_DAYS = 180

/**
 * Serves the contact for reporting a vulnerability (RFC 9116). Without a contact, serves no file, because a wrong address would be worse.
 */
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
