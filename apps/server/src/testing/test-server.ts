import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rulebook } from '@trailwarden/api'
import { databaseUrl } from '@trailwarden/testkit/postgres'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { readSiteContent, type SiteContent } from '../features/site/site.ts'
import type { Pages } from '../http/pages.ts'

// Given by cluster.ts, which starts one PostgreSQL for the run.
declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

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

// Reading a site takes a quarter of a second and never differs within a run.
const contents = new Map<string, Promise<SiteContent>>()
function siteContent(config: Config): Promise<SiteContent> {
  const folder = join(config.SITES_DIR, config.SITE)
  const content = contents.get(folder) ?? readSiteContent(folder, config.HELP_DIR)
  contents.set(folder, content)
  return content
}

type Wishes = {
  environment?: Record<string, string>
  pages?: Pages | null
  rulebook?: Rulebook
  logTo?: { write(line: string): void }
  /** Instead of what the site's folder holds. */
  content?: SiteContent
  /** What differs from the site's own settings. */
  site?: Partial<SiteContent['site']>
  warningFeeds?: SiteContent['warningFeeds']
  /** Another process beside the one that made this database. */
  database?: Awaited<ReturnType<typeof aDatabase>>
  /** Emails are only queued unless a test wants them sent. */
  sendsMail?: boolean
}

/** The real app on a database of its own. */
export async function aServer({
  environment = {},
  pages = null,
  rulebook,
  logTo,
  site = {},
  warningFeeds,
  sendsMail = false,
  ...given
}: Wishes = {}) {
  const database = given.database ?? (await aDatabase())
  const config = readConfig({
    DATABASE_URL: database.url,
    NODE_ENV: 'test',
    DEV_MAIL: String(environment.NODE_ENV !== 'production'),
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    PHOTOS_DIR: join(tmpdir(), `photos-${randomUUID()}`),
    ...environment,
  })
  const read = given.content ?? (await siteContent(config))
  const content = { ...read, site: { ...read.site, ...site }, ...(warningFeeds && { warningFeeds }) }
  const server = await buildApp({ config, database, content, pages, ...(rulebook && { rulebook }), ...(logTo && { logTo }) })
  if (sendsMail) await server.mail.startSending()
  onTestFinished(async () => {
    await server.app.close()
    await server.warnings.stop()
    await server.retention.stop()
    await server.digest.stop()
    await server.photoSweep.stop()
    await server.webhooks.stop()
    await server.alerts.stop()
    await server.mail.stop()
    await rm(config.PHOTOS_DIR, { recursive: true, force: true })
  })
  return { ...server, database, site: content.site, config }
}
