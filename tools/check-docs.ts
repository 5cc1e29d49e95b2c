/** Pages may not name paths or commands that do not exist: a stale map is worse than none. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { decisionIssues } from './decisions.ts'
import { differences } from './proof.ts'

const root = resolve(import.meta.dirname, '..')
const scripts = Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts)
// docs/requirements.md is the specification's list: it names addresses of the app, not files of the codebase.
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'docs/requirements.md', 'sites/*/guide/**', 'apps/web/help/**', '.local/**'],
})

const ROOTS = ['packages', 'apps', 'sites', 'tests', 'docs', 'tools', 'deploy', '.ci']
let checked = 0
const issues: string[] = []
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8')
  const named = Array.from(text.matchAll(/`([^`\s]+)`/g), (match) => match[1] ?? '').filter((word) =>
    ROOTS.some((folder) => word.startsWith(`${folder}/`)),
  )
  for (const path of named) {
    checked++
    // A star stands for "each": the pattern must match something.
    // What a build makes is not there in a fresh clone.
    if (/\/dist(\/|$)/.test(path)) continue
    const pattern = path.replace(/\{[^}]*\}/g, '*').replace(/<[^>]*>/g, '*')
    if (globSync(pattern, { cwd: root }).length === 0) issues.push(`${page}: ${path} does not exist`)
  }
  for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    checked++
    if (!existsSync(resolve(root, dirname(page), target))) issues.push(`${page}: link to ${target} leads nowhere`)
  }
  for (const [, script = ''] of text.matchAll(/`npm run ([a-z0-9:-]+)/g)) {
    checked++
    if (!scripts.includes(script)) issues.push(`${page}: npm run ${script} does not exist`)
  }
}
const decisions = globSync('docs/decisions/*.md', { cwd: root })
issues.push(
  ...differences(),
  ...decisionIssues(decisions.map((page) => ({ name: basename(page), text: readFileSync(join(root, page), 'utf8') }))),
)
for (const issue of issues) console.error(issue)
console.log(`docs: ${pages.length} pages, ${checked} paths and commands, ${issues.length} wrong`)
if (issues.length > 0) process.exit(1)
