import * as z from 'zod/mini'

/** Scheduled tasks that protect a deployment's data. The server records the end of each run. */
export const MAINTENANCE_TASKS = ['backup-database', 'backup-photos', 'restore-test'] as const
export type MaintenanceTask = (typeof MAINTENANCE_TASKS)[number]

/** A task whose last success is older needs attention. `deploy/monitoring/alerts.yml` has equal limits. */
export const MAINTENANCE_LIMIT_HOURS: Readonly<Record<MaintenanceTask, number>> = {
  'backup-database': 26,
  'backup-photos': 26,
  'restore-test': 35 * 24,
}

const Count = z.int().check(z.nonnegative())

const Restore = z.object({
  at: z.iso.datetime(),
  /** The time of the last change contained in the backup. */
  restoredTo: z.nullable(z.iso.datetime()),
  ended: z.record(z.string(), Count),
})

export const SystemStatus = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  database: z.object({ version: z.string(), bytes: Count, poolUsed: Count, poolSize: Count, waitingRequests: Count }),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: Count,
      /** Queued jobs that have failed at least once. */
      retrying: Count,
      /** Jobs abandoned within the last hour. */
      failed: Count,
      oldestSeconds: z.number(),
    }),
  ),
  /** Null unless the last restore was in the last 30 days. */
  restore: z.nullable(Restore),
  /** People whose address an administrator must confirm, because it was changed after the backup was made. */
  doubtfulAddresses: z.array(z.object({ id: z.uuid(), displayName: z.string() })),
  tasks: z.array(
    z.object({
      task: z.enum(MAINTENANCE_TASKS),
      succeededAt: z.nullable(z.iso.datetime()),
      /** Null unless a run has failed since the last success. */
      failedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  photosFreeBytes: z.nullable(Count),
})
export type SystemStatus = z.infer<typeof SystemStatus>
