import { parseArgs } from 'node:util'
import { recordRun } from '../../features/operations/maintenance-runs.ts'
import { type OpsCommand, withDatabase } from '../ops-command.ts'
import { openEngines } from './backup-settings.ts'
import type { Details } from './dump-engine.ts'

const saying = (what: string, details: Details) =>
  console.log([what, ...Object.entries(details).map(([name, value]) => `${name} ${value}`)].join(', '))

export const backupCommand: OpsCommand = {
  usage: 'backup [--full]',
  read(args) {
    const { values } = parseArgs({ args, options: { full: { type: 'boolean', default: false } } })
    return withDatabase(async ({ db }, config, environment) => {
      const { database, photos } = openEngines(environment, config)
      // The database comes first, because a photo without a row does no harm, but a row without its photo does.
      saying('database', await recordRun(db, 'backup-database', () => database.backup(values.full)))
      saying('photos', await recordRun(db, 'backup-photos', () => photos.backup()))
      return 0
    })
  },
}

export const verifyCommand: OpsCommand = {
  usage: 'verify',
  read: (args) =>
    args.length > 0
      ? null
      : withDatabase(async (_database, config, environment) => {
          const { database, photos } = openEngines(environment, config)
          saying('database', await database.verify())
          saying('photos', await photos.verify())
          return 0
        }),
}
