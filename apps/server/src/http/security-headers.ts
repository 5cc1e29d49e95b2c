import type { FastifyInstance } from 'fastify'

/** For everything that is not a page: it may be shown, never run anything. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox"

const sources = (...list: readonly string[]) => list.join(' ')

/** For the service worker, which obeys the header of its own script: it fetches from here and from where the base maps' tiles are, and nothing else. */
export const workerPolicy = (tileOrigins: readonly string[]): string =>
  `default-src 'none'; script-src 'self'; connect-src ${sources("'self'", ...tileOrigins)}`

/**
 * The policy of a page. The nonce is for emotion's style elements; the hash is for the one script in the page that sets
 * the theme before the first paint. Neither `unsafe-inline` nor `blob:` is ever needed. Tiles of the site's base maps are drawn and, to be
 * taken along, fetched from their origins.
 */
export function pagePolicy(nonce: string, scriptHash: string, tileOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${scriptHash}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${sources("'self'", 'data:', 'blob:', ...tileOrigins)}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", ...tileOrigins)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/**
 * The one page that others may frame: it has no script, nothing to click but a link out, and nothing of anybody's. Without `sandbox`,
 * which would also keep it from renewing itself.
 */
export const embedPolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'self'; form-action 'none'; frame-ancestors *`

/**
 * What only a page can use: data opens no window, follows no link and asks for no position. A proxy reads every header of a copy each
 * time it is asked.
 */
const OF_PAGES = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self)',
}

/** For answers that are written past Fastify's hooks, such as streams. */
export const SECURITY_HEADERS = {
  'content-security-policy': NOTHING,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy') ?? SECURITY_HEADERS['content-security-policy']
    if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.headers(OF_PAGES)
    reply.headers({ ...SECURITY_HEADERS, 'content-security-policy': policy })
  })
}
