/** Fresh for a short time, and usable for a week if the server is down. */
export const PUBLIC_READ = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=604800'

/**
 * For trail status and the network's data. Open pages poll every few seconds, so proxies and CDNs must not delay updates
 * (docs/decisions/0027).
 */
export const STATUS_READ = 'public, max-age=1, stale-while-revalidate=60, stale-if-error=604800'

/** For files with a hash of their content in the name. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** The response may be cached but must be revalidated each time. */
export const ASK_FIRST = 'no-cache'
