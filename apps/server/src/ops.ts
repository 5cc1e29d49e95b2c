/**
 * `npm run ops -- …`: what an operator does now and then with a running deployment, beyond accounts (`npm run admin`).
 * Here and not among the tools: it needs the server's settings, database and photos, and must be in the container image, which has no tools.
 */

import { environmentOfCommand } from './hosting/network-files.ts'
import { backupCommand, verifyCommand } from './ops/backup-commands.ts'
import { doctorCommand } from './ops/doctor-command.ts'
import { exportCommand } from './ops/export-command.ts'
import { importCommand } from './ops/import-command.ts'
import { importLegacyCommand } from './ops/import-legacy-command.ts'
import { networkCommand } from './ops/network-command.ts'
import type { OpsCommand } from './ops/ops-command.ts'
import { photosCommand } from './ops/photos-command.ts'
import { restoreCommand } from './ops/restore-command.ts'
import { restoreTestCommand } from './ops/restore-test-command.ts'
import { vapidKeysCommand } from './ops/vapid-keys-command.ts'

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
  'import-legacy': importLegacyCommand,
  'vapid-keys': vapidKeysCommand,
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
