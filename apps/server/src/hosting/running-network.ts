/** One trail network, from its settings to what answers requests and does the work behind them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp, type Hosted } from '../app.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { isPassing } from '../db/database-error.ts'
import { ownsTables, prepareDatabase } from '../db/prepare-database.ts'
import { openSiteContent } from '../features/site/site-copy.ts'
import { preparePhotoFolder } from '../files/photo-folder.ts'
import { openPages, type Pages } from '../http/pages.ts'
import { addSampleData } from '../sample-data.ts'
import { renewEpoch } from '../sync/epoch.ts'

export type RunningNetwork = {
  app: FastifyInstance
  /** Begins what is done without being asked: emails, sweeps. */
  startWork(): Promise<void>
  /** Removes what is no longer needed, if it is time. */
  sweep(now: Date): Promise<boolean>
  readMetrics(): Promise<string>
  /** Ends streams, finishes its work and closes its connections; before the last two, waits until what was asked is `answered`. */
  stop(answered?: () => Promise<void>): Promise<void>
}

/** Null when the web app has not been built. */
export const openBuiltPages = async (webDist: string): Promise<Pages | null> =>
  existsSync(join(webDist, 'client/index.html')) ? openPages(webDist) : null

// Longer than a failover takes: a database without a leader, or one that is starting up itself, is waited for.
const START_PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 1000

async function whenReachable<T>(patienceMs: number, step: () => Promise<T>): Promise<T> {
  for (const started = Date.now(); ; await wait(ASK_AGAIN_MS))
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error) || Date.now() - started >= patienceMs) throw error
      console.error(`waiting for the database: ${error instanceof Error ? error.message : error}`)
    }
}

export async function openNetwork(config: Config, pages: Pages | null, hosted?: Hosted): Promise<RunningNetwork> {
  // Of many, one that cannot be opened is tried again with the next request.
  const patienceMs = hosted ? 0 : START_PATIENCE_MS
  preparePhotoFolder(config.PHOTOS_DIR, [config.WEB_DIST, config.SITES_DIR, config.HELP_DIR])
  const database = openDatabase(config.DATABASE_URL, config.DATABASE_POOL, { budget: hosted?.budget })
  try {
    await whenReachable(patienceMs, () => prepareDatabase(config))
    const content = await openSiteContent(database.db, config.SITE, join(config.SITES_DIR, config.SITE), config.HELP_DIR)
    const isNewEpoch = await whenReachable(patienceMs, () => renewEpoch(database.db))
    if (config.SAMPLE_DATA) await addSampleData(database.db, content.site, new Date())
    const server = await buildApp({ config, database, content, pages, ...(hosted && { hosted }) })
    const { app, stopping, mail, photoSweep, webhooks, alerts, retention, digest, warnings, readMetrics } = server
    if (isNewEpoch) app.log.warn('the database was restored or moved: phones fetch everything again')
    if (config.NODE_ENV === 'production' && (await ownsTables(database.pool)))
      app.log.warn(
        'the database role of this server owns its tables: give it another and set MIGRATION_DATABASE_URL (docs/database-roles.md)',
      )
    await app.ready()
    return {
      app,
      readMetrics,
      sweep: retention.sweep,
      async startWork() {
        await mail.startSending()
        await photoSweep.start()
        await webhooks.start()
        await alerts.start()
        retention.start()
        await digest.start()
        warnings.start()
      },
      async stop(answered) {
        await stopping.stop()
        await answered?.()
        // After the last answer, and not in a hook of Fastify: it runs those while connections are still open to it, unanswered.
        await warnings.stop()
        await retention.stop()
        await digest.stop()
        await photoSweep.stop()
        await webhooks.stop()
        await alerts.stop()
        await mail.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
