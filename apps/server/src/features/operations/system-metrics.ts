/** While the database is down, the gauges have no value rather than an old one. */
import type { Registry } from 'prom-client'
import { createGauge } from '#http/monitoring/metrics.ts'
import type { SystemReader } from './system-reader.ts'

type Sources = { system: SystemReader; version: string; site: string }

export function systemMetrics(registry: Registry, { system, version, site }: Sources): () => Promise<void> {
  const gauge = createGauge.bind(null, registry)
  gauge('trailwarden_info', 'Always 1. The labels contain the version and the site', ['version', 'site']).set({ version, site }, 1)
  const connections = gauge('trailwarden_pool_connections', 'Connections to the database by state', ['state'])
  const poolSize = gauge('trailwarden_pool_size', 'Maximum number of connections that this process opens for requests')
  const poolWaiting = gauge('trailwarden_pool_waiting', 'Requests waiting for a connection')
  const photosFree = gauge('trailwarden_photos_free_bytes', 'Free space on the disk that stores photos')
  const isUp = gauge('trailwarden_database_up', '1 if the database responded within two seconds')
  const waitingCommits = gauge('trailwarden_database_waiting_commits', 'Commits waiting for a standby')
  const databaseBytes = gauge('trailwarden_database_bytes', 'Size of the database')
  const emails = gauge('trailwarden_emails_waiting', 'Emails that have not been sent yet')
  const oldest = gauge('trailwarden_queue_oldest_job_seconds', 'How long the oldest due job has been waiting', ['queue'])
  const jobs = gauge('trailwarden_queue_jobs', 'Jobs by state. Failed jobs are counted for an hour', ['queue', 'state'])
  const succeeded = gauge(
    'trailwarden_task_last_success_timestamp_seconds',
    'When the backup or restore test last succeeded, or 0 if it never has',
    ['task'],
  )
  const failed = gauge('trailwarden_task_failed', '1 if the last backup or restore test failed', ['task'])
  const forget = () => {
    for (const plain of [waitingCommits, databaseBytes, emails]) plain.remove()
    for (const labelled of [oldest, jobs]) labelled.reset()
  }

  return async () => {
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
    // Backup ages keep their last values. A database that's down has its own alert and shouldn't trigger the backup alert too.
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
