/**
 * docs/proof/results.json: every measured result, once. The tables of docs/proof are written from it (proof.ts); `--record` of fault tests and
 * benches writes to it, so that nobody types a figure.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '..')
const RESULTS = resolve(ROOT, 'docs/proof/results.json')

const Text = z.string().trim().min(1)
const Figure = z.union([z.number(), Text])

/** One measurement. */
const Run = z.strictObject({
  date: z.iso.date(),
  /** Of the code that was measured; for results older than `--record`, the commit that brought the figure. */
  commit: z.string().regex(/^[0-9a-f]{7,40}$/),
  command: Text,
  /** Load averages of the machine, or "quiet". */
  load: Text.optional(),
  /** How often: runs of a fault test, pairs of a bench. */
  n: z.int().positive().optional(),
  value: z.number().optional(),
  /** 95 % interval of `value`. */
  interval: z.tuple([z.number(), z.number()]).optional(),
  /** What `value` was computed from, where it is a ratio. */
  sides: z.strictObject({ ours: z.number(), bare: z.number(), unit: Text.optional() }).optional(),
  lost: z.int().nonnegative().optional(),
  doubled: z.int().nonnegative().optional(),
  /** Everything else that was counted or timed. */
  figures: z.record(Text, Figure).optional(),
  note: Text.optional(),
})

export const ProofResult = z.strictObject({
  /** The name of its fault test or bench, and after a dot what of it: R2, P3.cpu. */
  id: z.string().regex(/^[A-Z][A-Z0-9-]*(\.[a-z0-9-]+)*$/),
  /** What is injected, or what is measured. */
  what: Text,
  /** What it is compared with. */
  against: Text.optional(),
  /** What the test asserts besides that nothing is lost or doubled. */
  holds: Text.optional(),
  unit: Text.optional(),
  /** `n` or `value` that is aimed at. */
  target: Figure.optional(),
  /** Beyond this `value` the command fails. */
  limit: Figure.optional(),
  better: z.enum(['less', 'more']).optional(),
  /** What keeps `value` from being better. */
  limitedBy: Text.optional(),
  ...Run.shape,
  /** Runs that later ones replaced, newest first. */
  earlier: z.array(Run).optional(),
})

export type ProofResult = z.infer<typeof ProofResult>
type Run = z.infer<typeof Run>
type Described = 'what' | 'unit' | 'target' | 'limit' | 'better'
/** What a fault test or a bench knows of one row: the run, and what describes it where it is new. */
export type Measured = Partial<
  Pick<ProofResult, Described | 'n' | 'value' | 'interval' | 'sides' | 'lost' | 'doubled' | 'figures' | 'note'>
>

const Results = z.array(ProofResult).superRefine((all, check) => {
  const seen = new Set<string>()
  for (const { id } of all) {
    if (seen.has(id)) check.addIssue({ code: 'custom', message: `${id} is there twice` })
    seen.add(id)
  }
})

export const parseResults = (json: string): ProofResult[] => Results.parse(JSON.parse(json))

export const readResults = (): ProofResult[] => parseResults(readFileSync(RESULTS, 'utf8'))

/** Pairs of numbers stay on one line, as the formatter wants them. */
const written = (results: readonly ProofResult[]) =>
  `${JSON.stringify(results, null, 2).replaceAll(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]')}\n`

const ofRun = (result: ProofResult): Run => Object.fromEntries(Object.entries(result).filter(([key]) => key in Run.shape)) as Run

/** The new run takes the place of the one before, which is kept under `earlier`; what describes the result stays unless the run says otherwise. */
export function withRun(
  results: readonly ProofResult[],
  id: string,
  measured: Measured,
  run: Pick<Run, 'date' | 'commit' | 'command' | 'load'>,
) {
  const before = results.find((one) => one.id === id)
  const described = before && Object.fromEntries(Object.entries(before).filter(([key]) => !(key in Run.shape)))
  const earlier = before && { earlier: [ofRun(before), ...(before.earlier ?? [])] }
  const entry = ProofResult.parse({ id, what: id, ...described, ...measured, ...run, ...earlier })
  if (before) return results.map((one) => (one === before ? entry : one))
  const family = id.split('.')[0]
  const last = results.findLastIndex((one) => one.id.split('.')[0] === family)
  return last === -1 ? [...results, entry] : results.toSpliced(last + 1, 0, entry)
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Called before a run: a figure belongs to a commit, so nothing may be changed and uncommitted. */
export function startRun(): (command: string, rows: Record<string, Measured>) => void {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/proof')
  if (changed) throw new Error(`--record needs a commit that says what was measured. Not committed:\n${changed}`)
  const commit = git('rev-parse', '--short', 'HEAD')
  const before = loadavg()[0] ?? 0
  return (command, rows) => {
    const load = [...new Set([before, loadavg()[0] ?? 0].map(Math.round))].join(' to ')
    const run = { date: new Date().toISOString().slice(0, 10), commit, command, load }
    const results = Object.entries(rows).reduce((all, [id, measured]) => withRun(all, id, measured, run), readResults())
    writeFileSync(RESULTS, written(results))
  }
}
