import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyTree, plant, removeCopy } from '@trailwarden/testkit/app/tree-copy'
import { expect, onTestFinished, test } from 'vitest'
import { checkLayers } from './layers.ts'

const root = resolve(import.meta.dirname, '../..')

function createCopy(): string {
  const copy = copyTree()
  onTestFinished(() => removeCopy(copy))
  return copy
}

/** Each file violates one rule deliberately, and the named rule must report the violation. */
const VIOLATIONS: [rule: string, path: string, imports: string][] = [
  ['no circles, types included', 'apps/web/src/lib/planted-circle-a.ts', "import { b } from './planted-circle-b.ts'\nexport const a = b"],
  ['no circles, types included', 'apps/web/src/lib/planted-type-a.ts', "import type { B } from './planted-type-b.ts'\nexport type A = B"],
  ['imports must resolve', 'apps/web/src/lib/planted-missing.ts', "import './nowhere.ts'"],
  ['domain stands alone', 'packages/domain/src/planted-site.ts', "import '@trailwarden/site'"],
  ['domain uses zod only', 'packages/domain/src/planted-react.ts', "import 'react'"],
  ['api and site know only domain', 'packages/site/src/planted-sync.ts', "import '../../sync/src/planted-target.ts'"],
  ['sample knows only domain and site', 'packages/sample/src/planted-sync.ts', "import '../../sync/src/planted-target.ts'"],
  ['only tools and tests draw sample data', 'apps/server/src/planted-sample.ts', "import '../../../packages/sample/src/random.ts'"],
  ['sync knows only domain and api', 'packages/sync/src/planted-site.ts', "import '@trailwarden/site'"],
  ['what runs in service does not know the testkit', 'packages/site/src/planted-testkit.ts', "import '@trailwarden/testkit/wait'"],
  [
    'what runs in service does not know the testkit',
    'apps/server/src/db/planted-tests.ts',
    "import '../../../../tests/fault/fault-test.ts'",
  ],
  ['packages do not know the apps', 'packages/site/src/planted-app.ts', "import '../../../apps/web/src/lib/dates.ts'"],
  ['web and server meet only in packages', 'apps/web/src/app/planted-server.ts', "import '../../../server/src/config.ts'"],
  [
    'web features do not know each other',
    'apps/web/src/features/planted/planted-stranger.ts',
    "import '#features/trail-status/status-polling.ts'",
  ],
  [
    'server features know only people',
    'apps/server/src/features/planted/planted-stranger.ts',
    "import '#features/trail-status/trail-status-store.ts'",
  ],
  ['lib knows nothing above', 'apps/web/src/lib/planted-ui.ts', "import '#ui/theme/theme.ts'"],
  ['platform knows only lib', 'apps/web/src/platform/planted-data.ts', "import '#data/api.ts'"],
  [
    'ui, map and data know only lib and platform',
    'apps/web/src/ui/planted-data.ts',
    "import type * as Api from '#data/api.ts'\nexport type Planted = typeof Api",
  ],
  ['parts know no feature', 'apps/web/src/parts/planted-feature.ts', "import '#features/trail-status/status-polling.ts'"],
  ['only dialogs use MUI', 'apps/web/src/parts/planted-dialog.ts', "import '@mui/material/Dialog'"],
  ['features do not know the app', 'apps/web/src/features/trail-status/planted-app.ts', "import '#app/navigation.ts'"],
  ['only the list of features knows their descriptions', 'apps/web/src/app/planted-index.ts', "import '#features/billing/index.ts'"],
  ['server tools know no feature', 'apps/server/src/http/planted-feature.ts', "import '#features/trail-status/trail-status-store.ts'"],
  ['server features do not know sync or app', 'apps/server/src/features/trail-status/planted-app.ts', "import '#app.ts'"],
  ['server features do not know sync or app', 'apps/server/src/plugins/keys/planted-sync.ts', "import '#sync/events.ts'"],
  ['server tools know no feature', 'apps/server/src/core/planted-plugin.ts', "import '#plugins/keys/key-store.ts'"],
  ['plugins know only people', 'apps/server/src/plugins/keys/planted-feature.ts', "import '#features/actions/action-store.ts'"],
  ['plugins know only people', 'apps/server/src/plugins/keys/planted-plugin.ts', "import '#plugins/webhooks/webhook-store.ts'"],
  ['the rest of the server knows no plugin', 'apps/server/src/features/people/planted-plugin.ts', "import '#plugins/keys/key-store.ts'"],
  ['the rest of the server knows no plugin', 'apps/server/src/ops/planted-plugin.ts', "import '#plugins/legacy/import-legacy.ts'"],
  ['only features.ts lists features', 'apps/server/src/hosting/planted-feature.ts', "import '#features/people/index.ts'"],
  ['only features.ts lists features', 'apps/server/src/hosting/planted-plugins.ts', "import '#plugins.ts'"],
  ['e2e tests see only what a person sees', 'tests/e2e/planted-inside.ts', "import '../../apps/web/src/lib/dates.ts'"],
  ['e2e tests, fault tests and benches do not know each other', 'tests/bench/planted-fault.ts', "import '../fault/fault-test.ts'"],
  ['tools know no test', 'tools/planted-test.ts', "import '../tests/fault/fault-test.ts'"],
  ['sites are data, read as files', 'apps/web/src/app/planted-sites.ts', "import '../../../../sites/planted.ts'"],
]

test(`detects each of ${VIOLATIONS.length} planted violations, and finds none in our own code`, { timeout: 300_000 }, () => {
  const copy = createCopy()
  expect(checkLayers(copy).violations).toEqual([])
  plant(copy, 'apps/web/src/lib/planted-circle-b.ts', "import { a } from './planted-circle-a.ts'\nexport const b = a")
  plant(copy, 'apps/web/src/lib/planted-type-b.ts', "import type { A } from './planted-type-a.ts'\nexport type B = A")
  plant(copy, 'packages/sync/src/planted-target.ts', 'export const target = 1')
  plant(copy, 'sites/planted.ts', 'export const planted = 1')
  for (const [, path, imports] of VIOLATIONS) plant(copy, path, `${imports}\n`)
  const { violations } = checkLayers(copy)
  const caught = VIOLATIONS.filter(([rule, path]) => violations.some((found) => found.rule === rule && found.from === path))
  expect(VIOLATIONS.filter((planted) => !caught.includes(planted)).map(([rule, path]) => `${rule}: ${path}`)).toEqual([])
})

test('fails if the check covered no files', () => {
  const empty = mkdtempSync(join(tmpdir(), 'layers-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  cpSync(join(root, '.dependency-cruiser.cjs'), join(empty, '.dependency-cruiser.cjs'))
  plant(empty, 'tsconfig.json', '{}')
  plant(empty, 'packages/domain/readme.md', '')
  expect(() => checkLayers(empty)).toThrow()
})
