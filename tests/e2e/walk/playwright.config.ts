import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run walk`: what a new administrator does in a deployment that was made by docs/operations.md. Not part of CI. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.flow.ts',
  outputDir: '../../../test-results/walk',
  projects: [{ name: 'chromium' }],
  reporter: 'list',
  workers: 1,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...base.use,
    baseURL: process.env.WALK_URL ?? '',
    launchOptions: {
      ...base.use?.launchOptions,
      // The one certificate of the deployment, which no authority has signed; any other is refused.
      args: [...(base.use?.launchOptions?.args ?? []), `--ignore-certificate-errors-spki-list=${process.env.WALK_CERTIFICATE}`],
    },
  },
})
