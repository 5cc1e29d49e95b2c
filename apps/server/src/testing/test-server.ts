import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rulebook } from '@trailwarden/api'
import { knownTrailsOf } from '@trailwarden/site'
import { databaseUrl } from '@trailwarden/testkit/database/postgres'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../db/database.ts'
import { readSiteContent, type SiteContent } from '../features/site/site.ts'
import type { Pages } from '../http/pages/pages.ts'
import { type Config, readConfig } from '../read-config.ts'

// cluster.ts starts one PostgreSQL for the whole test run and provides its address.
declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** The database is dropped when the test ends. */
export async function createTestDatabase({ template = 'template_trailwarden' } = {}) {
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

// Reading a site takes a quarter of a second and the result doesn't change within a run.
const contents = new Map<string, Promise<SiteContent>>()
function siteContent(config: Config): Promise<SiteContent> {
  const folder = join(config.SITES_DIR, config.SITE)
  const content = contents.get(folder) ?? readSiteContent(folder, config.HELP_DIR)
  contents.set(folder, content)
  return content
}

type Options = {
  environment?: Record<string, string>
  pages?: Pages | null
  rulebook?: Rulebook
  logTo?: { write(line: string): void }
  /** Used instead of the contents of the site's folder. */
  content?: SiteContent
  site?: Partial<SiteContent['site']>
  warningFeeds?: SiteContent['warningFeeds']
  /** The database of another server, to simulate a second process. */
  database?: Awaited<ReturnType<typeof createTestDatabase>>
  sendsMail?: boolean
}

export async function createTestServer({
  environment = {},
  pages = null,
  rulebook,
  logTo,
  site = {},
  warningFeeds,
  sendsMail = false,
  ...given
}: Options = {}) {
  const database = given.database ?? (await createTestDatabase())
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
    await server.stopWork()
    await rm(config.PHOTOS_DIR, { recursive: true, force: true })
  })
  return { ...server, database, site: content.site, trails: () => knownTrailsOf(content.bundle), config }
}
