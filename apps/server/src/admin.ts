/**
 * `npm run admin -- create <email>`: the first administrator, and the way back in when nobody can sign in any more.
 * `npm run admin -- reset-second-factor <email>`: for a person without passkeys and recovery codes; the password alone then signs in.
 * `npm run admin -- new-epoch`: after a restore, so that phones fetch everything again and resend what the backup did not hold.
 * `npm run admin -- import-updates <file.json> [--dry-run]`, `export-updates`: the log of trail status under the names of the old app.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Email } from '@trailwarden/domain'
import { type Config, readConfig } from './config.ts'
import { type Db, openDatabase } from './db/database.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import { createAdministrator } from './features/people/administrator.ts'
import { resetSecondFactor } from './features/people/passkeys.ts'
import { readSiteContent } from './features/site/site.ts'
import { exportUpdates, importUpdates } from './features/trail-status/import-updates.ts'
import { environmentOfCommand } from './hosting/network-files.ts'
import { renewEpoch } from './sync/epoch.ts'

const USAGE =
  'Usage: npm run admin -- create <email> | reset-second-factor <email> | new-epoch | import-updates <file.json> [--dry-run] | export-updates'

type Command = (db: Db, config: Config) => Promise<void>

const siteOf = async (config: Config) => (await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)).site

/** The command that the arguments name; null when there is none. */
function commandOf([name, argument, option]: string[]): Command | null {
  if (name === 'create') {
    const email = Email.safeParse(argument)
    if (!email.success) return null
    return async (db, config) => {
      const link = await createAdministrator(db, email.data, config.PUBLIC_URL, new Date())
      console.log(`${email.data} is an administrator. Set the password within seven days at\n${link}`)
    }
  }
  if (name === 'reset-second-factor') {
    const email = Email.safeParse(argument)
    if (!email.success) return null
    return async (db) => {
      if (!(await resetSecondFactor(db, email.data, new Date()))) throw new Error(`Nobody has the address ${email.data}.`)
      console.log(`${email.data} has no passkeys and no recovery codes any more, is signed out everywhere and signs in with the password.`)
    }
  }
  if (name === 'new-epoch')
    return async (db) => {
      await renewEpoch(db, { force: true })
      console.log('A new epoch has begun: phones fetch everything again and send again what they had sent.')
    }
  if (name === 'import-updates' && argument)
    return async (db, config) => {
      const dryRun = option === '--dry-run'
      const lines = await importUpdates(db, await siteOf(config), JSON.parse(await readFile(argument, 'utf8')), { dryRun })
      for (const { oldId, outcome, reason } of lines) console.log(`${oldId}: ${outcome}${reason ? `, ${reason}` : ''}`)
      const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length
      const counts = `${count('imported')} imported, ${count('there already')} there already, ${count('refused')} refused`
      console.log(dryRun ? `A dry run, nothing was written: ${counts}.` : `${counts}.`)
    }
  if (name === 'export-updates')
    return async (db, config) => console.log(JSON.stringify(await exportUpdates(db, await siteOf(config)), null, 1))
  return null
}

async function run(args: string[]): Promise<void> {
  const command = commandOf(args)
  if (!command) throw new Error(USAGE)
  const config = readConfig(await environmentOfCommand(process.env))
  const database = openDatabase(config.DATABASE_URL, 1)
  try {
    await prepareDatabase(config)
    await command(database.db, config)
  } finally {
    await database.close()
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
