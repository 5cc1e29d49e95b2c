/**
 * `--resume` continues a long fault test night after night. A change to code that the result depends on resets the progress
 * (tools/ci/proof-age.ts). A run counts only after its step has finished and its result has been checked.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { currentCommit, dependenciesOf, hasChangedSince } from '../../tools/ci/proof-age.ts'
import type { Measured } from '../../tools/ci/proof-results.ts'
import { type FaultTest, isOk, type Result } from './fault-test.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** CI doesn't empty this folder. `FAULT_PROGRESS` specifies a folder that remains when the clone is deleted. */
const FOLDER = process.env.FAULT_PROGRESS ?? join(ROOT, '.local/fault')

const Counts = z.object({
  runs: z.int().nonnegative(),
  lost: z.int().nonnegative(),
  doubled: z.int().nonnegative(),
  broken: z.array(z.string()),
  figures: z.record(z.string(), z.number()),
  rows: z.record(z.string(), z.custom<Measured>()).optional(),
})
/** `minutes` is the total duration of all steps, and `at` the end of the last step. */
const Progress = Counts.extend({ commit: z.string(), minutes: z.number(), at: z.iso.datetime() })
type Progress = z.infer<typeof Progress>

const fileOf = (name: string, folder: string) => join(folder, `${name}.json`)

/** Null means that there is no progress for the current code. */
export function readProgress(name: string, folder = FOLDER, root = ROOT): Progress | null {
  const paths = dependenciesOf(name)
  if (!paths) throw new Error(`${name} is a historical result and can’t be resumed`)
  let text = ''
  try {
    text = readFileSync(fileOf(name, folder), 'utf8')
  } catch {
    return null
  }
  const progress = Progress.parse(JSON.parse(text))
  return hasChangedSince(progress.commit, paths, root) ? null : progress
}

const LARGEST = /^(slowest|longest|most)|MostMs$/
const CONSTANT = /^(kinds|places|shelters|sheltersAfterUpdate|realDisk)$/

/** Counts are added, worst values kept, and typical times averaged by the number of runs. */
function addFigures(before: Result, step: Result): Record<string, number> {
  const names = [...new Set([...Object.keys(before.figures), ...Object.keys(step.figures)])]
  const combine = (name: string): number => {
    const [a, b] = [before.figures[name], step.figures[name]]
    if (a === undefined || b === undefined) return a ?? b ?? 0
    if (LARGEST.test(name)) return Math.max(a, b)
    if (CONSTANT.test(name)) return b
    return name.endsWith('Ms') ? Math.round((a * before.runs + b * step.runs) / (before.runs + step.runs)) : a + b
  }
  return Object.fromEntries(names.map((name) => [name, combine(name)]))
}

export const addStep = (before: Result, step: Result): Result => ({
  runs: before.runs + step.runs,
  lost: before.lost + step.lost,
  doubled: before.doubled + step.doubled,
  broken: [...new Set([...before.broken, ...step.broken])],
  figures: addFigures(before, step),
})

const NOTHING: Result = { runs: 0, lost: 0, doubled: 0, broken: [], figures: {} }

export type Resumed = { result: Result; minutes: number; isComplete: boolean }

/** The test stops at the full size, when `stop` is aborted, or when a run fails. */
export async function resume(faultTest: FaultTest, stop: AbortSignal, folder = FOLDER, root = ROOT): Promise<Resumed> {
  const { name, full } = faultTest
  const paths = dependenciesOf(name) ?? []
  const commit = currentCommit(root)
  if (hasChangedSince(commit, paths, root)) throw new Error(`${name}: --resume requires a clean working tree`)
  const before = readProgress(name, folder, root)
  let [result, minutes]: [Result, number] = [before ?? NOTHING, before?.minutes ?? 0]
  // A fault test that can't continue midway is a single step.
  const amount = full?.runs ?? 1
  const isComplete = () => (full ? result.runs >= amount : result.runs > 0)
  while (!isComplete() && isOk(result) && !stop.aborted) {
    const started = Date.now()
    const step = full
      ? await faultTest.run('full', stop, Math.min(full.step, amount - result.runs), result.runs)
      : await faultTest.run('full', stop)
    if (!full && stop.aborted) break
    if (step.runs === 0 && isOk(step) && !stop.aborted) throw new Error(`${name}: a step ended without a run`)
    result = full ? addStep(result, step) : step
    minutes += (Date.now() - started) / 60_000
    const progress: Progress = { ...Counts.parse(result), commit, minutes, at: new Date().toISOString() }
    mkdirSync(folder, { recursive: true })
    writeFileSync(fileOf(name, folder), `${JSON.stringify(progress, null, 2)}\n`)
    if (full) console.error(`${name}: ${result.runs} of ${amount}, lost ${result.lost}, doubled ${result.doubled}`)
  }
  return { result, minutes, isComplete: isComplete() }
}

/** Otherwise, short nights would always run the same tests. */
export const longestWaiting = (faultTests: readonly FaultTest[]): FaultTest[] =>
  faultTests
    .map((faultTest) => ({ faultTest, at: readProgress(faultTest.name)?.at ?? '' }))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ faultTest }) => faultTest)
