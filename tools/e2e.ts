/**
 * `npm run e2e`: one PostgreSQL for the run, the production build, then the e2e tests. Arguments go on to Playwright. `npm run e2e:browsers` is the
 * same with another configuration: the core of the app in WebKit and Firefox.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/build-app'
import { startTestCluster } from '@trailwarden/testkit/postgres'

const root = resolve(import.meta.dirname, '..')
const arguments_ = process.argv.slice(2)
const config = arguments_.includes('--config') ? [] : ['--config', 'tests/e2e/playwright.config.ts']

buildApp()
const cluster = await startTestCluster()
const playwright = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...config, ...arguments_], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CLUSTER_URL: cluster.url },
})
cluster.destroy()
process.exit(playwright.status ?? 1)
