import type { FastifyInstance } from 'fastify'

/** For responses that aren't pages: they may be displayed but must not run anything. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox"

const sources = (...list: readonly string[]) => list.join(' ')

/**
 * The policy of the service worker, sent with its script. It may fetch only from this server and from the origins of the base maps' tiles.
 */
export const workerPolicy = (tileOrigins: readonly string[]): string =>
  `default-src 'none'; script-src 'self'; connect-src ${sources("'self'", ...tileOrigins)}`

/**
 * The policy of a page. The nonce is for emotion's style elements. The hash is for the one inline script, which sets the theme before the
 * first paint. `unsafe-inline` is never needed, and `blob:` only for images. Pages show tiles of the site's base maps and fetch them from
 * their origins for offline use.
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
 * The policy of pages that other sites may frame. They have no script, no personal data and only outbound links. `sandbox` is omitted
 * because it would also prevent the page from reloading itself.
 */
export const embedPolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'self'; form-action 'none'; frame-ancestors *`

/**
 * Headers that matter only for pages, because other responses don't open windows, follow links or use the location. Other responses omit
 * them, because a proxy reads all headers of a copy each time it serves the copy.
 */
const OF_PAGES = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self)',
}

/** For responses that bypass Fastify's hooks, such as streams. */
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
