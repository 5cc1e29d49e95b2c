import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { ProjectOptions } from './e2e-test.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

export default defineConfig<ProjectOptions>({
  testDir: '.',
  // A folder of its own: Playwright empties it at the start, and the other tests' report lies beside it.
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A machine that is busy with something else makes a test late, not wrong: CI is patient, runs it again before it calls it failed, and
  // names those.
  retries: process.env.CI ? 2 : 0,
  timeout: process.env.CI ? 240_000 : 90_000,
  expect: { timeout: process.env.CI ? 40_000 : 10_000 },
  projects: [
    { name: 'chromium' },
    // Once more as in the oldest browsers that are supported (tools/newer-apis.ts): emergency, login, a report with photo, a map, offline
    // start.
    { name: 'SEC-H6 as in Safari 16.4', use: { isOlderBrowser: true }, grep: /@older-browser/ },
  ],
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    viewport: { width: 390, height: 844 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(CHROMIUM && { executablePath: CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
