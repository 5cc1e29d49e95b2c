/** The server can't count these values itself: queues, backups, the database and the disk. */
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Db, RestoreRow } from '#db/database.ts'
import { type LastRun, readLastRuns } from './maintenance-runs.ts'

type QueueReading = { name: string; waiting: number; retrying: number; active: number; failed: number; oldestSeconds: number }

type SystemReading = {
  databaseVersion: string
  databaseBytes: number
  /** A commit waits for a standby without a time limit. */
  waitingCommits: number
  emailsWaiting: number
  queues: QueueReading[]
  runs: LastRun[]
  restore: Pick<RestoreRow, 'at' | 'restoredTo' | 'ended'> | null
  doubtfulAddresses: { id: string; displayName: string }[]
}

export type SystemReader = {
  /** Throws if the database doesn't respond within two seconds. */
  read(): Promise<SystemReading>
  pool(): { used: number; idle: number; size: number; waiting: number }
  photosFreeBytes(): Promise<number | null>
}

const RESTORE_SHOWN_DAYS = 30

const readLastRestore = async (db: Db): Promise<SystemReading['restore']> =>
  (await db
    .selectFrom('restores')
    .select(['at', 'restoredTo', 'ended'])
    .where('at', '>', new Date(Date.now() - RESTORE_SHOWN_DAYS * 86_400_000))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

const readDoubtfulAddresses = (db: Db) =>
  db
    .selectFrom('people')
    .innerJoin('doubtfulAddresses', 'personId', 'id')
    .select(['id', 'displayName'])
    .orderBy('displayName')
    .orderBy('id')
    .execute()

/** pg also accepts this timeout for a single query, but its types don't include it. */
const ask = (text: string): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: 2000 })

const ABOUT_DATABASE = ask(`
  select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep') as waiting_commits,
    (select count(*)::int from emails) as emails_waiting`)

// A job that isn't due yet isn't waiting. A failed job that will be retried has been waiting since it was created.
const ABOUT_QUEUES = ask(`
  select name,
    count(*) filter (where state = 'retry' or (state = 'created' and start_after <= now()))::int as waiting,
    count(*) filter (where state = 'retry')::int as retrying,
    count(*) filter (where state = 'active')::int as active,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(case state when 'retry' then created_on when 'created' then start_after end)
      filter (where state = 'retry' or (state = 'created' and start_after <= now()))), 0)::float8 as oldest_seconds
  from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name`)

export function openSystemReader({ db, pool }: { db: Db; pool: pg.Pool }, queueNames: readonly string[], photosDir: string): SystemReader {
  let underWay: Promise<SystemReading> | null = null

  async function read(): Promise<SystemReading> {
    const { rows: databases } = await pool.query<{ version: string; bytes: number; waiting_commits: number; emails_waiting: number }>(
      ABOUT_DATABASE,
    )
    const { rows: queues } = await pool.query<Omit<QueueReading, 'oldestSeconds'> & { oldest_seconds: number }>(ABOUT_QUEUES)
    const runs = await readLastRuns(db)
    const [database] = databases
    if (!database) throw new Error('The database did not return its details.')
    return {
      databaseVersion: database.version,
      databaseBytes: database.bytes,
      waitingCommits: database.waiting_commits,
      emailsWaiting: database.emails_waiting,
      queues: queueNames.map((name) => {
        const { oldest_seconds: oldestSeconds = 0, ...found } = queues.find((queue) => queue.name === name) ?? {}
        return { waiting: 0, retrying: 0, active: 0, failed: 0, ...found, name, oldestSeconds }
      }),
      runs,
      restore: await readLastRestore(db),
      doubtfulAddresses: await readDoubtfulAddresses(db),
    }
  }

  return {
    // Concurrent callers share one read, so they never use more than one connection.
    read() {
      underWay ??= read().finally(() => {
        underWay = null
      })
      return underWay
    },
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      size: pool.options.max,
      waiting: pool.waitingCount,
    }),
    async photosFreeBytes() {
      const disk = await statfs(photosDir).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
  }
}
