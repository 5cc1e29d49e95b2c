/** Public reads: fresh for a moment, and for a week still better than nothing when the server is down. */
export const PUBLIC_READ = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=604800'

/** Trail status, and the network's data: open pages ask every few seconds, and a copy in between must not hold the news back for long (docs/decisions/0027). */
export const STATUS_READ = 'public, max-age=1, stale-while-revalidate=60, stale-if-error=604800'

/** Files whose name carries the hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** May be cached, but must be revalidated each time. */
export const ASK_FIRST = 'no-cache'
