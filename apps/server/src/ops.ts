/**
 * For occasional tasks on a running deployment, except for accounts (`npm run admin`). The commands aren't in the tools folder because they
 * need the server's settings, and the container image doesn't contain the tools folder.
 */

import type { FeatureModule } from './core/feature.ts'
import { MODULES } from './features.ts'
import { environmentOfCommand } from './hosting/network-files.ts'
import { backupCommand, verifyCommand } from './ops/backup/backup-commands.ts'
import { restoreCommand } from './ops/backup/restore-command.ts'
import { restoreTestCommand } from './ops/backup/restore-test-command.ts'
import { doctorCommand } from './ops/doctor/doctor-command.ts'
import { exportCommand } from './ops/export/export-command.ts'
import { importCommand } from './ops/export/import-command.ts'
import { networkCommand } from './ops/network-command.ts'
import { type OpsCommand, withDatabase } from './ops/ops-command.ts'
import { photosCommand } from './ops/photos-command.ts'
import { vapidKeysCommand } from './ops/vapid-keys-command.ts'

const featureCommands = Object.values(MODULES).flatMap(({ commands = {} }: FeatureModule) =>
  Object.entries(commands).map(([name, { usage, read }]): [string, OpsCommand] => [
    name,
    {
      usage,
      read(args) {
        const work = read(args)
        return work && withDatabase(work)
      },
    },
  ]),
)

const COMMANDS: Readonly<Record<string, OpsCommand>> = {
  doctor: doctorCommand,
  backup: backupCommand,
  verify: verifyCommand,
  restore: restoreCommand,
  'restore-test': restoreTestCommand,
  export: exportCommand,
  import: importCommand,
  photos: photosCommand,
  network: networkCommand,
  'vapid-keys': vapidKeysCommand,
  ...Object.fromEntries(featureCommands),
}

const usage = () => ['Usage:', ...Object.values(COMMANDS).map((command) => `  npm run ops -- ${command.usage}`)].join('\n')

try {
  const [name = '', ...args] = process.argv.slice(2)
  const run = COMMANDS[name]?.read(args)
  if (!run) throw new Error(usage())
  process.exitCode = await run(await environmentOfCommand(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
