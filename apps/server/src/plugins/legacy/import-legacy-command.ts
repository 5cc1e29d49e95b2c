/** Exits with 0 if everything was imported, 2 if some data was omitted, and 1 if the import failed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FeatureCommand } from '#core/feature.ts'
import type { Database } from '#db/database.ts'
import { readSiteContent } from '#features/site/site.ts'
import { openPhotoStore } from '#files/photo-store.ts'
import { openMail } from '#mail/mailer.ts'
import { memoryTransport } from '#mail/transport.ts'
import { countUninvited, inviteAll } from './bring-people.ts'
import { importLegacy } from './import-legacy.ts'
import { type Line, reportCsv, reportText } from './import-report.ts'

const SOMETHING_WAS_LEFT = 2

const read: FeatureCommand['read'] = (args) => {
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
    const store = openPhotoStore(config)
    const { lines, newcomers } = await importLegacy({ db, store, bundle }, file, now, { dryRun, photosFolder: photos ?? null })
    console.log(reportText(lines))
    if (report) await writeFile(report, report.endsWith('.csv') ? reportCsv(lines) : JSON.stringify(lines, null, 1))
    const waiting = (await countUninvited(db)) + (dryRun ? newcomers : 0)
    const without = `People without a password who haven’t received a link: ${waiting}`
    if (dryRun) console.log(`Dry run. Nothing was written. ${without}.`)
    else if (invite) console.log(`Emails with a link to choose a password, queued now: ${await invitePeople(database, now)}.`)
    else console.log(`${without}. Use --invite to send it.`)
    return lines.some(isLeft) ? SOMETHING_WAS_LEFT : 0
  }
}

const isLeft = ({ outcome }: Line) => outcome === 'left'

async function invitePeople({ db, pool }: Database, now: Date): Promise<number> {
  const nowhere = memoryTransport(() => undefined)
  const log = { warn: (details: object, message: string) => console.error(message, details) }
  const mail = await openMail({ pool }, { transports: { urgent: nowhere, closure: nowhere, bulk: nowhere }, writers: {}, log })
  try {
    return await inviteAll(db, mail, now)
  } finally {
    await mail.stop()
  }
}

export const importLegacyCommand: FeatureCommand = {
  usage: 'import-legacy <export.json> [--photos <folder>] [--dry-run] [--invite] [--report <file.csv|file.json>]',
  read,
}
