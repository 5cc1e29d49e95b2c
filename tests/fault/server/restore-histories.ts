/**
 * RESTORES: random histories with a restore to a random earlier point (SEC-N3). The server's own test runs a few histories on every change,
 * and consecutive Vitest processes run the full number.
 */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import type { FaultTest, Result } from '../fault-test.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const TEST = 'apps/server/src/features/operations/restore-histories.test.ts'
const AMOUNT = { small: 3, full: 100 }
/** Each Vitest process keeps the databases of its histories until it exits. */
const AT_ONCE = 10

const runTest = (environment: Record<string, string>) =>
  new Promise<{ isOk: boolean; output: string }>((done) => {
    const options = { cwd: ROOT, maxBuffer: 50_000_000, env: { ...process.env, ...environment, NO_COLOR: '1' } }
    execFile('npx', ['vitest', 'run', TEST], options, (error, stdout, stderr) => done({ isOk: error === null, output: stdout + stderr }))
  })

function countsIn(output: string): Record<string, number> {
  const last = [...output.matchAll(/^restores: (\{.*\})$/gm)].at(-1)?.[1]
  return last ? JSON.parse(last) : {}
}

export const restoreHistories: FaultTest = {
  name: 'RESTORES',
  async run(size, stop, times = AMOUNT[size]): Promise<Result> {
    const figures: Record<string, number> = {}
    const broken: string[] = []
    let runs = 0
    for (let first = 1; first <= times && !stop.aborted; first += AT_ONCE) {
      const environment = { RESTORE_FIRST: String(first), RESTORE_HISTORIES: String(Math.min(AT_ONCE, times - first + 1)) }
      const { isOk, output } = await runTest(environment)
      const { histories = 0, ...counts } = countsIn(output)
      runs += histories
      for (const [name, count] of Object.entries(counts)) figures[name] = (figures[name] ?? 0) + count
      if (!isOk) broken.push(`from seed ${first}: ${/AssertionError: .*/.exec(output)?.[0] ?? output.trim().slice(-300)}`)
      console.error(`RESTORES: ${runs} histories, ${broken.length} broken, ${JSON.stringify(figures)}`)
    }
    // The test reports reopened trails and restored access as text.
    return { runs, lost: 0, doubled: 0, broken, figures }
  },
}
