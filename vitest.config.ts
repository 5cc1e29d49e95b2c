import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By default one less than there are cores: on two cores the fault tests, half of the time, would hold up all else.
    maxWorkers: 2,
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          // One window for all files: a new one for each is half of the time.
          isolate: false,
          setupFiles: ['apps/web/test-browser.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'fault', include: ['tests/fault/*.test.ts'] } },
      { test: { name: 'bench', include: ['tests/bench/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'tests/fault/fuzz/*.test.ts'],
          globalSetup: ['apps/server/src/testing/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
