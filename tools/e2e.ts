/** `npm run e2e`: one PostgreSQL for the run, the production build, then the stories. Arguments go on to Playwright. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startTestCluster } from './postgres.ts'

const root = resolve(import.meta.dirname, '..')
const arguments_ = process.argv.slice(2)

// CI has just built; at a desk a stale build would test yesterday's code.
if (!process.env.CI || !existsSync(join(root, 'apps/web/dist/client/index.html'))) {
  if (spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1)
}
const cluster = await startTestCluster()
const playwright = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...arguments_],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CLUSTER_URL: cluster.url },
  },
)
cluster.destroy()
process.exit(playwright.status ?? 1)
