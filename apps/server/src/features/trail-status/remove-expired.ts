import { sql } from 'kysely'
import type { RetentionStep } from '#core/retention.ts'
import type { Db } from '#db/database.ts'

export const removeExpiredAlerts =
  (db: Db): RetentionStep =>
  async (now) => {
    // Push services don't store messages for longer, so these messages are out of date.
    await db.deleteFrom('pushMessages').where('createdAt', '<', sql<Date>`${now}::timestamptz - interval '3 days'`).execute()
    await db
      .deleteFrom('statusSubscriptions')
      .where('expiresAt', '<', now)
      .where('networks', '=', sql<string[]>`'{}'`)
      .where('trails', '=', sql<string[]>`'{}'`)
      .execute()
    return 0
  }
