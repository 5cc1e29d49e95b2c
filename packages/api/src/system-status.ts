import * as z from 'zod/mini'

/** What a deployment does about its data now and then, written down when it ends. */
export const MAINTENANCE_TASKS = ['backup-database', 'backup-photos', 'restore-test'] as const
export type MaintenanceTask = (typeof MAINTENANCE_TASKS)[number]

/** How long ago each may have succeeded before someone should look. `deploy/monitoring/alerts.yml` goes by the same. */
export const MAINTENANCE_LIMIT_HOURS: Readonly<Record<MaintenanceTask, number>> = {
  'backup-database': 26,
  'backup-photos': 26,
  'restore-test': 35 * 24,
}

const Count = z.int().check(z.nonnegative())

/** How the deployment is, for administrators. */
export const SystemStatus = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  database: z.object({ version: z.string(), bytes: Count, poolUsed: Count, poolSize: Count, waitingRequests: Count }),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: Count,
      /** Of those waiting: tried before, and failed. */
      retrying: Count,
      /** Given up within the last hour. */
      failed: Count,
      oldestSeconds: z.number(),
    }),
  ),
  tasks: z.array(
    z.object({
      task: z.enum(MAINTENANCE_TASKS),
      succeededAt: z.nullable(z.iso.datetime()),
      /** Of a run after the last one that succeeded. */
      failedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Null where the system does not say. */
  photosFreeBytes: z.nullable(Count),
})
export type SystemStatus = z.infer<typeof SystemStatus>
