/**
 * All processes share these limits in PostgreSQL. Each count is a write, so only the few routes with something to guess use them. While the
 * database is down, each process counts separately, so a limit is never off.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export type SharedLimiter = {
  /** Returns the seconds to wait if the limit is exceeded, otherwise 0. */
  take(key: string): Promise<number>
  giveBack(key: string): Promise<void>
}

// Hashes keys, so that IP and email addresses aren't stored in plain text.
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** The limiters share one table. The first limiter also removes expired counts. */
export function sharedLimiters(pool: pg.Pool) {
  let isFirst = true
  return function limiter(name: string, points: number, seconds: number): SharedLimiter {
    const budget = { points, duration: seconds, keyPrefix: name }
    const counts = new RateLimiterPostgres({
      ...budget,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      // A migration creates the table, because the server's role can't create tables.
      tableCreated: true,
      clearExpiredByTimeout: isFirst,
      insuranceLimiter: new RateLimiterMemory(budget),
    })
    isFirst = false
    return {
      async take(key) {
        try {
          await counts.consume(hashed(key))
          return 0
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        }
      },
      async giveBack(key) {
        await counts.reward(hashed(key))
      },
    }
  }
}
