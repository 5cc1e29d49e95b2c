import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEPENDS_ON, dependenciesOf, hasChangedSince, openAges, resultProblems } from './proof-age.ts'
import { readResults } from './proof-results.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MISSING_COMMIT = 'deadbeef'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proof-age-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** `src/code.ts` doesn't change after the first commit, but other files do. */
function createRepository() {
  const folder = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder, encoding: 'utf8' }).trim()
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--message', 'Change')
    return git('rev-parse', '--short', 'HEAD')
  }
  git('init', '--quiet')
  mkdirSync(join(folder, 'src'))
  write('src/code.ts', '1')
  write('README.md', '1')
  const first = commit()
  write('README.md', '2')
  write('src/code.test.ts', '2')
  write('src/README.md', '2')
  commit()
  return { folder, first, write, commit }
}

test('PROOF-5 a code change, committed or not, makes a result stale, but changes to tests, comments, prose and other folders don’t', () => {
  const { folder, first, write, commit } = createRepository()
  expect(hasChangedSince(first, ['src'], folder)).toBe(false)
  expect(hasChangedSince(first, ['README.md', 'src'], folder)).toBe(false)
  write('src/code.ts', '/**\n * One.\n */\n\n  // Two.\n1')
  expect(hasChangedSince(first, ['src'], folder)).toBe(false)
  write('src/code.ts', '2 // Two.')
  expect(hasChangedSince(first, ['src'], folder)).toBe(true)
  const second = commit()
  expect(hasChangedSince(first, ['src'], folder)).toBe(true)
  expect(hasChangedSince(second, ['src'], folder)).toBe(false)
})

test('PROOF-5 a commit that is missing from the clone counts as stale, even in a shallow clone or without git', () => {
  const { folder, first } = createRepository()
  expect(hasChangedSince(MISSING_COMMIT, ['src'], folder)).toBe(true)
  const shallow = join(temporaryFolder(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow])
  expect(hasChangedSince(first, ['src'], shallow)).toBe(true)
  const archive = temporaryFolder()
  expect(openAges(archive)({ id: 'R5', commit: first })).toBe(true)
})

test('PROOF-5 stale or undersized results prevent a release, while historical results don’t count as either', () => {
  const [run, isFresh] = [{ what: 'x', date: '2026-11-15', commit: 'abc1234', command: 'x' }, () => false]
  const results = [
    { ...run, id: 'R5', n: 2000, target: 2000 },
    { ...run, id: 'R19', n: 25, target: 50 },
    { ...run, id: 'P3', n: 15, value: 1.2, target: 1.25 },
    { ...run, id: 'P4.tried.preload', n: 1, target: 2 },
  ]
  expect(resultProblems(results, isFresh)).toEqual(['docs/assurance/proof: R19 is undersized: 25 runs of 50'])
  const stale = resultProblems(results, () => true)
  expect(stale).toContain('docs/assurance/proof: R5 is stale: its dependencies have changed since abc1234')
  expect(stale.filter((problem) => problem.includes('P4.tried'))).toEqual([])
})

test('PROOF-5 every result, fault test and bench lists its dependencies, and all of them exist', () => {
  for (const { id } of readResults()) expect(() => dependenciesOf(id)).not.toThrow()
  const files = globSync('tests/{fault,bench}/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  const names = files.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/^ {2}name: '([A-Z][A-Z0-9-]*(?:\.[a-z]+)?)',$/gm), ([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(60)
  for (const name of names) expect(() => dependenciesOf(name), name).not.toThrow()
  const paths = Object.keys(DEPENDS_ON).flatMap((id) => dependenciesOf(id) ?? [])
  expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
