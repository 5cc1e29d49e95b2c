/** The production build, for whoever opens the app in a browser: e2e tests, fault tests and benches. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
let isBuilt = Boolean(process.env.CI) && existsSync(join(root, 'apps/web/dist/client/index.html'))

/**
 * Builds, once per process. CI has just built; locally a stale build would test old code. The build's output goes to stderr: it is no
 * result.
 */
export function buildApp(): void {
  if (isBuilt) return
  // A test runner's NODE_ENV would give an app made for tests, which has no service worker.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2], env })
  if (build.status !== 0) throw new Error('the app could not be built')
  isBuilt = true
}
