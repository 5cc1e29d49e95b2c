/**
 * The records of the old app. Ends with 0 when everything came over, with 2 when something was left, with 1 when it could not be done.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMail } from '#mail/mailer.ts'
import { memoryTransport } from '#mail/transport.ts'
import type { Database } from '../db/database.ts'
import { readSiteContent } from '../features/site/site.ts'
import { openPhotoStore } from '../files/photo-store.ts'
import { countUninvited, inviteAll } from '../legacy/bring-people.ts'
import { importLegacy } from '../legacy/import-legacy.ts'
import { type Line, reportCsv, reportText } from '../legacy/import-report.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'

const SOMETHING_WAS_LEFT = 2

function read(args: string[]) {
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
  return withDatabase(async (database, config) => {
    const { db } = database
    const now = new Date()
    const { bundle } = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    const store = openPhotoStore(config)
    const { lines, newcomers } = await importLegacy({ db, store, bundle }, file, now, { dryRun, photosFolder: photos ?? null })
    console.log(reportText(lines))
    if (report) await writeFile(report, report.endsWith('.csv') ? reportCsv(lines) : JSON.stringify(lines, null, 1))
    const waiting = (await countUninvited(db)) + (dryRun ? newcomers : 0)
    const without = `People without a password who were sent no link yet: ${waiting}`
    if (dryRun) console.log(`A dry run: nothing was written. ${without}.`)
    else if (invite) console.log(`Emails with a link to choose a password, queued now: ${await invitePeople(database, now)}.`)
    else console.log(`${without}; --invite sends it.`)
    return lines.some(isLeft) ? SOMETHING_WAS_LEFT : 0
  })
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

export const importLegacyCommand: OpsCommand = {
  usage: 'import-legacy <export.json> [--photos <folder>] [--dry-run] [--invite] [--report <file.csv|file.json>]',
  read,
}
