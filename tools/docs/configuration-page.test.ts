import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { configurationIssues, configurationPage } from './configuration-page.ts'

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/configuration.md'), 'utf8')

test('docs/configuration.md lists the settings as the schemas define them', () => {
  expect(configurationIssues()).toEqual([])
  expect(page).toContain('| `PORT` | `8080` | 0 to 65,535 | Port to listen on. |')
})

test('replaces a wrong default, and rejects a page that has no place for a table', () => {
  expect(configurationPage(page.replace('| `8080` |', '| `8081` |'))).toBe(page)
  expect(() => configurationPage(page.replace('<!-- settings: photos -->', ''))).toThrow('no place for photos')
})
