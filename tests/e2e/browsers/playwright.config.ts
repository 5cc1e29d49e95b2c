import { defineConfig } from '@playwright/test'
import type { Options } from './fixtures.ts'

/** Playwright only runs the tests. Its own browsers aren't used. */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: '*.flow.ts',
  outputDir: '../../../test-results/browsers',
  // Both browser engines run at the same time.
  workers: 2,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: '../../../test-results/browsers.json' }]],
  projects: [
    { name: 'webkit', use: { engine: 'webkit' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
})
