import { ACCOUNT_REQUEST_DAYS, RESET_REQUEST_DAYS } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { RetentionStep } from '#core/retention.ts'
import type { Db } from '#db/database.ts'

/** Expired links, requests and devices no longer work anyway. `sweepSessions` removes sessions. */
export const removeExpiredAccess =
  (db: Db): RetentionStep =>
  async (now) => {
    const daysAgo = (days: number) => sql<Date>`${now}::timestamptz - make_interval(days => ${days})`
    await db.deleteFrom('accountLinks').where('expiresAt', '<', now).execute()
    await db.deleteFrom('takeBackLinks').where('expiresAt', '<', now).execute()
    await db.deleteFrom('secondFactorResets').where('requestedAt', '<', daysAgo(RESET_REQUEST_DAYS)).execute()
    await db.deleteFrom('accountRequests').where('askedAt', '<', daysAgo(ACCOUNT_REQUEST_DAYS)).execute()
    await db.deleteFrom('oidcAttempts').where('expiresAt', '<', now).execute()
    await db.deleteFrom('knownDevices').where('lastUsedAt', '<', daysAgo(400)).execute()
    return 0
  }
