import type { FastifyInstance } from 'fastify'

/** Responses that aren't pages may be displayed but must not run anything. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox"

const sources = (...list: readonly string[]) => list.join(' ')

/** The service worker may fetch only from this server and from the origins of the base maps' tiles. */
export const workerPolicy = (tileOrigins: readonly string[]): string =>
  `default-src 'none'; script-src 'self'; connect-src ${sources("'self'", ...tileOrigins)}`

/**
 * The nonce is for emotion's style elements. The hash is for the one inline script, which sets the theme before the first paint.
 * `unsafe-inline` is never needed, and `blob:` only for images. Pages fetch tiles from the origins of the base maps for offline use.
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
 * Other sites may frame these pages, which have no script, no personal data and only outbound links. `sandbox` is omitted because it would
 * also prevent the page from reloading itself.
 */
export const embedPolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'self'; form-action 'none'; frame-ancestors *`

/**
 * Other responses don't open windows, follow links or use the location. They omit these headers, because a proxy reads all headers of a
 * copy each time it serves the copy.
 */
const OF_PAGES = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self)',
}

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
