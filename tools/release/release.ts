/**
 * `npm run release -- check` lists what prevents a release of this commit. `-- make --key <private SSH key> --images <folder>` writes the
 * signed files to `test-results/release`, with images from `npm run container -- --save <folder>`. `--trial` makes the files from any
 * commit and needs no images. See "Release a version" in CONTRIBUTING.md.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resultProblems } from '../ci/proof-age.ts'
import { readResults } from '../ci/proof-results.ts'
import { makeRelease, releaseProblems } from './release-files.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
const lines = (text: string) => text.split('\n').filter(Boolean)

const { version } = JSON.parse(read('package.json')) as { version: string }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, images: { type: 'string' }, trial: { type: 'boolean', default: false } },
})
const problems = [
  ...releaseProblems({
    version,
    tags: lines(git('tag', '--points-at', 'HEAD')),
    changed: lines(git('status', '--porcelain')),
    changelog: read('CHANGELOG.md'),
    page: read('docs/upgrade.md'),
    migrations: readdirSync(join(root, 'apps/server/migrations')),
  }),
  ...resultProblems(readResults()),
]
const [verb] = positionals
if (verb === 'check' || (verb === 'make' && !values.trial)) for (const problem of problems) console.log(problem)
if (verb === 'check') {
  console.log(problems.length === 0 ? `${version} can be released` : `${version}: ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
} else if (verb === 'make' && values.key && (values.trial || (values.images && problems.length === 0))) {
  const commit = git('rev-parse', 'HEAD')
  if (spawnSync(process.execPath, [join(root, 'tools/release/sbom.ts')], { stdio: 'inherit' }).status !== 0) process.exit(1)
  const name = values.trial ? `trailwarden-${version}-${commit.slice(0, 8)}` : `trailwarden-${version}`
  const out = join(root, 'test-results/release')
  const sbom = join(root, 'test-results/sbom.cdx.json')
  const folder = values.images && resolve(values.images)
  const images = folder ? readdirSync(folder).map((file) => join(folder, file)) : []
  for (const file of makeRelease({ source: root, commit, name, sbom, images, key: resolve(values.key), out })) console.log(join(out, file))
} else {
  if (verb !== 'make' || !values.key || !values.images)
    console.error('Usage: npm run release -- check | make --key <private key> --images <folder> [--trial]')
  process.exitCode = 1
}
