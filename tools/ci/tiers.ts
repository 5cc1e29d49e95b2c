/**
 * Determines when tests run. `.ci/run` runs on every change and must finish within 90 minutes, even on a machine several times slower than
 * an idle one. `.ci/nightly` runs all tests every night. `.ci/release` runs before a release, with fault tests at full size and benches.
 * The tag `@core` selects Playwright tests. This list contains the Vitest files that are too slow for every change.
 */
export const NIGHTLY_TESTS = [
  'tests/fault/nightly-*.test.ts',
  'tools/docs/first-day.test.ts',
  'packages/testkit/src/app/renamed-columns.test.ts',
]

export const CORE_TAG = '@core'

/** Exit status of a command that left something out. The run is then incomplete, and its last line reports this (.ci/steps.sh). */
export const LEFT_OUT = 75
