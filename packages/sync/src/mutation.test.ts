/**
 * Does the oracle bite? Each mutation breaks one promise in a copy of the real source; the simulation must notice every one.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Code } from './simulation/device.ts'
import { runOf, simulate } from './simulation/run.ts'

const SOURCE = import.meta.dirname
const bench = mkdtempSync(join(tmpdir(), 'sync-mutants-'))
symlinkSync(resolve(SOURCE, '../../../node_modules'), join(bench, 'node_modules'))
afterAll(() => rmSync(bench, { recursive: true, force: true }))

/** `every`: which seeds to try. Servers are restored in every third run (run.ts), and what goes wrong only then is looked for there. */
type Mutation = { breaks: string; file: string; from: string; to: string; every?: number }

const MUTATIONS: Mutation[] = [
  { breaks: 'a refused command is dropped', file: 'outbox.ts', from: 'attention: { put: attention }', to: 'attention: { put: [] }' },
  { breaks: 'a command is forgotten when told to try again', file: 'outbox.ts', from: "|| answer.outcome === 'retry' ||", to: '||' },
  {
    breaks: 'every sending gets a new id',
    file: 'engine.ts',
    from: 'commands: batch }',
    to: 'commands: batch.map((c) => ({ ...c, id: crypto.randomUUID() })) }',
  },
  {
    breaks: 'the cursor moves and the page does not',
    file: 'mirror.ts',
    from: 'mirror: { put, drop: page.removed }',
    to: 'mirror: { put: put.slice(1), drop: page.removed }',
  },
  { breaks: 'removals are not heard', file: 'mirror.ts', from: 'drop: page.removed }', to: 'drop: [] }' },
  {
    breaks: 'a reset clears the outbox',
    file: 'mirror.ts',
    from: 'return { writes: isOtherRole ?',
    to: 'return { writes: page.reset ? { ...writes, outbox: { drop: outbox.map((row) => row.command.n) } } : isOtherRole ?',
  },
  { breaks: 'a reset keeps what is gone', file: 'mirror.ts', from: '{ sweepTo: next.generation }', to: '{}' },
  { breaks: 'newest first', file: 'outbox.ts', from: 'a.command.n - b.command.n', to: 'b.command.n - a.command.n' },
  {
    breaks: 'several of one record at once',
    file: 'outbox.ts',
    from: 'return !records.has(record) && records.add(record)',
    to: 'return records.add(record)',
  },
  { breaks: 'no back-off', file: 'loop.ts', from: 'await rest(Math.max(0, backoffMs(failures, random) - leastMs), true)', to: '' },
  { breaks: 'no gap between attempts', file: 'loop.ts', from: 'await rest(leastMs, false)', to: '' },
  {
    breaks: 'a silent line is waited for for ever',
    file: 'engine.ts',
    from: 'let cancel = timer.after(TIMEOUT_MS',
    to: 'let cancel = timer.after(1e12',
  },
  { breaks: 'own words vanish between answer and page', file: 'overlay.ts', from: "row.mirrored === 'not-yet' &&", to: 'false &&' },
  {
    breaks: 'own words stay for ever',
    file: 'overlay.ts',
    from: "row.mirrored === 'not-yet' && unmirrored(row.version, row.mirrored)",
    to: 'true',
  },
  {
    breaks: 'waiting words are not shown',
    file: 'overlay.ts',
    from: '({ before }) => before === null ||',
    to: '({ before }) => before !== null &&',
  },
  { breaks: 'nothing is offered again', file: 'mirror.ts', from: '...(isOtherEpoch ? reoffer(rows) :', to: '...(isOtherEpoch ? {} :' },
  {
    breaks: 'a restored server is shown nothing',
    file: 'engine.ts',
    from: 'remote.push({ deviceId, personId, epoch, cursor, receipt, commands: batch }, c)',
    to: 'remote.push({ deviceId, personId, epoch, cursor: null, receipt: null, commands: batch }, c)',
    every: 3,
  },
  { breaks: 'old answers count in a new epoch', file: 'outbox.ts', from: 'if (position.epoch !== askedEpoch)', to: 'if (false)', every: 3 },
  {
    breaks: 'what follows a refused creation is sent',
    file: 'outbox.ts',
    from: 'attention.push({ waiting, answer, held })',
    to: 'attention.push({ waiting, answer, held: [] })',
  },
  { breaks: 'who was replaced is not told', file: 'mirror.ts', from: '    notices: { put: notices },', to: '' },
  { breaks: 'photos are never sent', file: 'outbox.ts', from: "state: 'ready' })", to: "state: 'waiting' })" },
]

const RUNS = 100

/** The code under test with one thing broken. */
async function mutate({ file, from, to }: Mutation, i: number): Promise<Code> {
  const folder = join(bench, `mutant-${i}`)
  cpSync(SOURCE, folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer reads "${from}"`)
  writeFileSync(join(folder, file), text.replace(from, to))
  return (await import(/* @vite-ignore */ join(folder, 'index.ts'))) as Code
}

test.for(MUTATIONS.map((mutation, i) => ({ ...mutation, i })))('SY21 noticed: $breaks', { timeout: 120_000 }, async (mutation) => {
  const code = await mutate(mutation, mutation.i)
  const every = mutation.every ?? 1
  for (let run = 1; run <= RUNS; run += 1) {
    const { wrong } = await simulate(runOf(run * every), code)
    if (wrong.length > 0) return
  }
  expect.fail(`${RUNS} runs and nothing noticed: ${mutation.breaks}`)
})
