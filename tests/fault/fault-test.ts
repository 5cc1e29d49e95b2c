/** Each fault test has its own file, named after it, and is listed in run.ts. */
import type { Measured } from '../../tools/ci/proof-results.ts'

/** `small` takes seconds and is part of the everyday tests. `full` is the size given in the docs. */
type Size = 'small' | 'full'

export type Result = {
  runs: number
  lost: number
  doubled: number
  broken: string[]
  figures: Record<string, number>
  /** `--record` writes these rows to docs/assurance/proof, if runs, lost and doubled aren't enough. The keys are the rows' IDs. */
  rows?: Record<string, Measured> | undefined
}

/**
 * After `stop`, the runs so far still count. `times` overrides the number of runs, where supported. `first` is the number of earlier runs,
 * because a run's number determines its kind or seed. `promise` is the title of the Vitest test, if it checks more than losses and
 * duplicates.
 */
export type FaultTest = {
  name: string
  promise?: string
  /** `--resume` can continue the test. `runs` is the number of runs at full size, and `step` the number between two saves of progress. */
  full?: { runs: number; step: number }
  run(size: Size, stop: AbortSignal, times?: number, first?: number): Promise<Result>
}

export const isOk = ({ lost, doubled, broken }: Result) => lost === 0 && doubled === 0 && broken.length === 0

export const upTo = (limit: number) => Math.floor(Math.random() * limit)

export const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
