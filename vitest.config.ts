import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NIGHTLY_SERVER_TESTS, NIGHTLY_TESTS } from './tools/ci/tiers.ts'

/** Hundreds to thousands of random runs each, together some minutes: `npm run test:fast` leaves them out. */
const SIMULATIONS = [
  ...['sync/src/simulation', 'sync/src/overtaking', 'sync/src/mutation', 'sync/src/overlay', 'site/src/check/check-corpus'].map(
    (name) => `packages/${name}.test.ts`,
  ),
  'apps/web/src/data/status/status-schedules.test.ts',
  'apps/web/src/features/emergency/emergency-claims.test.tsx',
]

const LONG_PROJECTS = ['fault', 'nightly', 'nightly-server', 'bench', 'simulation']

/** Vitest goes by the names of projects. A long file that starts among the last would run alone, with the other core idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project }: TestSpecification) => LONG_PROJECTS.includes(project.name)
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    // One more than there are cores, because server tests and fault tests wait for a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/{api,domain,sample,site,sync}/src/**/*.test.ts'],
          exclude: SIMULATIONS,
          // Pure functions: nothing is left behind for the next file, and their imports are read once.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { test: { name: 'simulation', include: SIMULATIONS, testTimeout: 60_000 } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], exclude: SIMULATIONS, testTimeout: 60_000 } },
      {
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.test.tsx'],
          exclude: SIMULATIONS,
          environment: 'jsdom',
          // One window for all files: a new one for each is half of the time.
          isolate: false,
          setupFiles: ['apps/web/test-browser.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts', 'packages/testkit/src/**/*.test.ts'],
          exclude: NIGHTLY_TESTS,
          testTimeout: 120_000,
          // Copying the repository and removing the copy take a while on a slow machine.
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'fault', include: ['tests/fault/*.test.ts'], exclude: NIGHTLY_TESTS } },
      { test: { name: 'nightly', include: NIGHTLY_TESTS, testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'bench', include: ['tests/bench/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'tests/fault/fuzz/*.test.ts'],
          exclude: NIGHTLY_SERVER_TESTS,
          // Each test has its own server and database. Reading the server's modules for each file is a third of the CPU time.
          isolate: false,
          globalSetup: ['apps/server/src/testing/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'nightly-server',
          include: NIGHTLY_SERVER_TESTS,
          globalSetup: ['apps/server/src/testing/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
