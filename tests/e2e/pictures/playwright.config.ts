import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run pictures`: creates the screenshots for README and docs, from the built app with its sample data. Not part of CI. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../../test-results/pictures',
  projects: [{ name: 'chromium' }],
  reporter: 'list',
})
