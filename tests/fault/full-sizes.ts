/**
 * Vitest runs these random tests on every change at a small size. This file runs them at full size, so that `--record` can save the counts
 * that each test prints as JSON.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import type { FaultTest, Result } from './fault-test.ts'

const root = resolve(import.meta.dirname, '../..')

type Counts = { ok: boolean; figures: Record<string, number> }

function runVitest(file: string, title: string, environment: Record<string, string>, stop: AbortSignal): Promise<Counts> {
  const child = spawn(resolve(root, 'node_modules/.bin/vitest'), ['run', file, '-t', title], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Two builds of the app at one time would interfere. With CI set, tests use the existing build.
    env: { ...process.env, ...environment, NODE_ENV: 'test', CI: '1' },
  })
  const end = () => void child.kill('SIGINT')
  stop.addEventListener('abort', end, { once: true })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((done) =>
    child.once('exit', (code) => {
      stop.removeEventListener('abort', end)
      const counted = output.split('\n').flatMap((line) => /: (\{".*\})$/.exec(line)?.[1] ?? [])
      if (code !== 0) console.error(output)
      done({ ok: code === 0, figures: Object.assign({}, ...counted.map((json) => JSON.parse(json))) })
    }),
  )
}

type Sized = {
  name: string
  file: string
  title: string
  counts: string
  needsApp?: true
  /** `times` is the total number of runs of all processes. */
  environments(times: number | undefined): Record<string, string>[]
}

/** One process per core of a two-core machine. */
const PROCESSES = 2

const sized = ({ name, file, title, counts, needsApp, environments }: Sized): FaultTest => ({
  name,
  async run(size, stop, times): Promise<Result> {
    if (needsApp) buildApp()
    const wanted = size === 'full' || times !== undefined ? environments(times) : [{}]
    const all: Counts[] = []
    for (let next = 0; next < wanted.length && !stop.aborted; next += PROCESSES)
      all.push(...(await Promise.all(wanted.slice(next, next + PROCESSES).map((environment) => runVitest(file, title, environment, stop)))))
    const names = [...new Set(all.flatMap(({ figures }) => Object.keys(figures)))]
    const sum = (figure: string) => all.reduce((total, { figures }) => total + (figures[figure] ?? 0), 0)
    const { [counts]: runs = 0, lost = 0, ...figures } = Object.fromEntries(names.map((figure) => [figure, sum(figure)]))
    const broken = all.every(({ ok }) => ok) ? [] : ['its test failed']
    return { runs, lost, doubled: 0, broken, figures, rows: { [name]: { n: runs, lost, figures } } }
  },
})

const HISTORIES = 10_000
/** 5,000 histories in one process would need more than 5 GB of memory. */
const AT_ONCE = 500
export const FULL_SIZES: readonly FaultTest[] = [
  sized({
    name: 'STATUS.histories',
    file: 'apps/server/src/features/trail-status/public/public-surfaces.test.ts',
    title: 'in random histories every public surface',
    counts: 'histories',
    needsApp: true,
    environments: (times = HISTORIES) =>
      Array.from({ length: Math.ceil(times / AT_ONCE) }, (_, n) => {
        const first = n * AT_ONCE
        return { STATUS_FIRST: String(1 + first), STATUS_HISTORIES: String(Math.min(AT_ONCE, times - first)) }
      }),
  }),
  sized({
    name: 'STATUS.rules',
    file: 'packages/domain/src/trail-status/status-simulation.test.ts',
    title: 'in random histories',
    counts: 'sequences',
    environments: (times = HISTORIES) => [{ STATUS_SEQUENCES: String(times) }],
  }),
  sized({
    name: 'STATUS.races',
    file: 'apps/server/src/features/trail-status/late-updates.test.ts',
    title: 'in 200 races of two managers',
    counts: 'races',
    environments: () => [{}],
  }),
  sized({
    name: 'STATUS.devices',
    file: 'apps/web/src/data/status/status-schedules.test.ts',
    title: 'random schedules no device shows anything more open',
    counts: 'schedules',
    environments: (times = 2000) => [{ STATUS_SCHEDULES: String(times) }],
  }),
  sized({
    name: 'EMG.claims',
    file: 'apps/web/src/features/emergency/emergency-claims.test.tsx',
    title: 'no sentence of Emergency claims more',
    counts: 'screens',
    environments: () => [{}],
  }),
]
