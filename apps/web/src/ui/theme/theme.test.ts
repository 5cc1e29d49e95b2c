import { expect, test } from 'vitest'
import { themeVariables, UNUSED_PARTS } from './theme.ts'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('imports no MUI component whose theme variables are omitted', () => {
  const used = Object.values(sources).flatMap((source) => [...source.matchAll(/@mui\/material\/(\w+)/g)].map(([, part]) => part))
  expect(used).toContain('Button')
  expect(used.filter((part) => UNUSED_PARTS.some((unused) => part?.startsWith(unused)))).toEqual([])
})

test('defines the colours of both themes as variables', () => {
  const text = JSON.stringify(themeVariables)
  expect(text.match(/--mui-palette-divider"/g)).toHaveLength(2)
  expect(text.match(/--mui-palette-roles-statusOpen"/g)).toHaveLength(2)
  expect(text).not.toContain('--mui-palette-Alert')
})
