import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../wait.ts'

test('PROOF-2 a test run that is killed leaves no PostgreSQL process behind', { timeout: 120_000 }, async () => {
  const program = `
    import { startTestCluster } from ${JSON.stringify(join(import.meta.dirname, '../database/postgres.ts'))}
    console.log((await startTestCluster()).directory)
    process.kill(process.pid, 'SIGKILL')`
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(signal).toBe('SIGKILL')
  const directory = stdout.trim()
  expect(directory).not.toBe('')
  expect(await until(() => !existsSync(directory), 60_000)).toBe(true)
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(directory)
})
