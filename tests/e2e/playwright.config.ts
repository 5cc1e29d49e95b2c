import { defineConfig } from '@playwright/test'
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '@trailwarden/testkit/app/chromium'
import type { ProjectOptions } from './helpers/e2e-test.ts'

export default defineConfig<ProjectOptions>({
  testDir: '.',
  // Playwright empties its folder at the start, and the parent folder contains the reports of other tests.
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // On a busy machine, tests are slow but still correct, so CI has longer timeouts, retries a failed test once, and lists retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: process.env.CI ? 120_000 : 90_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  projects: [
    { name: 'chromium' },
    // The oldest supported browsers lack some features (tools/check/newer-apis.ts), so the core tests run again without them.
    { name: 'SEC-H6 as in Safari 16.4', use: { isOlderBrowser: true }, grep: /@older-browser/ },
  ],
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    viewport: { width: 390, height: 844 },
    // `page.request` ignores Chromium's flags and needs this setting.
    ignoreHTTPSErrors: true,
    trace: 'on-first-retry',
    launchOptions: {
      ...(CHROMIUM && { executablePath: CHROMIUM }),
      args: [
        ...CHROMIUM_ARGUMENTS,
        // Service workers start only with a trusted certificate, so Chromium trusts the certificate of the run (tools/e2e.ts).
        `--ignore-certificate-errors-spki-list=${process.env.CERTIFICATE_HASH}`,
      ],
    },
  },
})
