import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run walk` performs the steps of a new administrator on a deployment set up according to docs/install.md. CI doesn't run it. */
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
      // Only the deployment's self-signed certificate is accepted.
      args: [...(base.use?.launchOptions?.args ?? []), `--ignore-certificate-errors-spki-list=${process.env.WALK_CERTIFICATE}`],
    },
  },
})
