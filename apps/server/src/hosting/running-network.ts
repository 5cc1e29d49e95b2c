import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp, type Hosted } from '../app.ts'
import { openDatabase } from '../db/database.ts'
import { isPassing } from '../db/database-error.ts'
import { ownsTables } from '../db/schema/prepare-database.ts'
import { openSiteContent } from '../features/site/site-copy.ts'
import { preparePhotoFolder } from '../files/photo-folder.ts'
import { openPages, type Pages } from '../http/pages/pages.ts'
import { prepareDatabase } from '../prepare-database.ts'
import type { Config } from '../read-config.ts'
import { addSampleData } from '../sample-data.ts'
import { renewEpoch } from '../sync/pull/epoch.ts'

export type RunningNetwork = {
  app: FastifyInstance
  startWork(): Promise<void>
  sweep(now: Date): Promise<boolean>
  readMetrics(): Promise<string>
  stop(answered?: () => Promise<void>): Promise<void>
}

export const openBuiltPages = async (webDist: string): Promise<Pages | null> =>
  existsSync(join(webDist, 'client/index.html')) ? openPages(webDist) : null

// The server waits for a database that is starting or has no leader, so the limit must be longer than a failover.
const START_PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 1000

async function waitUntilReachable<T>(patienceMs: number, step: () => Promise<T>): Promise<T> {
  for (const started = Date.now(); ; await wait(ASK_AGAIN_MS))
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error) || Date.now() - started >= patienceMs) throw error
      console.error(`waiting for the database: ${error instanceof Error ? error.message : error}`)
    }
}

export async function openNetwork(config: Config, pages: Pages | null, hosted?: Hosted): Promise<RunningNetwork> {
  // In a process with many sites, the next request tries again to open the site.
  const patienceMs = hosted ? 0 : START_PATIENCE_MS
  preparePhotoFolder(config.PHOTOS_DIR, [config.WEB_DIST, config.SITES_DIR, config.HELP_DIR])
  const database = openDatabase(config.DATABASE_URL, config.DATABASE_POOL, { budget: hosted?.budget })
  try {
    await waitUntilReachable(patienceMs, () => prepareDatabase(config))
    const content = await openSiteContent(database.db, config.SITE, join(config.SITES_DIR, config.SITE), config.HELP_DIR)
    const isNewEpoch = await waitUntilReachable(patienceMs, () => renewEpoch(database.db))
    if (config.SAMPLE_DATA) await addSampleData(database.db, content.site, new Date())
    const server = await buildApp({ config, database, content, pages, ...(hosted && { hosted }) })
    const { app, stopping, prepare, sweep, startWork, stopWork, readMetrics } = server
    if (isNewEpoch) app.log.warn('the database was restored or moved, so devices will fetch everything again')
    if (config.NODE_ENV === 'production' && (await ownsTables(database.pool)))
      app.log.warn('the server’s database role owns the tables. Use a different role and set MIGRATION_DATABASE_URL (docs/install.md)')
    await waitUntilReachable(patienceMs, prepare)
    await app.ready()
    return {
      app,
      readMetrics,
      sweep,
      startWork,
      async stop(answered) {
        await stopping.stop()
        await answered?.()
        await stopWork()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
