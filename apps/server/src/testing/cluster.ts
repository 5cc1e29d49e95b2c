import { databaseUrl, startTestCluster } from '@trailwarden/testkit/database/postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/schema/migrate.ts'
import { createQueues } from '../db/schema/queues.ts'
import { QUEUES } from '../features.ts'

/** One PostgreSQL for the whole test run, with a migrated template database that each test copies. */
export async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  const admin = openDatabase(cluster.url, 1)
  await admin.pool.query('create database template_trailwarden')
  await admin.close()
  const template = openDatabase(databaseUrl(cluster, 'template_trailwarden'), 1)
  await migrate(template.pool)
  // The template has the queue's tables, so that each test needn't create them.
  await createQueues(template.pool, QUEUES)
  await template.close()
  project.provide('clusterUrl', cluster.url)
  return () => cluster.destroy()
}
