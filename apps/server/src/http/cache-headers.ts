/** Public reads: fresh for a moment, and for a week still better than nothing when the server is down. */
export const PUBLIC_READ = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=604800'

/** Files whose name carries the hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** May be cached, but must be revalidated each time. */
export const ASK_FIRST = 'no-cache'
