import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')
let isBuilt = Boolean(process.env.CI) && existsSync(join(root, 'apps/web/dist/client/index.html'))

/**
 * Skipped in CI, where the app is already built. Locally, an outdated build would test old code. The build prints to stderr, because stdout
 * is for results.
 */
export function buildApp(): void {
  if (isBuilt) return
  // With the test runner's NODE_ENV, the result would be a test build without a service worker.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2], env })
  if (build.status !== 0) throw new Error('the build of the app failed')
  isBuilt = true
}
