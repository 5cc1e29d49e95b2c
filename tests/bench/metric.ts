import type { Measured } from '../../tools/ci/proof-results.ts'

export type Run = {
  /** Metrics that only count don't need pairs of visits. */
  pairs: number
  /**
   * Ctrl-C or the end of the time aborts the signal. Metrics check the signal between visits, so that they can stop everything they
   * started.
   */
  signal: AbortSignal
}

export type Measurement = {
  /** Our value divided by the bare page's value. */
  ratio: number
  target: number
  limit: number
  ok: boolean
  /** Any entry makes the run fail. A run with values between target and limit passes with `ok: false`. */
  broken: string[]
  /** `--record` writes this row to docs/assurance/proof with the ratio, target and limit. */
  row: Measured
  /** `--record` also writes these rows, keyed by the part of their name after the dot. */
  parts?: Record<string, Measured>
  /** Other counts and times help to explain the ratio. */
  figures: Record<string, unknown>
}

export type Metric = { name: string; measure(run: Run): Promise<Measurement> }

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

export type Pair<T> = { ours: T; bare: T }

/** The order alternates, so that a machine that gets busier over time affects both sides equally. */
export async function measurePairs<T>({ pairs, signal }: Run, ours: () => Promise<T>, bare: () => Promise<T>): Promise<Pair<T>[]> {
  const done: Pair<T>[] = []
  while (done.length < pairs) {
    signal.throwIfAborted()
    if (done.length % 2 === 0) {
      const first = await ours()
      done.push({ ours: first, bare: await bare() })
    } else {
      const first = await bare()
      done.push({ ours: await ours(), bare: first })
    }
  }
  return done
}
