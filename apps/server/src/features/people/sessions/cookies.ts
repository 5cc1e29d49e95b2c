import type { FastifyRequest } from 'fastify'

// Browsers accept cookie names that begin with `__Host-` only with Secure, Path=/ and no Domain, so a neighbouring host can't set such a
// cookie.
export const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export function cookieOf(request: FastifyRequest, wanted: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return null
}
