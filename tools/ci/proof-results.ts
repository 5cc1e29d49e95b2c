/**
 * docs/assurance/proof/results.json contains each measured result once, and proof.ts generates the tables from it. `--record` of fault
 * tests and benches writes to the file, so that nobody has to type figures.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const RESULTS = resolve(ROOT, 'docs/assurance/proof/results.json')

const Text = z.string().trim().min(1)
const Figure = z.union([z.number(), Text])

const Run = z.strictObject({
  date: z.iso.date(),
  /** For results from before `--record` existed, the commit that added the figure. */
  commit: z.string().regex(/^[0-9a-f]{7,40}$/),
  command: Text,
  load: Text.optional(),
  /** The number of fault test runs or bench pairs. */
  n: z.int().positive().optional(),
  value: z.number().optional(),
  /** 95 % interval of `value`. */
  interval: z.tuple([z.number(), z.number()]).optional(),
  /** If `value` is a ratio, the two values that it was computed from. */
  sides: z.strictObject({ ours: z.number(), bare: z.number(), unit: Text.optional() }).optional(),
  lost: z.int().nonnegative().optional(),
  doubled: z.int().nonnegative().optional(),
  figures: z.record(Text, Figure).optional(),
  note: Text.optional(),
})

export const ProofResult = z.strictObject({
  /** The name of the fault test or bench, followed by a dot and a part if it has several, such as R2 or P3.cpu. */
  id: z.string().regex(/^[A-Z][A-Z0-9-]*(\.[a-z0-9-]+)*$/),
  what: Text,
  against: Text.optional(),
  /** The test asserts more than no loss and no duplicates. */
  holds: Text.optional(),
  unit: Text.optional(),
  /** For `n` or `value`. */
  target: Figure.optional(),
  limit: Figure.optional(),
  better: z.enum(['less', 'more']).optional(),
  limitedBy: Text.optional(),
  ...Run.shape,
  /** The newest run comes first. */
  earlier: z.array(Run).optional(),
})

export type ProofResult = z.infer<typeof ProofResult>
type Run = z.infer<typeof Run>
type Described = 'what' | 'unit' | 'target' | 'limit' | 'better'
/** The description is only needed if the row is new. */
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

/** The formatter requires pairs of numbers on one line. */
const written = (results: readonly ProofResult[]) =>
  `${JSON.stringify(results, null, 2).replaceAll(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]')}\n`

const ofRun = (result: ProofResult): Run => Object.fromEntries(Object.entries(result).filter(([key]) => key in Run.shape)) as Run

/** The previous run moves to `earlier`. The result's description stays unless the run overrides it. */
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

/** Call this function before a run. Each figure belongs to a commit, so there must be no uncommitted changes. */
export function startRun(): (command: string, rows: Record<string, Measured>) => void {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/assurance/proof')
  if (changed) throw new Error(`--record requires a clean working tree. Not committed:\n${changed}`)
  const commit = git('rev-parse', '--short', 'HEAD')
  const before = loadavg()[0] ?? 0
  return (command, rows) => {
    const load = [...new Set([before, loadavg()[0] ?? 0].map(Math.round))].join(' to ')
    const run = { date: new Date().toISOString().slice(0, 10), commit, command, load }
    const results = Object.entries(rows).reduce((all, [id, measured]) => withRun(all, id, measured, run), readResults())
    writeFileSync(RESULTS, written(results))
  }
}
