import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

export type Violation = { rule: string; from: string; to: string }

const ROOTS = ['packages', 'apps', 'tests', 'tools']

const sources = (root: string) =>
  globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'tools/**/*.ts'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  })

/** An incomplete check must not succeed, so the check throws if it didn't cover a source file. */
export function checkLayers(root: string): { modules: number; violations: Violation[] } {
  const roots = ROOTS.filter((folder) => globSync(folder, { cwd: root }).length > 0)
  const depcruise = join(import.meta.dirname, '../../node_modules/.bin/depcruise')
  const run = spawnSync(depcruise, ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...roots], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!run.stdout) throw new Error(`dependency-cruiser returned no result: ${run.stderr}`)
  const report = JSON.parse(run.stdout) as {
    modules: { source: string }[]
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  const seen = new Set(report.modules.map((module) => module.source))
  const unseen = sources(root).filter((path) => !seen.has(path))
  if (unseen.length > 0 || seen.size === 0)
    throw new Error(`the layers check did not cover ${unseen.length} files: ${unseen.slice(0, 5).join(', ')}`)
  return {
    modules: sources(root).length,
    violations: report.summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
  }
}
