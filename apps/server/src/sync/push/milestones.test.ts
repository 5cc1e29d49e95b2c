import { expect, test } from 'vitest'
import { readConfig } from '../../read-config.ts'
import { killAt } from './milestones.ts'

test('milestones have no effect except in fault tests, and production servers reject the setting', () => {
  const inService = {
    DATABASE_URL: 'postgres://localhost/x',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://example.org',
    SMTP_URL: 'smtp://localhost',
  }
  expect(readConfig(inService).FAULT_KILL_AT).toBeUndefined()
  expect(() => readConfig({ ...inService, FAULT_KILL_AT: 'after-commit' })).toThrow('FAULT_KILL_AT is for fault tests only')
  expect(killAt(undefined)('after-commit')).toBeUndefined()
  // Other milestones don't kill the process, and neither do the first two occurrences of this milestone.
  const onMilestone = killAt('after-commit:3')
  for (const name of ['before-commit', 'after-commit', 'after-commit'] as const) expect(onMilestone(name)).toBeUndefined()
})
