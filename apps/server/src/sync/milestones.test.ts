import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { killAt } from './milestones.ts'

test('milestones do nothing unless a fault test asks, and no production server can be asked', () => {
  const inService = {
    DATABASE_URL: 'postgres://localhost/x',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://example.org',
    SMTP_URL: 'smtp://localhost',
  }
  expect(readConfig(inService).FAULT_KILL_AT).toBeUndefined()
  expect(() => readConfig({ ...inService, FAULT_KILL_AT: 'after-commit' })).toThrow('FAULT_KILL_AT is for fault tests only')
  expect(killAt(undefined)('after-commit')).toBeUndefined()
  // Another milestone, and this one before its time.
  const reach = killAt('after-commit:3')
  for (const name of ['before-commit', 'after-commit', 'after-commit'] as const) expect(reach(name)).toBeUndefined()
})
