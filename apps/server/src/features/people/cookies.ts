import type { FastifyRequest } from 'fastify'

// With names that begin with `__Host-` the browser itself insists on Secure, Path=/ and no Domain: no neighbouring host can plant one.
export const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The value of a cookie that the browser sent. */
export function cookieOf(request: FastifyRequest, wanted: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return null
}
