import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// A quotation mark before the call means that a test quotes source code, which doesn't run.
const TEST = /(?<!['"`])\b(?:test|it|describe)(?:\.[a-zA-Z]+)*(?:\([^'"`\n]*\))?\(\s*(['"`])(.+?)\1(,\s*(?:\{\s*tag: [^}]*\}|[A-Z_]+),)?/g

/** `details` is Playwright's argument between title and test, such as `{ tag: '@core' }`. */
export type TestTitle = { file: string; title: string; details: string }

export function findTests(root: string, patterns: readonly string[]): TestTitle[] {
  const files = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  return files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(TEST), ([, , title = '', details = '']) => ({ file, title, details })),
  )
}

export const testTitles = (root: string, patterns: readonly string[]): string[] => findTests(root, patterns).map(({ title }) => title)
