/**
 * `npm run ops -- …`: what an operator does now and then with a running deployment, beyond accounts (`npm run admin`).
 * Here and not among the tools: it needs the server's settings, database and photos, and must be in the container image, which has no tools.
 *
 * `import-legacy <export.json> [--photos <folder>] [--dry-run] [--invite] [--report <file.csv|file.json>]`: the records of the old app.
 * Ends with 0 when everything came over, with 2 when something was left, with 1 when it could not be done.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMail } from '#mail/mailer.ts'
import { memoryTransport } from '#mail/transport.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import { readSiteContent } from './features/site/site.ts'
import { directoryStore } from './files/photo-store.ts'
import { countUninvited, inviteAll } from './legacy/bring-people.ts'
import { importLegacy } from './legacy/import-legacy.ts'
import { type Line, reportCsv, reportText } from './legacy/import-report.ts'

const USAGE = 'Usage: npm run ops -- import-legacy <export.json> [--photos <folder>] [--dry-run] [--invite] [--report <file.csv|file.json>]'
const SOMETHING_WAS_LEFT = 2

/** Runs with the server's settings, and answers what the process ends with. */
type Command = (database: Database, config: Config) => Promise<number>

const COMMANDS: Readonly<Record<string, (args: string[]) => Command | null>> = { 'import-legacy': importLegacyCommand }

function importLegacyCommand(args: string[]): Command | null {
  const options = {
    photos: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    invite: { type: 'boolean', default: false },
    report: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { photos, 'dry-run': dryRun, invite, report } = values
  const [path] = positionals
  if (!path || positionals.length > 1 || (report && !/\.(csv|json)$/.test(report))) return null
  return async (database, config) => {
    const { db } = database
    const now = new Date()
    const { bundle } = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    const store = directoryStore(config.PHOTOS_DIR)
    const { lines, newcomers } = await importLegacy({ db, store, bundle }, file, now, { dryRun, photosFolder: photos ?? null })
    console.log(reportText(lines))
    if (report) await writeFile(report, report.endsWith('.csv') ? reportCsv(lines) : JSON.stringify(lines, null, 1))
    const waiting = (await countUninvited(db)) + (dryRun ? newcomers : 0)
    const without = `People without a password who were sent no link yet: ${waiting}`
    if (dryRun) console.log(`A dry run: nothing was written. ${without}.`)
    else if (invite) console.log(`Emails with a link to choose a password, queued now: ${await invitePeople(database, now)}.`)
    else console.log(`${without}; --invite sends it.`)
    return lines.some(isLeft) ? SOMETHING_WAS_LEFT : 0
  }
}

const isLeft = ({ outcome }: Line) => outcome === 'left'

/** Only queues: the running server sends. */
async function invitePeople({ db, pool }: Database, now: Date): Promise<number> {
  const nowhere = memoryTransport(() => undefined)
  const log = { warn: (details: object, message: string) => console.error(message, details) }
  const mail = await openMail({ pool }, { transports: { urgent: nowhere, bulk: nowhere }, writers: {}, log })
  try {
    return await inviteAll(db, mail, now)
  } finally {
    await mail.stop()
  }
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = COMMANDS[name]?.(args)
  if (!command) throw new Error(USAGE)
  const config = readConfig(process.env)
  const database = openDatabase(config.DATABASE_URL, 2)
  try {
    await prepareDatabase(config)
    return await command(database, config)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
