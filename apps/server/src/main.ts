import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { isPassing } from './db/database-error.ts'
import { ownsTables, prepareDatabase } from './db/prepare-database.ts'
import { openSiteContent } from './features/site/site-copy.ts'
import { preparePhotoFolder } from './files/photo-folder.ts'
import { openPages } from './http/pages.ts'
import { addSampleData } from './sample-data.ts'
import { renewEpoch } from './sync/epoch.ts'

// Longer than a failover takes: a database without a leader, or one that is starting up itself, is waited for.
const START_PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 1000

async function whenReachable<T>(step: () => Promise<T>): Promise<T> {
  for (const started = Date.now(); ; await wait(ASK_AGAIN_MS))
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error) || Date.now() - started > START_PATIENCE_MS) throw error
      console.error(`waiting for the database: ${error instanceof Error ? error.message : error}`)
    }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  preparePhotoFolder(config.PHOTOS_DIR, [config.WEB_DIST, config.SITES_DIR, config.HELP_DIR])
  const database = openDatabase(config.DATABASE_URL, config.DATABASE_POOL)
  await whenReachable(() => prepareDatabase(config))
  const content = await openSiteContent(database.db, config.SITE, join(config.SITES_DIR, config.SITE), config.HELP_DIR)
  const isNewEpoch = await whenReachable(() => renewEpoch(database.db))
  if (config.SAMPLE_DATA) await addSampleData(database.db, content.site, new Date())
  const pages = existsSync(join(config.WEB_DIST, 'client/index.html')) ? await openPages(config.WEB_DIST) : null
  const { app, stopping, mail, photoSweep, retention } = await buildApp({ config, database, content, pages })
  if (isNewEpoch) app.log.warn('the database was restored or moved: phones fetch everything again')
  if (config.NODE_ENV === 'production' && (await ownsTables(database.pool)))
    app.log.warn(
      'the database role of this server owns its tables: give it another and set MIGRATION_DATABASE_URL (docs/database-roles.md)',
    )
  if (!pages && config.NODE_ENV !== 'development') app.log.warn('the web app is not built: only the API is served')

  const stop = async () => {
    // The promise: gone within 10 s, whatever hangs.
    setTimeout(() => process.exit(1), 9500).unref()
    await stopping.stop()
    // After the last answer, and not in a hook of Fastify: it runs those while connections are still open to it, unanswered.
    await retention.stop()
    await photoSweep.stop()
    await mail.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await mail.startSending()
  await photoSweep.start()
  retention.start()
  await app.listen({ host: config.HOST, port: config.PORT })
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exit(1)
})
