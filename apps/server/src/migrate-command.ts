/**
 * `npm run migrate`: brings the database up to date as its owner (MIGRATION_DATABASE_URL) and lets the server's role (DATABASE_URL) use
 * it.
 */
import { readDatabaseUrls } from './config.ts'
import { prepareDatabase } from './db/prepare-database.ts'

try {
  const done = await prepareDatabase(readDatabaseUrls(process.env))
  console.log(done.length > 0 ? `Applied ${done.join(', ')}.` : 'The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}
