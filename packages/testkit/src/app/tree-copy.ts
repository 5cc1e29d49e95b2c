/** Imports of the project's own packages resolve inside the copy, and those of all other packages in the original. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')
/** Not copied, because the folder is large and contains only data. */
export const SITES = join(root, 'sites')
const COPIED = [
  'packages',
  'apps',
  'tests',
  'tools',
  'deploy',
  'biome.json',
  '.gitignore',
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'vitest.config.ts',
]

export function copyTree(paths: readonly string[] = COPIED): string {
  const copy = mkdtempSync(join(tmpdir(), 'tree-copy-'))
  for (const path of paths)
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

/** All tracked files with local changes, and the history, so that every check and test can run. */
export function cloneTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tree-clone-'))
  git('clone', '--quiet', '--shared', root, copy)
  const list = (...options: string[]) =>
    git('ls-files', '-z', ...options)
      .toString()
      .split('\0')
      .filter(Boolean)
  for (const path of list('--modified', '--others', '--exclude-standard')) {
    rmSync(join(copy, path), { force: true })
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path))
  }
  linkModules(copy)
  return copy
}

/** A shallow clone may not contain the commit. */
export const commitThatAdded = (path: string) => git('log', '--diff-filter=A', '--format=%H', '-1', '--', path).toString().trim()

/** Uses today's third-party packages. Each of these is either new since that commit or compatible with both versions. */
export function checkOutTree(commit: string, { build = false } = {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'tree-at-'))
  execFileSync('tar', ['x', '-C', copy], { input: git('archive', commit) })
  linkModules(copy)
  const env = { ...process.env, NODE_ENV: 'production' }
  if (build) execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: ['ignore', 'ignore', 'ignore'], env })
  return copy
}

export const removeCopy = (copy: string) => rmSync(copy, { recursive: true, force: true })

/** Returns the output if the check fails, otherwise an empty string. */
export async function runCheck(copy: string, command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const status = await new Promise((ended) => child.once('close', ended))
  return status === 0 ? '' : output
}

export type FileChange = { path: string } & ({ text: string } | { edits: readonly (readonly [from: string, to: string])[] })

export function plant(copy: string, path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

export function change(copy: string, changes: readonly FileChange[]): void {
  for (const one of changes) {
    if ('text' in one) {
      if (existsSync(join(copy, one.path))) throw new Error(`${one.path} already exists`)
      plant(copy, one.path, one.text)
      continue
    }
    const changed = one.edits.reduce(
      (text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${one.path} must contain this exactly once: ${from}`)
        return text.replace(from, () => to)
      },
      readFileSync(join(copy, one.path), 'utf8'),
    )
    plant(copy, one.path, changed)
  }
}
