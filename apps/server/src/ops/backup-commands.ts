/** `backup`: the database, then the photos. `verify`: whether what was stored can be read. */
import { parseArgs } from 'node:util'
import { recordRun } from '../features/operations/maintenance-runs.ts'
import { openEngines } from './backup-settings.ts'
import type { Details } from './dump-engine.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'

const saying = (what: string, details: Details) =>
  console.log([what, ...Object.entries(details).map(([name, value]) => `${name} ${value}`)].join(', '))

export const backupCommand: OpsCommand = {
  usage: 'backup [--full]',
  read(args) {
    const { values } = parseArgs({ args, options: { full: { type: 'boolean', default: false } } })
    return withDatabase(async ({ db }, config, environment) => {
      const { database, photos } = openEngines(environment, config)
      // In this order: a photo that no row names hurts nobody, a row without its photo does.
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
