import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findWords } from './words.ts'

const root = resolve(import.meta.dirname, '..')
const files = globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'tools/*.ts'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
})
const findings = files.flatMap((file) => findWords(file, readFileSync(join(root, file), 'utf8')))
for (const { file, line, word, instead, where } of findings) console.error(`${file}:${line} ${where} ${word}: ${instead}`)
console.log(`words: ${files.length} files, ${findings.length} to change`)
if (findings.length > 0) process.exit(1)
