import { databaseUrl, startTestCluster } from '@trailwarden/testkit/postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createQueues } from '../db/queues.ts'

/** One PostgreSQL for the whole run, with a migrated template that each test copies. */
export async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  const admin = openDatabase(cluster.url, 1)
  await admin.pool.query('create database template_trailwarden')
  await admin.close()
  const template = openDatabase(databaseUrl(cluster, 'template_trailwarden'), 1)
  await migrate(template.pool)
  // The queue brings its own tables; made here once, so that not every test waits for them.
  await createQueues(template.pool)
  await template.close()
  project.provide('clusterUrl', cluster.url)
  return () => cluster.destroy()
}
