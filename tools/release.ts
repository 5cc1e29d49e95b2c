/**
 * `npm run release -- check`: says what keeps this commit from being a release.
 * `npm run release -- make --key <private key of ssh> --images <folder>`: its files into `test-results/release`, signed. The folder has the images that
 * `npm run container -- --save <folder>` has tried. `--trial` makes them of any commit, named after it, and needs no images.
 * CONTRIBUTING.md, "Release a version", tells the rest; docs/operations.md how their receivers check them.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease, releaseProblems } from './release-files.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
const lines = (text: string) => text.split('\n').filter(Boolean)

const { version } = JSON.parse(read('package.json')) as { version: string }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, images: { type: 'string' }, trial: { type: 'boolean', default: false } },
})
const problems = releaseProblems({
  version,
  tags: lines(git('tag', '--points-at', 'HEAD')),
  changed: lines(git('status', '--porcelain')),
  changelog: read('CHANGELOG.md'),
  page: read('docs/operations.md'),
  migrations: readdirSync(join(root, 'apps/server/migrations')),
})
const [verb] = positionals
if (verb === 'check' || (verb === 'make' && !values.trial)) for (const problem of problems) console.log(problem)
if (verb === 'check') {
  console.log(problems.length === 0 ? `${version} can be released` : `${version}: ${problems.length} to do`)
  process.exitCode = problems.length === 0 ? 0 : 1
} else if (verb === 'make' && values.key && (values.trial || (values.images && problems.length === 0))) {
  const commit = git('rev-parse', 'HEAD')
  if (spawnSync(process.execPath, [join(root, 'tools/sbom.ts')], { stdio: 'inherit' }).status !== 0) process.exit(1)
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
