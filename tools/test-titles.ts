import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Titles of all tests and groups of tests in files that match, read from their source: `test('…'`, `test.for(…)('…'`, template literals included. */
export function testTitles(root: string, patterns: string[]): string[] {
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  return files.flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/\b(?:test|it|describe)(?:\.[a-zA-Z]+)*(?:\([^'"`\n]*\))?\(\s*(['"`])(.+?)\1/g),
      (match) => match[2] ?? '',
    ),
  )
}
