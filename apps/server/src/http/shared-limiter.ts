/**
 * Counts that all processes share, in PostgreSQL. For the few routes where guessing pays: each count is a write. While the database is
 * away each process counts for itself, so a limit is never simply off.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export type SharedLimiter = {
  /** Counts one try of `key`; answers how many seconds to wait when it was one too many, else 0. */
  take(key: string): Promise<number>
  /** Takes one count back: for tries that turned out to be honest. */
  giveBack(key: string): Promise<void>
}

// Addresses and email addresses are not stored as they are.
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Makes limiters that differ by name and share one table. The first also removes counts whose time is over. */
export function sharedLimiters(pool: pg.Pool) {
  let isFirst = true
  return function limiter(name: string, points: number, seconds: number): SharedLimiter {
    const budget = { points, duration: seconds, keyPrefix: name }
    const counts = new RateLimiterPostgres({
      ...budget,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      // A migration makes it: the role that serves may not create tables.
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
