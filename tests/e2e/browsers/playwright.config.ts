import { defineConfig } from '@playwright/test'
import type { Options } from './fixtures.ts'

/** Playwright's runner without Playwright's browsers: it counts, waits, tries again and reports. */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: '*.flow.ts',
  outputDir: '../../../test-results/browsers',
  // One worker for each engine: the two run beside each other.
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
