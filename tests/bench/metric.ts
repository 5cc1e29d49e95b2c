/** The shape of every metric: each lives in a file of its own, named for it, and is listed in run.ts. */
import type { Measured } from '../../tools/proof-results.ts'

export type Run = {
  /** How many pairs of visits a metric of times makes; metrics of counts need none. */
  pairs: number
  /** Ends a run early (Ctrl-C, time used up). Checked between visits, so that what was started is also stopped. */
  signal: AbortSignal
}

export type Measurement = {
  /** Ours divided by the bare page's. */
  ratio: number
  target: number
  limit: number
  /** The target is reached. */
  ok: boolean
  /** What breaks a limit, as text; the run then fails. Between target and limit a run passes, with ok: false. */
  broken: string[]
  /** What docs/proof shows of it with `--record`, besides ratio, target and limit. */
  row: Measured
  /** Its further rows there, by the name after the dot. */
  parts?: Record<string, Measured>
  /** Everything else that was counted or timed, so that a ratio can be understood. */
  figures: Record<string, unknown>
}

export type Metric = { name: string; measure(run: Run): Promise<Measurement> }

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
