/** What every fault test looks like: each lives in a file of its own, named for it, and is listed in run.ts. */
import type { Measured } from '../../tools/proof-results.ts'

/** `small` takes seconds and is part of the everyday tests; `full` is the amount that docs speak of. */
type Size = 'small' | 'full'

export type Result = {
  /** How often the fault was made. */
  runs: number
  /** What was acknowledged, or is still owed an answer, and is not there. */
  lost: number
  /** What is there more than once. */
  doubled: number
  /** Every other violation, as text; empty when there is none. */
  broken: string[]
  /** What was counted and timed on the way. */
  figures: Record<string, number>
  /** What docs/proof shows of it with `--record`, by id, where one row of runs, lost and doubled is not enough. */
  rows?: Record<string, Measured>
}

/**
 * `stop` ends a long fault test early; what it did until then is judged and counted all the same. `times`: another amount than that of its
 * size, where it knows amounts. `promise` is the title of its test where nothing lost and nothing doubled is not all there is to say.
 */
export type FaultTest = { name: string; promise?: string; run(size: Size, stop: AbortSignal, times?: number): Promise<Result> }

export const isOk = ({ lost, doubled, broken }: Result) => lost === 0 && doubled === 0 && broken.length === 0

export const upTo = (limit: number) => Math.floor(Math.random() * limit)

export const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
