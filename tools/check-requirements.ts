/**
 * Every requirement (docs/requirements.md) is to be proven by a test whose title carries its ID. Prints what is covered;
 * a requirement once covered may not be lost again, so the covered ones are kept in tools/covered-requirements.txt.
 * `--record` adds newly covered ones to that list.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testTitles } from './test-titles.ts'

const root = resolve(import.meta.dirname, '..')
const baselinePath = join(import.meta.dirname, 'covered-requirements.txt')
const titles = testTitles(root, [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.{ts,tsx}',
  'tools/*.test.ts',
  'tests/e2e/**/*.spec.ts',
])

const ID = /\b[A-Z]{2,5}-\d{2}\b/g
const required = Array.from(
  readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^- ([A-Z]{2,5}-\d{2}) /gm),
  (match) => match[1] ?? '',
)
const named = new Set(titles.flatMap((title) => title.match(ID) ?? []))
const covered = required.filter((id) => named.has(id))
const baseline = readFileSync(baselinePath, 'utf8').split('\n').filter(Boolean)
const lost = baseline.filter((id) => !covered.includes(id))
const unknown = [...named].filter((id) => !required.includes(id))

console.log(`covered ${covered.length} of ${required.length}`)
console.log(`missing: ${required.filter((id) => !covered.includes(id)).join(' ')}`)
if (process.argv.includes('--record'))
  writeFileSync(baselinePath, `${required.filter((id) => covered.includes(id) || baseline.includes(id)).join('\n')}\n`)
if (unknown.length > 0) console.error(`test titles name requirements that do not exist: ${unknown.join(' ')}`)
if (lost.length > 0) console.error(`no longer covered: ${lost.join(' ')}`)
if (lost.length > 0 || unknown.length > 0) process.exit(1)
