/** The interface of all fault tests. Each fault test has its own file, named after it, and is listed in run.ts. */
import type { Measured } from '../../tools/ci/proof-results.ts'

/** `small` takes seconds and is part of the everyday tests. `full` is the size given in the docs. */
type Size = 'small' | 'full'

export type Result = {
  /** Number of injected faults. */
  runs: number
  /** Number of changes that are missing at the end, whether they were acknowledged or unanswered. */
  lost: number
  /** Number of changes that exist more than once. */
  doubled: number
  /** All other violations, as text. */
  broken: string[]
  /** Other counts and times. */
  figures: Record<string, number>
  /** The rows that `--record` writes to docs/assurance/proof, by ID, if runs, lost and doubled aren't enough. */
  rows?: Record<string, Measured> | undefined
}

/**
 * `stop` ends a long fault test early, and the runs so far still count. `times` overrides the number of runs, where supported. `first` is
 * the number of earlier runs, if the test can be continued (`full`). The number of a run determines its kind or seed. `promise` is the
 * title of the Vitest test, if it checks more than losses and duplicates.
 */
export type FaultTest = {
  name: string
  promise?: string
  /**
   * Set if `--resume` can continue the test. `runs` is the number of runs at full size, `step` the number between two saves of progress.
   */
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
