import type { TestProject } from 'vitest/node'
import { databaseUrl, startTestCluster } from '../../../../tools/postgres.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openMail } from '../mail/mail.ts'
import { memoryTransport } from '../mail/transport.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test copies. */
export async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  const admin = openDatabase(cluster.url, 1)
  await admin.pool.query('create database template_trailwarden')
  await admin.close()
  const template = openDatabase(databaseUrl(cluster, 'template_trailwarden'), 1)
  await migrate(template.pool)
  // The queue brings its own tables; made here once, so that not every test waits for them.
  await (
    await openMail(
      template,
      memoryTransport(() => undefined),
      {},
      { warn: () => undefined },
    )
  ).stop()
  await template.close()
  project.provide('clusterUrl', cluster.url)
  return () => cluster.destroy()
}
