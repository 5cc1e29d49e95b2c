import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { databaseUrl } from '../../../../tools/postgres.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { readSite } from '../features/site/site.ts'
import type { Pages } from '../http/pages.ts'

/** A database of its own, copied from the migrated template; gone when the test ends. */
export async function aDatabase({ template = 'template_trailwarden' } = {}) {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(clusterUrl, 1)
  await admin.pool.query(`create database ${name} template ${template}`)
  const url = databaseUrl({ url: clusterUrl }, name)
  const database = openDatabase(url, 4)
  onTestFinished(async () => {
    await database.close()
    await admin.pool.query(`drop database ${name} with (force)`)
    await admin.close()
  })
  return { ...database, url }
}

/** The real app on a database of its own. */
export async function aServer({ environment = {}, pages = null }: { environment?: Record<string, string>; pages?: Pages | null } = {}) {
  const database = await aDatabase()
  const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', DRAIN_MS: '0', ...environment })
  const site = await readSite(config.SITES_DIR, config.SITE)
  const { app, stopping } = await buildApp({ config, database, site, pages })
  onTestFinished(() => app.close())
  return { app, stopping, database, site, config }
}
