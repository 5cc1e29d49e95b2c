/**
 * `npm run new -- feature x`, `record-kind x` or `screen x` creates the files and adds them to the lists. If one of the files exists,
 * nothing changes.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { applyChanges, type FileChange, Refused } from './changes.ts'
import { newFeature } from './feature.ts'
import { newRecordKind } from './record-kind.ts'
import { newScreen } from './screen.ts'

type Generator = { usage: string; create(root: string, name: string, plural?: string): FileChange[]; next: readonly string[] }

const GENERATORS: Readonly<Record<string, Generator>> = {
  feature: {
    usage: 'feature trail-counters',
    create: newFeature,
    next: [
      'Replace the example: the response (packages/api/src), the route (apps/server/src/features) and the screen (apps/web/src/features).',
      'Set who may call the route (packages/api/src/permissions) and the expected results (permission-cases.ts).',
    ],
  },
  'record-kind': {
    usage: 'record-kind shelter [shelters]',
    create: newRecordKind,
    next: [
      'Add fields to the kind (packages/domain/src), columns to the migration, and both to the list and form (apps/web/src/features).',
      'Run `npm run row-types`, and update the last row of the table in docs/upgrade.md.',
      'If not everyone may see the records, add `isSeenBy` to the feature of the server.',
    ],
  },
  screen: {
    usage: 'screen trail-counters, or screen trails/history for a screen of an existing feature',
    create: newScreen,
    next: [
      "Set who may open the screen (`access` in the feature's index.ts), and write an e2e test in tests/e2e.",
      'If people open the screen from the menu, add it to apps/web/src/app/navigation.ts.',
    ],
  },
}

const root = resolve(import.meta.dirname, '../..')
const [kind = '', name, plural] = process.argv.slice(2)
const generator = GENERATORS[kind]

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

if (!generator || !name)
  refuse(
    `Usage:\n${Object.values(GENERATORS)
      .map(({ usage }) => `  npm run new -- ${usage}`)
      .join('\n')}`,
  )
try {
  const changes = generator.create(root, name, plural)
  applyChanges(root, changes)
  for (const change of changes) console.log(`${'text' in change ? 'created' : 'changed'} ${change.path}`)
  // The linter requires sorted imports and its own line breaks.
  const formatted = changes.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path))
  const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...formatted], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) refuse(stderr)
  console.log(`\nNext:\n${generator.next.map((step) => `- ${step}`).join('\n')}`)
} catch (error) {
  if (error instanceof Refused) refuse(`Nothing was changed: ${error.message}`)
  throw error
}
