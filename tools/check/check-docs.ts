/** Everything that the pages name must exist: paths, commands, links and headings. Generated tables must be current. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { differences } from '../ci/proof.ts'
import { configurationIssues } from '../docs/configuration-page.ts'
import { linkIssue, linksIn } from '../docs/links.ts'
import { decisionIssues, indexIssues } from './decisions.ts'

const root = resolve(import.meta.dirname, '../..')
const scripts = Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts)
// docs/assurance/requirements.md is the specification's list. It contains addresses of the app, not file paths.
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'docs/assurance/requirements.md', 'sites/*/guide/**', 'apps/web/help/**', '.local/**'],
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
    // An asterisk must match something. A fresh clone doesn't have build output.
    if (/\/dist(\/|$)/.test(path)) continue
    const pattern = path.replace(/\{[^}]*\}/g, '*').replace(/<[^>]*>/g, '*')
    if (globSync(pattern, { cwd: root }).length === 0) issues.push(`${page}: ${path} does not exist`)
  }
  for (const target of linksIn(text)) {
    checked++
    const issue = linkIssue(join(root, page), target)
    if (issue) issues.push(`${page}: ${issue}`)
  }
  for (const [, script = ''] of text.matchAll(/`npm run ([a-z0-9:-]+)/g)) {
    checked++
    if (!scripts.includes(script)) issues.push(`${page}: npm run ${script} does not exist`)
  }
}
const decisions = globSync('docs/decisions/0*.md', { cwd: root }).map((page) => ({
  name: basename(page),
  text: readFileSync(join(root, page), 'utf8'),
}))
const decisionIndex = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
issues.push(...differences(), ...configurationIssues(), ...decisionIssues(decisions), ...indexIssues(decisions, decisionIndex))
const commands = readFileSync(join(root, 'docs/commands.md'), 'utf8')
for (const script of scripts.filter((name) => !/^(pre|check:)/.test(name)))
  if (!new RegExp(`\`npm (run )?${script}[\` ]`).test(commands)) issues.push(`docs/commands.md: npm run ${script} is missing`)

const dependencies = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
const explained = Array.from(dependencies.matchAll(/`([^`\s]+)`/g), ([, name = '']) => name)
for (const manifest of globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root }).filter(
  (one) => !one.includes('testkit'),
)) {
  const used = (JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { dependencies?: object }).dependencies ?? {}
  for (const name of Object.keys(used).filter((one) => !one.startsWith('@trailwarden/'))) {
    checked++
    if (!explained.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1)))))
      issues.push(`docs/dependencies.md: ${name} is missing (${manifest})`)
  }
}

const newest = globSync('apps/server/migrations/*.sql', { cwd: root })
  .map((file) => basename(file, '.sql'))
  .sort()
  .at(-1)
if (!readFileSync(join(root, 'docs/upgrade.md'), 'utf8').includes(`\`${newest}\``))
  issues.push(`docs/upgrade.md: the newest migration is ${newest}`)
for (const issue of issues) console.error(issue)
console.log(`docs: ${pages.length} pages, ${checked} paths, links and commands, ${issues.length} issues`)
if (issues.length > 0) process.exit(1)
