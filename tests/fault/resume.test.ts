import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FaultTest } from './fault-test.ts'
import { addStep, readProgress, resume } from './resume.ts'

const NEVER = new AbortController().signal

function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, 'repository')
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: root })
  mkdirSync(join(root, 'packages/sync/src'), { recursive: true })
  const change = (text: string) => writeFileSync(join(root, 'packages/sync/src/engine.ts'), text)
  const commit = (text: string) => {
    change(text)
    git('add', '.')
    git('commit', '--quiet', '--message', 'Change')
  }
  git('init', '--quiet')
  commit('1')
  return { root, progress: join(folder, 'progress'), change, commit }
}

/** Ten runs in steps of four can stop in the middle of a step. `seen` contains the numbers of the runs. */
function createFaultTest(stopAt = Number.POSITIVE_INFINITY) {
  const seen: number[] = []
  const controller = new AbortController()
  const faultTest: FaultTest = {
    name: 'R18',
    full: { runs: 10, step: 4 },
    async run(_size, stop, times = 10, first = 0) {
      let runs = 0
      for (; runs < times && !stop.aborted; runs++) {
        seen.push(first + runs)
        if (seen.length === stopAt) controller.abort()
      }
      return { runs, lost: 0, doubled: 0, broken: [], figures: { commands: runs * 2, slowestMs: 100 + first, typicalMs: first, kinds: 3 } }
    },
  }
  return { faultTest, seen, stop: controller.signal }
}

test('PROOF-5 a stopped fault test continues on the next run and adds up its results', async () => {
  const { root, progress } = createRepository()
  const night = createFaultTest(6)
  expect(await resume(night.faultTest, night.stop, progress, root)).toMatchObject({ isComplete: false, result: { runs: 6 } })
  const next = createFaultTest()
  const { result, isComplete } = await resume(next.faultTest, NEVER, progress, root)
  expect([...night.seen, ...next.seen]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(isComplete).toBe(true)
  expect(result).toMatchObject({ runs: 10, figures: { commands: 20, slowestMs: 106, kinds: 3 } })
  const third = createFaultTest()
  expect(await resume(third.faultTest, NEVER, progress, root)).toMatchObject({ isComplete: true, result: { runs: 10 } })
  expect(third.seen).toEqual([])
})

test('PROOF-5 progress is reset when the code changes, and uncommitted code is refused', async () => {
  const { root, progress, change, commit } = createRepository()
  const night = createFaultTest(5)
  await resume(night.faultTest, night.stop, progress, root)
  expect(readProgress('R18', progress, root)?.runs).toBe(5)
  change('2')
  await expect(resume(night.faultTest, NEVER, progress, root)).rejects.toThrow('requires a clean working tree')
  commit('2')
  expect(readProgress('R18', progress, root)).toBeNull()
  const next = createFaultTest()
  await resume(next.faultTest, NEVER, progress, root)
  expect(next.seen[0]).toBe(0)
})

test('PROOF-5 a step that crashes doesn’t count, and a failure stays a failure', async () => {
  const { root, progress } = createRepository()
  const { faultTest, seen } = createFaultTest()
  const dying: FaultTest = {
    ...faultTest,
    run: (size, stop, times, first = 0) =>
      first > 0 ? Promise.reject(new Error('PostgreSQL has exited')) : faultTest.run(size, stop, times, first),
  }
  await expect(resume(dying, NEVER, progress, root)).rejects.toThrow('PostgreSQL has exited')
  expect(readProgress('R18', progress, root)).toMatchObject({ runs: 4, lost: 0 })
  const losing: FaultTest = { ...faultTest, run: async (...args) => ({ ...(await faultTest.run(...args)), lost: 1 }) }
  expect(await resume(losing, NEVER, progress, root)).toMatchObject({ isComplete: false, result: { runs: 8, lost: 1 } })
  seen.length = 0
  expect(await resume(faultTest, NEVER, progress, root)).toMatchObject({ isComplete: false, result: { runs: 8, lost: 1 } })
  expect(seen).toEqual([])
})

test('PROOF-5 a fault test that can’t be continued midway counts completely or not at all', async () => {
  const { root, progress } = createRepository()
  const { full: _, ...whole } = createFaultTest().faultTest
  const stopped = new AbortController()
  const cut: FaultTest = {
    ...whole,
    run: async (size, stop) => {
      stopped.abort()
      return whole.run(size, stop, 3)
    },
  }
  expect(await resume(cut, stopped.signal, progress, root)).toMatchObject({ isComplete: false, result: { runs: 0 } })
  expect(await resume(whole, NEVER, progress, root)).toMatchObject({ isComplete: true, result: { runs: 10 } })
})

test('weights typical times by their number of runs', () => {
  const of = (runs: number, writesBackMs: number) => ({ runs, lost: 0, doubled: 0, broken: ['x'], figures: { writesBackMs } })
  expect(addStep(of(1, 100), of(3, 200))).toMatchObject({ runs: 4, broken: ['x'], figures: { writesBackMs: 175 } })
})
