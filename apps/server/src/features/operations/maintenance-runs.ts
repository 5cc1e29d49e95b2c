/** `npm run ops` writes these times. Metrics and the administrators' screen show them. */
import { MAINTENANCE_TASKS, type MaintenanceTask } from '@trailwarden/api'
import type { Db } from '#db/database.ts'

export type LastRun = { task: MaintenanceTask; succeededAt: Date | null; failedAt: Date | null }

export async function readLastRuns(db: Db): Promise<LastRun[]> {
  const rows = await db
    .selectFrom('maintenanceRuns')
    .select(({ fn }) => ['task', 'succeeded', fn.max('finishedAt').as('finishedAt')])
    .groupBy(['task', 'succeeded'])
    .execute()
  return MAINTENANCE_TASKS.map((task) => {
    const last = (succeeded: boolean) => rows.find((row) => row.task === task && row.succeeded === succeeded)?.finishedAt ?? null
    const [succeededAt, failedAt] = [last(true), last(false)]
    return { task, succeededAt, failedAt: failedAt && (!succeededAt || failedAt > succeededAt) ? failedAt : null }
  })
}

const DETAIL_MAX_LENGTH = 500

export async function recordRun<T extends Record<string, unknown>>(db: Db, task: MaintenanceTask, work: () => Promise<T>): Promise<T> {
  const startedAt = new Date()
  const write = (succeeded: boolean, details: Record<string, unknown>) =>
    db.insertInto('maintenanceRuns').values({ task, startedAt, finishedAt: new Date(), succeeded, details }).execute()
  try {
    const details = await work()
    await write(true, details)
    return details
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, DETAIL_MAX_LENGTH)
    // The failure can't be recorded while the database is down. An alert still reports that the last success is too old.
    await write(false, { reason }).catch(() => undefined)
    throw error
  }
}
