/** Each mutation breaks one guarantee in a copy of the real source, and the simulation must detect all mutations. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Code } from './simulation/device.ts'
import { overtake } from './simulation/overtaking.ts'
import { runOf, simulate } from './simulation/run.ts'

const SOURCE = import.meta.dirname
const bench = mkdtempSync(join(tmpdir(), 'sync-mutants-'))
symlinkSync(resolve(SOURCE, '../../../node_modules'), join(bench, 'node_modules'))
afterAll(() => rmSync(bench, { recursive: true, force: true }))

/**
 * `every` selects the seeds to run. Only every third run restores servers (run.ts), so mutations that only have an effect after a restore
 * use those runs. `isOvertaking` selects many short runs in which pages overtake answers.
 */
type Mutation = { breaks: string; file: string; from: string; to: string; every?: number; isOvertaking?: true }

const MUTATIONS: Mutation[] = [
  { breaks: 'a refused command is dropped', file: 'outbox.ts', from: 'attention: { put: attention }', to: 'attention: { put: [] }' },
  { breaks: 'a command with the answer retry is dropped', file: 'outbox.ts', from: "|| answer.outcome === 'retry' ||", to: '||' },
  {
    breaks: 'every push uses new ids',
    file: 'engine.ts',
    from: 'commands: batch }',
    to: 'commands: batch.map((c) => ({ ...c, id: crypto.randomUUID() })) }',
  },
  {
    breaks: 'the cursor moves but the page isn’t written',
    file: 'mirror.ts',
    from: 'mirror: { put, drop: page.removed }',
    to: 'mirror: { put: put.slice(1), drop: page.removed }',
  },
  { breaks: 'removals are ignored', file: 'mirror.ts', from: 'drop: page.removed }', to: 'drop: [] }' },
  {
    breaks: 'a reset clears the outbox',
    file: 'mirror.ts',
    from: 'return { writes: isOtherRole ?',
    to: 'return { writes: page.reset ? { ...writes, outbox: { drop: outbox.map((row) => row.command.n) } } : isOtherRole ?',
  },
  { breaks: 'a reset keeps removed records', file: 'mirror.ts', from: '{ sweepTo: next.generation }', to: '{}' },
  { breaks: 'the newest command is sent first', file: 'outbox.ts', from: 'a.command.n - b.command.n', to: 'b.command.n - a.command.n' },
  {
    breaks: 'several commands on one record are sent together',
    file: 'outbox.ts',
    from: 'return !records.has(record) && records.add(record)',
    to: 'return records.add(record)',
  },
  { breaks: 'there is no back-off', file: 'loop.ts', from: 'await rest(Math.max(0, backoffMs(failures, random) - leastMs), true)', to: '' },
  { breaks: 'there is no gap between attempts', file: 'loop.ts', from: 'await rest(leastMs, false)', to: '' },
  {
    breaks: 'a silent connection never times out',
    file: 'engine.ts',
    from: 'let cancel = timer.after(TIMEOUT_MS',
    to: 'let cancel = timer.after(1e12',
  },
  { breaks: 'own changes vanish between answer and page', file: 'overlay.ts', from: "row.mirrored === 'not-yet' &&", to: 'false &&' },
  {
    breaks: 'own changes stay visible forever',
    file: 'overlay.ts',
    from: "row.mirrored === 'not-yet' && unmirrored(row.version, row.mirrored)",
    to: 'true',
  },
  {
    breaks: 'unsent changes are not shown',
    file: 'overlay.ts',
    from: '({ before }) => before === null ||',
    to: '({ before }) => before !== null &&',
  },
  {
    breaks: 'nothing is sent again to a restored server',
    file: 'mirror.ts',
    from: '...(isOtherEpoch ? reoffer(rows) :',
    to: '...(isOtherEpoch ? {} :',
  },
  {
    breaks: 'a restored server gets no cursor or receipt',
    file: 'engine.ts',
    from: 'remote.push({ deviceId, personId, epoch, cursor, receipt, commands: batch }, c)',
    to: 'remote.push({ deviceId, personId, epoch, cursor: null, receipt: null, commands: batch }, c)',
    every: 3,
  },
  { breaks: 'answers from an old epoch count', file: 'outbox.ts', from: 'if (position.epoch !== askedEpoch)', to: 'if (false)', every: 3 },
  {
    breaks: 'commands after a refused creation are sent',
    file: 'outbox.ts',
    from: 'attention.push({ waiting, answer, held })',
    to: 'attention.push({ waiting, answer, held: [] })',
  },
  { breaks: 'replacements are not reported', file: 'mirror.ts', from: '    notices: { put: notices },', to: '' },
  {
    breaks: 'an own unanswered change counts as someone else’s',
    file: 'mirror.ts',
    from: '    outbox.map(({ command }) => command),',
    to: '    [],',
  },
  {
    breaks: 'replacements that depend on an answer are not reported with it',
    file: 'outbox.ts',
    from: 'noteReplaced([...sent, ...acknowledged],',
    to: 'noteReplaced(acknowledged,',
    isOvertaking: true,
  },
  {
    breaks: 'a contested decision is not offered',
    file: 'outbox.ts',
    from: 'notices.push(noticeOf(',
    to: 'void (noticeOf(',
    isOvertaking: true,
  },
  {
    breaks: 'a contested decision is also reported as replaced',
    file: 'outbox.ts',
    from: 'told: [...told, ...contested.flatMap(({ fields }) => fields)]',
    to: 'told',
    isOvertaking: true,
  },
  { breaks: 'photos are never sent', file: 'outbox.ts', from: "state: 'ready' })", to: "state: 'waiting' })" },
]

const RUNS = 100
const SHORT_RUNS = 2000

async function mutate({ file, from, to }: Mutation, i: number): Promise<Code> {
  const folder = join(bench, `mutant-${i}`)
  cpSync(SOURCE, folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer contains "${from}"`)
  writeFileSync(join(folder, file), text.replace(from, to))
  return (await import(/* @vite-ignore */ join(folder, 'index.ts'))) as Code
}

test.for(MUTATIONS.map((mutation, i) => ({ ...mutation, i })))('SY21 detects: $breaks', { timeout: 120_000 }, async (mutation) => {
  const code = await mutate(mutation, mutation.i)
  const every = mutation.every ?? 1
  const runs = mutation.isOvertaking ? SHORT_RUNS : RUNS
  for (let run = 1; run <= runs; run += 1) {
    const { wrong } = await (mutation.isOvertaking ? overtake(run, code) : simulate(runOf(run * every), code))
    if (wrong.length > 0) return
  }
  expect.fail(`not detected in ${runs} runs: ${mutation.breaks}`)
})
