/**
 * `npm run admin -- create <email>`: creates the first administrator, or a new one when nobody can log in.
 * `npm run admin -- reset-second-factor <email>`: for a user who has lost their passkeys and recovery codes. They can then log in with only
 * the password.
 * `npm run admin -- new-epoch`: after a restore, makes devices fetch everything again and resend changes that the backup doesn't have.
 * `npm run admin -- import-updates <file.json> [--dry-run]`, `export-updates`: imports or exports the log of trail status, with the field
 * names of the previous app.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Email, NOT_CONFIRMED_SINCE_RESTORE } from '@trailwarden/domain'
import { type Db, openDatabase } from './db/database.ts'
import { resetSecondFactorOf } from './features/people/passkeys/passkeys.ts'
import { createAdministrator } from './features/people/users/administrator.ts'
import { readSiteContent } from './features/site/site.ts'
import { exportUpdates, importUpdates } from './features/trail-status/import-updates.ts'
import { environmentOfCommand } from './hosting/network-files.ts'
import { prepareDatabase } from './prepare-database.ts'
import { type Config, readConfig } from './read-config.ts'
import { renewEpoch } from './sync/pull/epoch.ts'

const USAGE =
  'Usage: npm run admin -- create <email> | reset-second-factor <email> | new-epoch | import-updates <file.json> [--dry-run] | export-updates'

type Command = (db: Db, config: Config) => Promise<void>

const siteOf = async (config: Config) => (await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)).site

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
      if (!(await resetSecondFactorOf(db, email.data, new Date()))) throw new Error(`No user has the email address ${email.data}.`)
      console.log(`${email.data} no longer has passkeys or recovery codes, is logged out everywhere and logs in with only the password.`)
    }
  }
  if (name === 'new-epoch')
    return async (db) => {
      await renewEpoch(db, { force: true })
      console.log(`A new epoch has begun, as after a restore. Devices fetch everything again and resend what they had sent.
Trail status reads "${NOT_CONFIRMED_SINCE_RESTORE}" until a manager posts it again. Everyone has to log in again. Links in emails, API keys and
links for responders have ended; webhooks are suspended until an administrator takes them over.`)
    }
  if (name === 'import-updates' && argument)
    return async (db, config) => {
      const dryRun = option === '--dry-run'
      const lines = await importUpdates(db, await siteOf(config), JSON.parse(await readFile(argument, 'utf8')), { dryRun })
      for (const { oldId, outcome, reason } of lines) console.log(`${oldId}: ${outcome}${reason ? `, ${reason}` : ''}`)
      const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length
      const counts = `${count('imported')} imported, ${count('there already')} there already, ${count('refused')} refused`
      console.log(dryRun ? `Dry run. Nothing was written: ${counts}.` : `${counts}.`)
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
