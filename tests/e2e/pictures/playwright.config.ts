import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run pictures` creates the screenshots for README and docs. CI doesn't run it. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../../test-results/pictures',
  projects: [{ name: 'chromium' }],
  reporter: 'list',
})
