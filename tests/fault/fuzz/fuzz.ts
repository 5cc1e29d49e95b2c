/**
 * FUZZ: valid requests from the API's own description, and hostile variants of them, go to every route in every role. No response may be a
 * 5xx except an intended 503, and no response or log line may reveal internals or another person's contact details. `FUZZ_SEED=n` repeats a
 * run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import fc from 'fast-check'
import sharp from 'sharp'
import { SETTINGS } from '../../../apps/server/src/read-config.ts'
import type { FaultTest, Result } from '../fault-test.ts'
import { findProblems, isPastValidation, type Secrets } from './oracle.ts'
import { cookieOf, idOf, maySeePeople, plant, restorePeople } from './people.ts'
import { type FuzzRequest, requestsTo, type Target, targetsOf } from './requests.ts'
import { type Answer, send } from './send.ts'

const AMOUNT = { small: 1000, full: 20_000 }
const AT_ONCE = 4
const RESTORE_AFTER = 40
const SHRINK_MS = 20_000
const FAILURES_SHOWN = 12
/** Longer requests are cut when they are printed. */
const SHOWN = 1500

/** Limits would stop requests before they reach the code under test, so every limit is raised, including any added later. */
const LIMITS = SETTINGS.flatMap(({ shape }) => Object.keys(shape)).filter((name) => /_(PER_|AT_ONCE|FROM_ANYWHERE)/.test(name))

type Planned = { request: FuzzRequest; target: Target; arbitrary: fc.Arbitrary<FuzzRequest>; seed: number; path: string }
type Failure = { planned: Planned; wrong: string[]; answer: Answer }

const keyOf = ({ actor, method, path, headers, body }: FuzzRequest) => JSON.stringify([actor, method, path, headers, body])

function planFor(target: Target, arbitrary: fc.Arbitrary<FuzzRequest>, count: number, seed: number, seen: Set<string>): Planned[] {
  const planned: Planned[] = []
  for (let round = 0; planned.length < count && round < 20; round++) {
    const roundSeed = seed + round * 1_000_003
    fc.sample(arbitrary, { seed: roundSeed, numRuns: count }).forEach((request, i) => {
      const key = keyOf(request)
      if (planned.length === count || seen.has(key)) return
      seen.add(key)
      planned.push({ request, target, arbitrary, seed: roundSeed, path: String(i) })
    })
  }
  return planned
}

