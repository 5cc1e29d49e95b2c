/** A copy of the tree, for tests that change the code: its own packages resolve inside the copy, everything else where it lies. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
/** Not copied: data, and large. */
export const SITES = join(root, 'sites')
const COPIED = [
  'packages',
  'apps',
  'tests',
  'tools',
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'vitest.config.ts',
]

export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tree-copy-'))
  for (const path of COPIED)
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (from) => !/node_modules|\/dist(\/|$)/.test(from.slice(root.length)),
    })
  linkModules(copy)
  return copy
}

function linkModules(copy: string): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@trailwarden'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@trailwarden') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(copy, 'packages'))) symlinkSync(join(copy, 'packages', name), join(modules, '@trailwarden', name))
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] })

/** The commit that brought this file; a shallow clone may lack it. */
export const commitThatAdded = (path: string) => git('log', '--diff-filter=A', '--format=%H', '-1', '--', path).toString().trim()

/**
 * The tree as it was at a commit, with today's packages of others: they are only added to, or of a version that both can use. `build`: with
 * the app for browsers.
 */
export function treeAt(commit: string, { build = false } = {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'tree-at-'))
  execFileSync('tar', ['x', '-C', copy], { input: git('archive', commit) })
  linkModules(copy)
  const env = { ...process.env, NODE_ENV: 'production' }
  if (build) execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: ['ignore', 'ignore', 'ignore'], env })
  return copy
}

export const removeCopy = (copy: string) => rmSync(copy, { recursive: true, force: true })

/** What a person changes in one file: a new one, or places in one that is there. */
export type FileChange = { path: string } & ({ text: string } | { edits: readonly (readonly [from: string, to: string])[] })

export function plant(copy: string, path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

export function change(copy: string, changes: readonly FileChange[]): void {
  for (const one of changes) {
    if ('text' in one) {
      if (existsSync(join(copy, one.path))) throw new Error(`${one.path} is there already`)
      plant(copy, one.path, one.text)
      continue
    }
    const changed = one.edits.reduce(
      (text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${one.path} does not hold this once: ${from}`)
        return text.replace(from, () => to)
      },
      readFileSync(join(copy, one.path), 'utf8'),
    )
    plant(copy, one.path, changed)
  }
}
