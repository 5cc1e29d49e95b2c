/** Gauges of what is read when Prometheus asks. While the database is away they hold nothing rather than what was true before. */
import { aGauge, type Metrics } from '#http/metrics.ts'
import type { SystemReader } from './system-reader.ts'

type Sources = { system: SystemReader; openStreams(): number; version: string; site: string }

/** Answers the function that brings them up to date. */
export function systemMetrics({ registry }: Metrics, { system, openStreams, version, site }: Sources): () => Promise<void> {
  const gauge = aGauge.bind(null, registry)
  gauge('trailwarden_info', 'Always 1; the labels say which version serves which site', ['version', 'site']).set({ version, site }, 1)
  const streams = gauge('trailwarden_streams_open', 'Devices that are told of changes at once')
  const connections = gauge('trailwarden_pool_connections', 'Connections to the database by state', ['state'])
  const poolSize = gauge('trailwarden_pool_size', 'The most connections that this process opens for requests')
  const poolWaiting = gauge('trailwarden_pool_waiting', 'Requests that wait for a connection')
  const photosFree = gauge('trailwarden_photos_free_bytes', 'Room left on the disk that holds photos')
  const isUp = gauge('trailwarden_database_up', '1 when the database answered within two seconds')
  const waitingCommits = gauge('trailwarden_database_waiting_commits', 'Commits that wait for a standby')
  const databaseBytes = gauge('trailwarden_database_bytes', 'Size of the database')
  const emails = gauge('trailwarden_emails_waiting', 'Emails that are not sent yet')
  const oldest = gauge('trailwarden_queue_oldest_job_seconds', 'How long the oldest job that is due has waited', ['queue'])
  const jobs = gauge('trailwarden_queue_jobs', 'Jobs by state; failed ones are forgotten after an hour', ['queue', 'state'])
  const succeeded = gauge('trailwarden_task_last_success_timestamp_seconds', 'When backup or restore test last succeeded; 0: never', [
    'task',
  ])
  const failed = gauge('trailwarden_task_failed', '1 when the last run of backup or restore test failed', ['task'])
  const forget = () => {
    for (const plain of [waitingCommits, databaseBytes, emails]) plain.remove()
    for (const labelled of [oldest, jobs]) labelled.reset()
  }

  return async () => {
    streams.set(openStreams())
    const { used, idle, size, waiting } = system.pool()
    connections.set({ state: 'used' }, used)
    connections.set({ state: 'idle' }, idle)
    poolSize.set(size)
    poolWaiting.set(waiting)
    const free = await system.photosFreeBytes()
    if (free === null) photosFree.remove()
    else photosFree.set(free)
    const reading = await system.read().catch(() => null)
    isUp.set(reading ? 1 : 0)
    // The ages of backups stay as they were read last: a database that is away is an alert of its own, and no reason for this one.
    if (!reading) return forget()
    waitingCommits.set(reading.waitingCommits)
    databaseBytes.set(reading.databaseBytes)
    emails.set(reading.emailsWaiting)
    for (const { name: queue, oldestSeconds, waiting: due, ...states } of reading.queues) {
      oldest.set({ queue }, oldestSeconds)
      for (const [state, count] of Object.entries({ waiting: due, ...states })) jobs.set({ queue, state }, count)
    }
    for (const { task, succeededAt, failedAt } of reading.runs) {
      succeeded.set({ task }, succeededAt ? succeededAt.getTime() / 1000 : 0)
      failed.set({ task }, failedAt ? 1 : 0)
    }
  }
}
