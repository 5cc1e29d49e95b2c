/**
 * `npm run migrate`: updates the database as its owner (MIGRATION_DATABASE_URL) and grants the server's role (DATABASE_URL) access. With
 * NETWORKS_DIR, updates all sites, or only the one in NETWORK.
 */
import { readDatabaseUrls } from './config.ts'
import { environmentOfCommand, readNetworkFiles } from './hosting/network-files.ts'
import { prepareDatabase } from './prepare-database.ts'

const described = (done: string[]) => (done.length > 0 ? `Applied ${done.join(', ')}.` : 'The database is up to date.')

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}

async function migrateAll(folder: string): Promise<void> {
  const { networks, problems } = await readNetworkFiles(process.env, folder)
  for (const { name, config } of networks) await prepareDatabase(config).then((done) => console.log(`${name}: ${described(done)}`), fail)
  for (const { name, problem } of problems) fail(new Error(`${name}: ${problem}`))
}

try {
  const { NETWORKS_DIR: folder, NETWORK: name } = process.env
  if (folder && !name) await migrateAll(folder)
  else console.log(described(await prepareDatabase(readDatabaseUrls(await environmentOfCommand(process.env)))))
} catch (error) {
  fail(error)
}
