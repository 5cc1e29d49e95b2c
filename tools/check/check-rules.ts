/** The rules in RULES.md and SPEC.md of each package must match the tests that start with their numbers. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { testTitles } from './test-titles.ts'

const root = resolve(import.meta.dirname, '../..')
const RULE_TESTS = ['packages/{domain,api,site}/src/**/*.test.ts', 'apps/web/src/lib/*.test.ts']
let issues = 0
for (const page of globSync('packages/*/{RULES,SPEC}.md', { cwd: root })) {
  const written = new Set(
    Array.from(readFileSync(join(root, page), 'utf8').matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\*/gm), (match) => match[1] ?? ''),
  )
  // Tests of the route table and of screens also cover rules of the domain.
  const titles = testTitles(root, page.startsWith('packages/domain/') ? RULE_TESTS : [`${dirname(page)}/src/**/*.test.ts`])
  const tested = new Set(titles.map((title) => /^([A-Z]{1,2}\d+)\b/.exec(title)?.[1]).filter((number) => number !== undefined))
  const untested = [...written].filter((number) => !tested.has(number))
  const unwritten = [...tested].filter((number) => !written.has(number))
  console.log(`rules: ${page}: ${written.size} documented, ${tested.size} tested`)
  if (untested.length > 0) console.error(`  without a test: ${untested.join(' ')}`)
  if (unwritten.length > 0) console.error(`  tested but not documented: ${unwritten.join(' ')}`)
  issues += untested.length + unwritten.length
}
if (issues > 0) process.exit(1)
