import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#http/pages/html.ts'
import { sendProblem } from '#http/problem.ts'
import { isForwarded } from '#http/security/proxies.ts'
import type { Mailbox } from './transport.ts'

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** At /dev/mail, and as JSON at /dev/mail.json. Requests from other machines get a 404. */
export function devMailRoutes(app: FastifyInstance, { emails }: Mailbox): void {
  const hidden = { schema: { hide: true } }
  // A proxy on this machine also connects from loopback.
  const isHere = (request: FastifyRequest) => isLoopback(request.ip) && !isForwarded(request)
  const nothing = 'There is nothing at this address.'

  app.get('/dev/mail.json', hidden, async (request, reply) => (isHere(request) ? { emails } : sendProblem(reply, 'not-found', nothing)))

  app.get('/dev/mail', hidden, async (request, reply) => {
    if (!isHere(request)) return sendProblem(reply, 'not-found', nothing)
    const withLinks = (text: string) => escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    const shown = emails.map(
      ({ to, subject, text }) => `<h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><pre>${withLinks(text)}</pre>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      .send(
        `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails</title></head><body><main><h1>Emails</h1>${shown.join('') || '<p>None yet.</p>'}</main></body></html>`,
      )
  })
}
