/**
 * `.ci/run` runs on every change and must finish within 90 minutes, even on a machine several times slower than an idle one. `.ci/nightly`
 * runs all tests, and `.ci/release` also fault tests at full size and benches. The tag `@core` selects Playwright tests. This list has the
 * Vitest files that are too slow for every change.
 */
export const NIGHTLY_TESTS = [
  'tests/fault/nightly-*.test.ts',
  'tools/check/layers.test.ts',
  'tools/docs/first-day.test.ts',
  'tools/new/new.test.ts',
  'packages/testkit/src/app/{new-kind,renamed-columns,without-plugins}.test.ts',
]

/** These use the server tests' database cluster. */
export const NIGHTLY_SERVER_TESTS = [
  'permission-mutants',
  'features/photos/move-photos',
  'features/points/point-orders',
  'ops/backup/backup',
  'plugins/billing/billing-sequences',
  'plugins/legacy/import-legacy',
].map((name) => `apps/server/src/${name}.test.ts`)

export const CORE_TAG = '@core'

/** A command with this exit status left something out, so the run is incomplete (.ci/steps.sh). */
export const LEFT_OUT = 75
