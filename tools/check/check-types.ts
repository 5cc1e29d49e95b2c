/** Each part of the codebase may only use the APIs of its environment: the domain has no browser APIs, and the server no DOM. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const PROJECTS = [
  'tsconfig.json',
  'apps/server/tsconfig.json',
  'apps/web/tsconfig.json',
  'apps/web/tsconfig.worker.json',
  'apps/web/tsconfig.build.json',
  'packages/testkit/tsconfig.json',
  'tests/e2e/tsconfig.json',
  'tests/fault/tsconfig.json',
  'tests/bench/tsconfig.json',
  'tests/bench/pages/tsconfig.json',
]

const failed = PROJECTS.filter((project) => spawnSync('tsc', ['-p', project], { cwd: root, stdio: 'inherit' }).status !== 0)
console.log(`types: ${PROJECTS.length} projects, ${failed.length} with errors`)
if (failed.length > 0) process.exit(1)
