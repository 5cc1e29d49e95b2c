/** A restore starts a new epoch, so that devices fetch everything and resend changes that the backup doesn't contain. */
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/database.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { readConfig } from '../../read-config.ts'
import { renewEpoch } from '../../sync/pull/epoch.ts'
import type { OpsCommand } from '../ops-command.ts'
import { openEngines } from './backup-settings.ts'

const OPTIONS = { replace: { type: 'boolean', default: false }, to: { type: 'string' }, start: { type: 'string' } } as const

const AFTERWARDS = `The database and photos are restored. Start the app again; devices fetch everything automatically.

Changes made since the backup may be lost, so:
- Trail status shows "Not confirmed since a system restore" until a manager posts an update. Ask a manager to check every trail and emergency post.
- Everyone has to log in again. Links in emails, API keys and links for responders no longer work; webhooks are suspended until an administrator takes them over.
- When the app starts, it repeats account removals, disabled accounts, password changes and deletions of contact details made since the backup.
- Check manually: roles assigned, photos blurred and settings changed since the backup (Management > Audit log).`

export const restoreCommand: OpsCommand = {
  usage: 'restore [--replace] [--to "2026-11-16 02:00:00+11"] [--start "systemctl start postgresql"]',
  read(args) {
    const { values } = parseArgs({ args, options: OPTIONS })
    return async (environment) => {
      const config = readConfig(environment)
      const { database, photos } = openEngines(environment, config)
      await database.restore(values)
      await prepareDatabase(config)
      const { db, close } = openDatabase(config.DATABASE_URL, 2)
      try {
        // A running process may already have noticed the restore. An extra epoch only makes devices fetch everything once more.
        await renewEpoch(db, { force: true })
      } finally {
        await close()
      }
      await photos.restore()
      console.log(AFTERWARDS)
      return 0
    }
  },
}
