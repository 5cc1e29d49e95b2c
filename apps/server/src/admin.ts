/**
 * `npm run admin -- create <email>`: the first administrator, and the way back in when nobody can sign in any more.
 * `npm run admin -- new-epoch`: after a restore, so that phones fetch everything anew and offer again what the backup did not hold.
 */
import { Email } from '@trailwarden/domain'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createAdministrator } from './features/people/administrator.ts'
import { renewEpoch } from './sync/epoch.ts'

const USAGE = 'Usage: npm run admin -- create <email> | new-epoch'

async function run([command, address]: string[]): Promise<void> {
  const email = command === 'create' ? Email.safeParse(address) : null
  if (command !== 'new-epoch' && !email?.success) throw new Error(USAGE)
  const config = readConfig(process.env)
  const database = openDatabase(config.DATABASE_URL, 1)
  try {
    await migrate(database.pool)
    if (!email?.success) {
      await renewEpoch(database.db, { force: true })
      console.log('A new epoch has begun: phones fetch everything anew and offer again what they had sent.')
      return
    }
    const link = await createAdministrator(database.db, email.data, config.PUBLIC_URL, new Date())
    console.log(`${email.data} is an administrator. Set the password within seven days at\n${link}`)
  } finally {
    await database.close()
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
