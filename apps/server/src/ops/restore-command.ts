/** Brings database and photos back, and begins a new epoch, so that devices fetch everything and offer again what the backup did not hold. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { renewEpoch } from '../sync/epoch.ts'
import { openEngines } from './backup-settings.ts'
import type { OpsCommand } from './ops-command.ts'

const OPTIONS = { replace: { type: 'boolean', default: false }, to: { type: 'string' }, start: { type: 'string' } } as const

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
        // A process that was running meanwhile may have noticed first; one epoch too many costs devices one more fetch.
        await renewEpoch(db, { force: true })
      } finally {
        await close()
      }
      await photos.restore()
      console.log('Database and photos are back, and a new epoch has begun. Start the app again; devices fetch everything by themselves.')
      return 0
    }
  },
}