const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length})` : text)
const described = (request: FuzzRequest) => short(JSON.stringify(request))

async function ask(env: TestEnv, request: FuzzRequest, secrets: Secrets) {
  const answer = await send(env.port, request, cookieOf(request.actor))
  return { answer, wrong: findProblems(request, answer, idOf(request.actor), maySeePeople(request.actor), secrets) }
}

async function smallest({ arbitrary, seed, path }: Planned, env: TestEnv, secrets: Secrets): Promise<FuzzRequest | null> {
  const property = fc.asyncProperty(arbitrary, async (request) => {
    await restorePeople(env)
    return (await ask(env, request, secrets)).wrong.length === 0
  })
  const outcome = await fc.check(property, { seed, path, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  return outcome.counterexample?.[0] ?? null
}

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

function readLogged(log: string, { canaries, never }: Secrets): string[] {
  const lines = log.split('\n').filter(Boolean)
  const errors = lines.filter((line) => /"level":[56]0/.test(line)).map((line) => `logged as an error: ${short(line)}`)
  const leaks = lines.filter((line) => [...canaries.map(({ text }) => text), ...never].some((text) => line.includes(text)))
  return [...errors.slice(0, 5), ...leaks.slice(0, 5).map((line) => `the log leaks: ${short(line)}`)]
}

export const fuzzed: FaultTest = {
  name: 'FUZZ',
  promise: 'SEC-FUZZ 1,000 different requests to every route by everyone cause no unintended 5xx and leak nothing',
  async run(size, stop): Promise<Result> {
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`FUZZ_SEED=${seed}`)
    const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
    const logFile = join(folder, 'server.log')
    const environment = {
      LOG_LEVEL: 'info',
      ...Object.fromEntries(LIMITS.map((name) => [name, '1000000'])),
    }
    buildApp()
    const env = await openTestEnv({ environment, logFile })
    const broken: string[] = []
    try {
      await env.start()
      const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
        .jpeg()
        .toBuffer()
      const { known, secrets } = await plant(env, jpeg)
      const targets = targetsOf((await (await fetch(`${env.address}/api/docs/openapi.json`)).json()) as Parameters<typeof targetsOf>[0])
      const each = Math.ceil(AMOUNT[size] / targets.length)
      const seen = new Set<string>()
      const plans = targets.map((target, n) => planFor(target, requestsTo(target, known, jpeg), each, seed + n, seen))
      const queue = Array.from({ length: each }, (_, i) => plans.flatMap((plan) => plan.slice(i, i + 1))).flat()

      const [statuses, classes, past] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
      const failures: Failure[] = []
      let [asked, slowestMs, meant503] = [0, 0, 0]
      const lane = async () => {
        for (let planned = queue.shift(); planned && !stop.aborted; planned = queue.shift()) {
          if (asked++ % RESTORE_AFTER === 0) await restorePeople(env).catch(() => restorePeople(env))
          const { request, target } = planned
          const { answer, wrong } = await ask(env, request, secrets)
          if (wrong.length > 0) failures.push({ planned, wrong, answer })
          for (const kind of request.classes.length > 0 ? request.classes : ['as described']) add(classes, kind)
          add(statuses, answer.status <= 0 ? 'none' : `${Math.floor(answer.status / 100)}xx`)
          if (isPastValidation(answer)) add(past, target.route)
          if (answer.status === 503) meant503++
          slowestMs = Math.max(slowestMs, answer.tookMs)
        }
      }
      const all = [...queue]
      await Promise.all(Array.from({ length: AT_ONCE }, lane))

      const kinds = Map.groupBy(failures, ({ planned, wrong }) => `${planned.target.route}: ${wrong.join(', ')}`)
      for (const [what, [first]] of [...kinds].slice(0, FAILURES_SHOWN)) {
        const small = first && (await smallest(first.planned, env, secrets))
        broken.push(
          `${what} (${kinds.get(what)?.length} times); ${small ? 'smallest' : 'not again'}: ${described(small ?? first?.planned.request ?? all[0]?.request ?? ({} as FuzzRequest))}; answer: ${short(first?.answer.body.toString('utf8') ?? '')}`,
        )
      }
      if (kinds.size > FAILURES_SHOWN) broken.push(`and ${kinds.size - FAILURES_SHOWN} more kinds of failure`)
      broken.push(...readLogged(readFileSync(logFile, 'utf8'), secrets))

      const distinct = new Set(all.map(({ request }) => keyOf(request))).size
      if (distinct < AMOUNT[size]) broken.push(`only ${distinct} different requests`)
      const scarce = targets.filter((_, n) => (plans[n]?.length ?? 0) < each)
      if (scarce.length > 0) broken.push(`too few different requests to ${scarce.map(({ route }) => route).join(', ')}`)
      const pastShare = [...past.values()].reduce((sum, n) => sum + n, 0) / Math.max(1, asked)
      if (pastShare < 0.25) broken.push(`only ${Math.round(pastShare * 100)} % of the requests reached the code of their route`)
      // The page of development emails never responds to requests through a proxy, like those of this test.
      const unreached = targets.filter(({ route }) => !past.has(route) && !route.includes(' /dev/')).map(({ route }) => route)
      if (size === 'full' && !stop.aborted && unreached.length > 0) broken.push(`never past validation: ${unreached.join(', ')}`)
      if (classes.size < 60) broken.push(`only ${classes.size} classes of values`)
      if (size === 'full')
        console.log(JSON.stringify({ classes: Object.fromEntries([...classes].sort()), past: Object.fromEntries(past), unreached }))
      const accounts = await env.count('select count(*) as n from people')
      const figures = {
        seed,
        routes: targets.length,
        distinct,
        perRoute: each,
        classes: classes.size,
        pastValidationPercent: Math.round(pastShare * 100),
        meant503,
        slowestMs: Math.round(slowestMs),
        accounts,
        ...Object.fromEntries(statuses),
      }
      return { runs: asked, lost: 0, doubled: 0, broken, figures }
    } finally {
      await env.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
