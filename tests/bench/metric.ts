/** The interface of all metrics. Each metric has its own file, named after it, and is listed in run.ts. */
import type { Measured } from '../../tools/ci/proof-results.ts'

export type Run = {
  /** Number of paired visits for metrics that measure time. Metrics that only count don't need pairs. */
  pairs: number
  /** Aborted on Ctrl-C or when time is up. Metrics check it between visits, so that they can stop everything they started. */
  signal: AbortSignal
}

export type Measurement = {
  /** Our value divided by the bare page's value. */
  ratio: number
  target: number
  limit: number
  ok: boolean
  /** Exceeded limits, as text. Any entry makes the run fail. A run with values between target and limit passes with `ok: false`. */
  broken: string[]
  /** Text that `--record` writes to docs/assurance/proof with the ratio, target and limit. */
  row: Measured
  /** Further rows that `--record` writes, keyed by the part of their name after the dot. */
  parts?: Record<string, Measured>
  /** Other counts and times that help to explain the ratio. */
  figures: Record<string, unknown>
}

export type Metric = { name: string; measure(run: Run): Promise<Measurement> }

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
